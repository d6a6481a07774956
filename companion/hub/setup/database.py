"""PostgreSQL as a café's archive: its own cluster, reachable only on this machine."""

import shutil
from pathlib import Path

from companion.hub.setup.programs import CannotSetUp, program, run_program

_NAME = "croupier"


def make_cluster(folder: Path) -> None:
    """Create the database in `folder` unless it exists; raises `CannotSetUp`."""
    data, new = folder / "database", folder / "database.part"
    if data.exists():
        return
    shutil.rmtree(new, ignore_errors=True)  # of an interrupted run
    # The hub's user is the only one: the kernel authenticates it (peer), without a password.
    ways = ("--auth-local=peer", "--auth-host=reject", "--encoding=UTF8", "--locale=C.UTF-8")
    run_program("initdb", "-D", str(new), *ways)
    create = f"CREATE DATABASE {_NAME}"
    run_program("postgres", "--single", "-D", str(new), "postgres", text=create)
    new.rename(data)


def database_command(folder: Path) -> list[str]:
    """Return the command of the database server; raises `CannotSetUp`."""
    found = program("postgres")
    if found is None:
        raise CannotSetUp("PostgreSQL is not installed")
    return [found, "-D", str(folder / "database"), "-k", str(folder), "-c", "listen_addresses="]


def database_address(folder: Path) -> str:
    """Return the address of the archive for `psycopg.connect`."""
    return f"host={folder} dbname={_NAME} application_name=croupier"
