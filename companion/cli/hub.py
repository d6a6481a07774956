"""Run the hub of a café with many tables.

It installs Mosquitto and PostgreSQL if they are missing, sets them up, and serves the café's page.
"""

import argparse
import os
from pathlib import Path

from companion.cli import Failure
from companion.cli.arguments import data_folder, parse_port, parse_public_address
from companion.upkeep.program_log import log_to_stderr


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    folder = data_folder().with_name("croupier-hub")
    parser.add_argument("--folder", type=Path, default=folder, help="folder for all its data")
    parser.add_argument("--cafe", help="name of the café, kept for later starts")
    parser.add_argument("--host", default="0.0.0.0", help="address to listen on (default: all)")
    port = "port of the page (default: 8090)"
    parser.add_argument("--port", type=parse_port, default=8090, help=port)
    port = "port for the tables (MQTT over TLS; default: 8883)"
    parser.add_argument("--broker-port", type=parse_port, default=8883, help=port)
    public = "address at which a proxy serves the page, for instance https://hub.example.org"
    parser.add_argument("--public-address", type=parse_public_address, help=public)
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument(
        "--reset-password", action="store_true", help="give the user admin a new password"
    )
    backup = "write archive, users and keys to FILE, and exit"
    instead.add_argument("--backup", type=Path, metavar="FILE", help=backup)
    backup = "restore a backup to a new folder, and exit"
    instead.add_argument("--restore", type=Path, metavar="FILE", help=backup)
    parser.set_defaults(command=_hub)


def _hub(args: argparse.Namespace) -> int:
    log_to_stderr()
    if os.geteuid() == 0:
        raise Failure("run the hub as yourself, not as root: it serves a network")
    try:
        # Imported here, since a table lacks the packages that it needs.
        from companion.hub.backup import back_up_hub, restore_hub
        from companion.hub.programs import CannotSetUp, install_packages
        from companion.hub.serve import HubSettings, serve_hub
    except ImportError as error:
        raise Failure(f"the hub needs more packages ({error}): run make hub") from error
    folder = args.folder.absolute()
    where = (folder, args.cafe, args.host, args.port, args.broker_port)
    try:
        if args.backup:
            back_up_hub(folder, args.backup)
            print(f"Wrote {args.backup}. It contains keys: keep it where only you can read it.")
        elif args.restore:
            install_packages(print)
            restore_hub(folder, args.restore)
            print(f"Restored to {folder}. Start the hub as before.")
        else:
            serve_hub(HubSettings(*where, args.reset_password, args.public_address or ""))
    except CannotSetUp as error:
        raise Failure(str(error)) from error
    return 0
