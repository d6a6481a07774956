"""What the table knows of the eye: its state, its last roll, the picture, and what it is asked for.

Nothing here is saved: an eye that starts anew tells it all again.
"""

import math
from collections import Counter
from dataclasses import dataclass, replace

from companion.table.acts import Dismiss
from companion.table.asked import Asked, Judged, Roll
from companion.table.judge import PAST, Seen, Verdict, ranked
from engine.core.refusals import Json, NotNow
from vision.protocol import EyeState
from vision.reading import SURE

SILENCE = 3.0  # seconds without a word from the eye until it counts as lost
MOST_TAPS = 64  # that may still be told again

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Report:
    """One heartbeat of the eye `eye` (the id of its run).

    `done` is the last throw request that a demo camera has carried out, `preview` a JPEG.
    """

    eye: str
    state: EyeState
    fps: float = 0.0
    camera: str = ""
    demo: bool = False
    done: int = 0
    preview: bytes | None = None


@dataclass(frozen=True, slots=True)
class _Throw:
    """Throw `n`, asked of the demo tray of `eye`: all dice but those in the boxes `keep`."""

    n: int
    eye: str
    keep: tuple[Box, ...]


class EyeDesk:
    """Keeps the newest of each. Times are seconds of a monotonic clock, given by the caller."""

    def __init__(self) -> None:
        self.asked = Asked()
        self.preview: bytes | None = None
        self._report: Report | None = None
        self._heard = 0.0
        self._roll: Judged | None = None
        self._rolled = 0.0
        self._seen: dict[str, int] = {}
        self._met: set[str] = set()  # eyes that have told a roll since the table opened
        self._gaps: set[str] = set()  # eyes of which a roll is missing, as nobody was told yet
        self._eyes: dict[str, tuple[bool, float]] = {}  # is it a demo, and when it was last heard
        self._throws: list[_Throw] = []
        self._asked_throws = 0
        self._taps: dict[str, int] = {}
        self._previews = 0

    def hear(self, report: Report, now: float) -> list[Json]:
        """Take in a heartbeat; return the throws `{"n", "keep"}` that this eye has not done."""
        self._eyes[report.eye] = report.demo, now
        if not self._stands_aside(report.eye, now):
            self._show(report, now)
        # An eye elsewhere outlives this table, and has counted on.
        self._asked_throws = max(self._asked_throws, report.done)
        mine = [one for one in self._throws if one.eye == report.eye and one.n > report.done]
        others = [one for one in self._throws if one.eye != report.eye]
        self._throws = mine + [one for one in others if not self._silent(one.eye, now)]
        return [{"n": one.n, "keep": [list(box) for box in one.keep]} for one in mine]

    def _show(self, report: Report, now: float) -> None:
        self._report, self._heard = report, now
        if report.preview is not None:
            self.preview = report.preview
            self._previews += 1

    def _silent(self, eye: str, now: float) -> bool:
        _, heard = self._eyes.get(eye, (False, -math.inf))
        return now - heard > SILENCE

    def _stands_aside(self, eye: str, now: float) -> bool:
        """Tell whether `eye` is a demo beside a real camera: only real dice count then."""
        demo, _ = self._eyes.get(eye, (False, 0.0))
        real = (other for other, (virtual, _) in self._eyes.items() if not virtual)
        return demo and any(not self._silent(other, now) for other in real)

    def ask_throw(self, keep: tuple[Box, ...], tap: str = "") -> int:
        """Ask the demo tray to throw all dice but those in the boxes `keep`; return its number.

        The same `tap` (the id of a POST, or nothing) told again is no second throw.
        """
        if tap in self._taps:
            return self._taps[tap]
        self._asked_throws += 1
        eye = "" if self._report is None else self._report.eye
        self._throws.append(_Throw(self._asked_throws, eye, keep))
        if tap:
            self._taps[tap] = self._asked_throws
        if len(self._taps) > MOST_TAPS:
            del self._taps[next(iter(self._taps))]
        return self._asked_throws

    def let_pass(self, seen: Seen, now: float) -> dict[str, Json] | None:
        """Return the answer to a reading that is not to be judged; None for any other.

        It, or a later one of the same eye, was already taken in; or it shows virtual dice while a
        real camera is at work.
        """
        if seen.number <= self._seen.get(seen.eye, -1):
            self._met.add(seen.eye)
            return {"outcome": "repeat", "why": []}
        if self._stands_aside(seen.eye, now):
            self._hear_roll(seen)
            return {"outcome": PAST["ignore"], "why": ["demo"]}
        return None

    def missed_before(self, seen: Seen) -> bool:
        """Tell whether the eye of `seen` has read a roll that it never told.

        It counts all that it reads. What it told before this table opened is not known: only what
        was played then has a row.
        """
        gap = seen.eye in self._met and seen.number > self._seen.get(seen.eye, -1) + 1
        return gap or seen.eye in self._gaps

    def _hear_roll(self, seen: Seen) -> None:
        self._met.add(seen.eye)
        self.mark_seen(seen.eye, seen.number)

    def mark_seen(self, eye: str, number: int) -> None:
        """Remember that reading `number` of `eye` was taken in."""
        self._seen[eye] = max(number, self._seen.get(eye, -1))

    def take_in(self, judged: Judged, now: float) -> None:
        """Remember and show a reading, and ask about it if that is the verdict."""
        eye, verdict = judged.whole.eye, judged.verdict
        # Beside a push, nobody is asked about a roll that is missing: the next throw brings it up.
        # Where no dice are awaited, the game went on without it.
        unsaid = verdict.outcome == "ignore" and judged.awaited is not None
        if unsaid and self.missed_before(judged.whole):
            self._gaps.add(eye)
        else:
            self._gaps.discard(eye)
        self._hear_roll(judged.whole)
        # A push beside an open question does not answer it.
        if verdict.outcome == "ask" and judged.awaited is not None:
            self.asked = self.asked.asking(judged)
        self.keep_roll(judged, now)

    def keep_roll(self, judged: Judged, now: float) -> None:
        """Show a reading as the last roll; a throw that nobody awaits is offered later."""
        self._roll, self._rolled = judged, now
        if judged.seen.thrown and judged.verdict.why == ("not awaited",):
            self.asked = replace(self.asked, early=(judged.seen, judged.evidence))
        elif not self._only_pushed(judged.seen, judged.verdict):
            self.asked = replace(self.asked, early=None)

    def _only_pushed(self, seen: Seen, verdict: Verdict) -> bool:
        """Tell whether `seen` is no throw, but the dice thrown too early as they lie now."""
        early = self.asked.early
        if seen.thrown or verdict.outcome != "ignore" or early is None:
            return False
        return Counter(seen.faces) == Counter(early[0].faces)

    def roll(self, number: int | None) -> Roll | None:
        """Return the roll of the question, or the last one, with its picture, by its `number`."""
        for one in (self.asked.question, self._roll):
            if one is not None and one.whole.number == number:
                return one.seen, one.evidence
        return None

    def dismiss(self, act: Dismiss) -> None:
        """Forget the question; raises `NotNow` ``no_such_reading`` if it is another one."""
        question = self.asked.question
        if question is None or question.whole.number != act.number:
            raise NotNow("no_such_reading", "That reading is gone.", number=act.number)
        self.asked = self.asked.dismissed()

    def lost(self, now: float) -> bool:
        """Tell whether no eye is at work."""
        return self._report is None or now - self._heard > SILENCE

    def view(self, now: float) -> dict[str, Json]:
        """Return the eye as the page sees it."""
        report = self._report
        age = None if report is None else round((now - self._heard) * 1000)
        rolled = None if self._roll is None else round((now - self._rolled) * 1000)
        fps = report.fps if report else 0.0
        return {**self.face(now), "fps": fps, "age_ms": age, "roll_age_ms": rolled}

    def face(self, now: float) -> dict[str, Json]:
        """Return the part of `view` whose change is news."""
        report = self._report
        return {
            "state": "lost" if report is None or self.lost(now) else report.state,
            "camera": report.camera if report else "",
            "demo": bool(report and report.demo),
            "preview": self._previews,
            "roll": self._roll_json(),
            "question": self._question_json(),
        }

    def _roll_json(self) -> Json:
        if self._roll is None:
            return None
        verdict = self._roll.verdict
        beside: list[Json] = [{"box": list(die.box), "body": die.body} for die in self._roll.beside]
        told: dict[str, Json] = {"outcome": PAST[verdict.outcome], "why": list(verdict.why)}
        return {**_seen_json(self._roll.seen), **told, "beside": beside}

    def _question_json(self) -> Json:
        question = self.asked.question
        if question is None or question.awaited is None:
            return None
        seen, verdict, allowed = question.seen, question.verdict, question.awaited.faces
        dice: list[Json] = [
            {**told, "alternatives": [list(pair) for pair in ranked(die, allowed)]}
            for die, told in zip(seen.dice, _dice_json(seen), strict=True)
        ]
        return {
            **_seen_json(seen),
            "why": list(verdict.why),
            "dice": dice,
            "picture": question.evidence is not None,
            "faces": list(verdict.faces),
            "kept": list(verdict.kept),
        }


def _dice_json(seen: Seen) -> list[dict[str, Json]]:
    return [
        {
            "face": die.face,
            "confidence": die.confidence,
            "sure": die.confidence >= SURE,
            "box": list(die.box),
            "body": die.body,
            "moved": moved,
        }
        for die, moved in zip(seen.dice, seen.moved, strict=True)
    ]


def _seen_json(seen: Seen) -> dict[str, Json]:
    return {
        "number": seen.number,
        "dice": _dice_json(seen),
        "thrown": seen.thrown,
        "sure": seen.sure,
        "doubts": list(seen.doubts),
        "size": list(seen.size),
    }
