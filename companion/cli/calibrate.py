"""Check the camera until light, focus and sheet are fine, and say what to change.

It gives up after a minute. Put dice or the printed sheet in the tray, and stop any table that uses
the camera. Exits 1 if anything still needs fixing.
"""

import argparse
import time

from companion.cli.arguments import CAMERA_HELP, parse_camera
from companion.cli.doctor import print_findings
from companion.upkeep import Finding
from companion.upkeep.doctor import check_camera

GIVE_UP_AFTER_SECONDS = 60.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("--camera", default="auto", type=parse_camera, help=CAMERA_HELP)
    parser.set_defaults(command=_calibrate)


def _calibrate(args: argparse.Namespace) -> int:
    ends, before = time.monotonic() + GIVE_UP_AFTER_SECONDS, list[Finding]()
    while True:
        found = list(check_camera(args.camera))
        print_findings(one for one in found if one not in before)
        before = found
        if all(one.level in ("ok", "info") for one in found):
            return 0
        if time.monotonic() > ends:
            return 1
