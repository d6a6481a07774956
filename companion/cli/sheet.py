"""`croupier sheet`: the sheet to print and lay under the dice."""

import argparse
from pathlib import Path

from companion.cli.failure import Failure
from companion.sheet_pdf import sheet_pdf
from vision.tray_sheet import PAPER_SIZES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what it takes."""
    parser.description = (
        "Write the tray sheet as a PDF: a rolling area, a rail for kept dice, a place for a card"
        " and marks that show the camera where they are. Print it at 100%."
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the PDF file to write")
    parser.add_argument("--paper", choices=list(PAPER_SIZES), default="a4", help="default: a4")
    parser.set_defaults(command=_sheet)


def _sheet(args: argparse.Namespace) -> int:
    try:
        args.file.write_bytes(sheet_pdf(args.paper))
    except OSError as error:
        raise Failure(f"{args.file} cannot be written ({error.strerror})") from error
    print(f"Print {args.file} at 100% and put it under the camera.")
    return 0
