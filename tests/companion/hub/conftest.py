"""A database and a broker for the tests of the hub."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from companion.hub.archive import migrate
from companion.hub.programs import program_path
from tests.companion.hub.services import Broker, Database


@pytest.fixture(scope="session")
def database() -> Iterator[Database]:
    """Return a running PostgreSQL."""
    if program_path("postgres") is None:
        pytest.skip("needs PostgreSQL (apt-get install postgresql)")
    with tempfile.TemporaryDirectory(prefix="croupier-", ignore_cleanup_errors=True) as folder:
        database = Database(Path(folder))
        database.start("-c", "fsync=off")
        yield database
        database.stop()


@pytest.fixture(scope="session")
def broker_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the certificates of a broker, and two passwords, all slow to make."""
    if program_path("mosquitto") is None:
        pytest.skip("needs Mosquitto (apt-get install mosquitto)")
    folder = tmp_path_factory.mktemp("broker")
    Broker(folder, ["0000000a", "0000000b"])
    return folder


@pytest.fixture
def broker(tmp_path: Path, broker_files: Path) -> Iterator[Broker]:
    """Return a running Mosquitto with two tables."""
    broker = Broker(shutil.copytree(broker_files, tmp_path / "broker"), [])
    broker.start()
    yield broker
    broker.kill()


@pytest.fixture
def db(database: Database) -> Iterator[psycopg.Connection]:
    """Return a connection to an empty archive."""
    with psycopg.connect(database.dsn, autocommit=True) as db:
        db.execute(
            "DROP SCHEMA public CASCADE; CREATE SCHEMA public; SET client_min_messages = error"
        )
        migrate(db)
        yield db
