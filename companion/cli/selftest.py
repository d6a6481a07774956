"""Measure how well the camera reads your dice.

Roll dice, type what you see, and get a page that says how often the camera was right, with this
table's camera, light and dice.
"""

import argparse
import sys
from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from html import escape
from pathlib import Path

from companion.cli import Failure
from companion.cli.arguments import CAMERA_HELP, parse_camera, parse_number_from
from companion.cli.read import open_reader
from companion.files import wrap_write_errors
from engine.core.dice import FACES
from vision.accuracy import MISSED_DIE, CheckedRoll, confusion_counts, summarise, wilson_interval
from vision.cameras import open_camera
from vision.cameras.base import Camera
from vision.cameras.demo import DemoCamera
from vision.errors import CameraError
from vision.events import Roll
from vision.eye import Eye
from vision.reading import can_play_unasked


class StopRolling(Exception):
    """The user wants to stop."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("--camera", default="auto", type=parse_camera, help=CAMERA_HELP)
    count, help_text = parse_number_from(1), "rolls (default: 50)"
    parser.add_argument("--rolls", type=count, default=50, metavar="N", help=help_text)
    out, page = Path("selftest.html"), "the page to write (default: selftest.html)"
    parser.add_argument("--out", type=Path, default=out, metavar="FILE", help=page)
    parser.set_defaults(command=_selftest)


def _selftest(args: argparse.Namespace) -> int:
    with wrap_write_errors(args.out):  # before anybody rolls for nothing
        new = not args.out.exists()
        args.out.open("a", encoding="utf-8").close()
        if new:
            args.out.unlink()
    camera = open_camera(args.camera)
    eye = Eye(camera, open_reader())
    if not isinstance(camera, DemoCamera):
        print("Roll the dice. When they lie still, type what you see, for instance 2 3 3 5.")
        print("Press Enter to skip a roll; type q to stop.", flush=True)
    try:
        done = _measure(eye, camera, args.rolls)
    finally:
        with suppress(CameraError):  # the results so far count, however the camera ends
            eye.close()
    if not done:
        raise Failure("no rolls were measured")
    with wrap_write_errors(args.out):
        args.out.write_text(report_page(done, camera.name), encoding="utf-8")
    print(
        f"{sum(result.is_right for result in done)} of {len(done)} rolls read correctly: {args.out}"
    )
    return 0


def _measure(eye: Eye, camera: Camera, count: int) -> list[CheckedRoll]:
    """Return the results of `count` rolls, fewer if the user stops."""
    done: list[CheckedRoll] = []
    demo = camera if isinstance(camera, DemoCamera) else None
    with suppress(StopRolling, KeyboardInterrupt):
        for event in eye.events():
            if not isinstance(event, Roll) or event.rolled is False:
                continue
            # People answer before they see what was read, which would influence them.
            truth = _ask() if demo is None else tuple(map(str, demo.tray.lying_faces))
            if truth is None:
                continue
            dice = event.reading.dice
            unasked = can_play_unasked(dice, len(truth))
            read = tuple(die.face for die in dice)
            done.append(CheckedRoll(truth, read, unasked, event.after_rest_ms))
            print(f"{len(done)}/{count}  {_verdict(done[-1])}", flush=True)
            if len(done) == count:
                break
            if demo is not None:
                demo.roll()
    return done


def _verdict(result: CheckedRoll) -> str:
    asked = "" if result.sure else ", unsure: the table would have asked"
    if result.is_right:
        return f"correct{asked}"
    return f"the camera read {' '.join(sorted(result.read)) or 'nothing'}{asked}"


def _ask() -> tuple[str, ...] | None:
    """Ask for the faces until the answer is valid, or return None if the roll does not count.

    Raises `StopRolling`.
    """
    while True:
        print("What do you see? ", end="", flush=True)
        line = sys.stdin.readline()
        answer = line.replace(",", " ").split()
        if not line or answer == ["q"]:
            raise StopRolling
        if not answer:
            return None
        faces = tuple("".join(answer))
        if set(faces) <= set(FACES):
            return faces
        print("Type faces from 1 to 6, with or without spaces.", flush=True)


_STYLE = """
:root { color-scheme: light dark; --line: #8886; --good: #2a9d5c; --bad: #d1495b; }
body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem;
  font-variant-numeric: tabular-nums; }
h1 { font-size: 1.6rem; } .large { font-size: 3rem; font-weight: 700; margin: 0; }
table { border-collapse: collapse; margin: 1rem 0; } caption { text-align: left; }
th, td { border: 1px solid var(--line); padding: .35rem .8rem; text-align: right; }
td.hit { font-weight: 700; color: var(--good); } td.miss { font-weight: 700; color: var(--bad); }
td.zero { opacity: .35; }
"""


def report_page(results: Sequence[CheckedRoll], camera: str) -> str:
    """Return the HTML page about `results` (at least one)."""
    sums = summarise(results)
    low, high = wilson_interval(sums.right, sums.rolls)
    die_low, die_high = wilson_interval(sums.dice_right, max(1, sums.dice))
    return f"""<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Croupier: how well the camera reads these dice</title><style>{_STYLE}</style>
<h1>How well the camera reads these dice</h1>
<p>{date.today().isoformat()}, camera {escape(camera)}, {sums.rolls} rolls</p>
<p class="large">{sums.right} of {sums.rolls}</p>
<p>rolls read without an error: {sums.right / sums.rolls:.1%}.
With that many rolls the true share lies between {low:.1%} and {high:.1%} (95%, Wilson).</p>
<table>
{_row("dice read correctly", f"{sums.dice_right} of {sums.dice} ({die_low:.1%} to {die_high:.1%})")}
{_row("rolls it would have asked about", sums.asked)}
{_row("wrong, and not asked about", sums.sure_and_wrong)}
{_row("from rest to reading, median", f"{sums.median_ms:.0f} ms")}
{_row("19 of 20 readings within", f"{sums.p95_ms:.0f} ms")}
</table>
{_confusions(results)}
{_wrong(results)}
</html>
"""


def _row(name: str, value: object) -> str:
    return f'<tr><th scope="row">{name}</th><td>{value}</td></tr>'


def _confusions(results: Sequence[CheckedRoll]) -> str:
    """Return the confusion matrix as an HTML table."""
    counts = confusion_counts(results)
    faces = (*FACES, MISSED_DIE)
    head = "".join(f'<th scope="col">{face}</th>' for face in faces)
    rows = "".join(
        f'<tr><th scope="row">{true}</th>'
        + "".join(_cell(counts[true, read], true == read) for read in faces)
        + "</tr>"
        for true in faces
        if true != MISSED_DIE or any(counts[true, read] for read in FACES)
    )
    return (
        "<table><caption>Real faces (rows) and faces read (columns)</caption>"
        f"<tr><td></td>{head}</tr>{rows}</table>"
    )


def _cell(count: int, right: bool) -> str:
    kind = "zero" if not count else "hit" if right else "miss"
    return f'<td class="{kind}">{count}</td>'


def _wrong(results: Sequence[CheckedRoll]) -> str:
    """Return HTML that lists the rolls that were misread, numbered from 1."""
    lines = [
        f"<li>roll {number}: {' '.join(sorted(result.truth))}, read as"
        f" {' '.join(sorted(result.read)) or 'nothing'}"
        f" ({'not asked' if result.sure else 'asked'})</li>"
        for number, result in enumerate(results, 1)
        if not result.is_right
    ]
    return f"<h2>Rolls read incorrectly</h2><ul>{''.join(lines)}</ul>" if lines else ""
