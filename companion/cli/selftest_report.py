"""The page that `croupier selftest` leaves: one file, nothing loaded from elsewhere."""

from collections.abc import Sequence
from datetime import date
from html import escape

from vision.accuracy import MISSED_DIE, RollResult, confusion_counts, summarise, wilson_interval

FACES = ("1", "2", "3", "4", "5", "6")

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


def report_page(results: Sequence[RollResult], camera: str) -> str:
    """Return the page about `results`, at least one, as HTML."""
    sums = summarise(results)
    low, high = wilson_interval(sums.right, sums.rolls)
    die_low, die_high = wilson_interval(sums.dice_right, max(1, sums.dice))
    return f"""<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Croupier: how well the eye reads these dice</title><style>{_STYLE}</style>
<h1>How well the eye reads these dice</h1>
<p>{date.today().isoformat()}, camera {escape(camera)}, {sums.rolls} throws</p>
<p class="large">{sums.right} of {sums.rolls}</p>
<p>throws read wholly right: {sums.right / sums.rolls:.1%}.
With so many throws the true share lies between {low:.1%} and {high:.1%} (95 %, Wilson).</p>
<table>
{_row("dice read right", f"{sums.dice_right} of {sums.dice} ({die_low:.1%} to {die_high:.1%})")}
{_row("throws in which the table would have asked", sums.asked)}
{_row("played unasked and wrong", sums.sure_and_wrong)}
{_row("from rest to reading, median", f"{sums.median_ms:.0f} ms")}
{_row("19 of 20 readings within", f"{sums.p95_ms:.0f} ms")}
</table>
{_confusions(results)}
{_wrong(results)}
</html>
"""


def _row(name: str, value: object) -> str:
    return f'<tr><th scope="row">{name}</th><td>{value}</td></tr>'


def _confusions(results: Sequence[RollResult]) -> str:
    """Draw the table of what lay there against what was read."""
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
        "<table><caption>What lay there (rows) and what was read (columns)</caption>"
        f"<tr><td></td>{head}</tr>{rows}</table>"
    )


def _cell(count: int, right: bool) -> str:
    kind = "zero" if not count else "hit" if right else "miss"
    return f'<td class="{kind}">{count}</td>'


def _wrong(results: Sequence[RollResult]) -> str:
    """List the throws that were not read right, the first being number 1."""
    lines = [
        f"<li>throw {number}: {' '.join(sorted(result.truth))}, read as"
        f" {' '.join(sorted(result.read)) or 'nothing'}"
        f" ({'played unasked' if result.sure else 'asked'})</li>"
        for number, result in enumerate(results, 1)
        if not result.is_right
    ]
    return f"<h2>Throws that went wrong</h2><ul>{''.join(lines)}</ul>" if lines else ""
