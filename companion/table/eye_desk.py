"""What the table knows of the eye: its state, its last roll, the open question, the picture.

Nothing here is saved: an eye that starts anew tells it all again.
"""

from dataclasses import dataclass

from companion.table.acts import Dismiss
from companion.table.judge import PAST, Seen, SeenDie, Verdict, judge, meant, ranked
from engine.core.awaited import Awaited
from engine.core.refusals import Json, NotNow

STATES = (
    *("empty", "moving", "hand", "still", "reading"),
    *("sure", "unsure", "covered", "dark", "moved camera", "lost"),
)
SILENCE = 3.0  # seconds without a word from the eye until it counts as lost
MOST_TAPS = 64  # that may still be told again

Box = tuple[float, float, float, float]
Roll = tuple[Seen, bytes | None]  # a reading and its picture


@dataclass(frozen=True, slots=True)
class Report:
    """One heartbeat of the eye `eye` (the id of its run).

    `done` is the last throw request that a demo camera has carried out, `preview` a JPEG.
    """

    eye: str
    state: str
    fps: float = 0.0
    camera: str = ""
    demo: bool = False
    done: int = 0
    preview: bytes | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """A reading that somebody has to answer, and why."""

    seen: Seen
    verdict: Verdict
    awaited: Awaited
    evidence: bytes | None


class EyeDesk:
    """Keeps the newest of each. Times are seconds of a monotonic clock, given by the caller."""

    def __init__(self) -> None:
        self.question: Question | None = None
        self.preview: bytes | None = None
        self._report: Report | None = None
        self._heard = 0.0
        self._roll: tuple[Seen, Verdict, bytes | None] | None = None
        self._beside: tuple[SeenDie, ...] = ()
        self._rolled = 0.0
        self._early: tuple[Seen, bytes | None] | None = None
        self._seen: dict[str, int] = {}
        self._throws: list[tuple[int, tuple[Box, ...]]] = []
        self._asked_throws = 0
        self._taps: dict[str, int] = {}
        self._previews = 0

    def hear(self, report: Report, now: float) -> list[Json]:
        """Take in a heartbeat; return the throws `{"n", "keep"}` that this eye has not done."""
        if self._report is None or self._report.eye != report.eye:
            self._throws.clear()  # asked of an eye that is gone
        self._report, self._heard = report, now
        if report.preview is not None:
            self.preview = report.preview
            self._previews += 1
        self._throws = [throw for throw in self._throws if throw[0] > report.done]
        # An eye elsewhere outlives this table, and has counted on.
        self._asked_throws = max(self._asked_throws, report.done)
        return [{"n": n, "keep": [list(box) for box in keep]} for n, keep in self._throws]

    def ask_throw(self, keep: tuple[Box, ...], tap: str = "") -> int:
        """Ask the demo tray to throw all dice but those in the boxes `keep`; return its number.

        The same `tap` (the id of a POST, or nothing) told again is no second throw.
        """
        if tap in self._taps:
            return self._taps[tap]
        self._asked_throws += 1
        self._throws.append((self._asked_throws, keep))
        if tap:
            self._taps[tap] = self._asked_throws
        if len(self._taps) > MOST_TAPS:
            del self._taps[next(iter(self._taps))]
        return self._asked_throws

    def is_repeat(self, seen: Seen) -> bool:
        """Tell whether this reading, or a later one of the same eye, was already taken in."""
        return seen.number <= self._seen.get(seen.eye, -1)

    def mark_seen(self, eye: str, number: int) -> None:
        """Remember that reading `number` of `eye` was taken in."""
        self._seen[eye] = max(number, self._seen.get(eye, -1))

    def keep_roll(
        self,
        seen: Seen,
        verdict: Verdict,
        evidence: bytes | None,
        now: float,
        beside: tuple[SeenDie, ...] = (),
    ) -> None:
        """Show `seen` as the last roll; `beside` it lay dice that the game did not throw."""
        self._roll, self._rolled, self._beside = (seen, verdict, evidence), now, beside
        early = seen.thrown and verdict.why == ("not awaited",)
        self._early = (seen, evidence) if early else None

    def roll(self, number: int | None) -> Roll | None:
        """Return the roll of the question, or the last one, with its picture, by its `number`."""
        question = self.question
        if question is not None and question.seen.number == number:
            return question.seen, question.evidence
        if self._roll is not None and self._roll[0].number == number:
            return self._roll[0], self._roll[2]
        return None

    def dismiss(self, act: Dismiss) -> None:
        """Forget the question; raises `NotNow` ``no_such_reading`` if it is another one."""
        if self.question is None or self.question.seen.number != act.number:
            raise NotNow("no_such_reading", "That reading is gone.", number=act.number)
        self.question = None

    def offer_early(self, awaited: Awaited | None) -> None:
        """Ask about dice that were thrown a little before the game began to wait for them."""
        if awaited is None or self._early is None:
            return
        (whole, evidence), self._early = self._early, None
        seen = meant(awaited, whole)
        verdict = judge(awaited, seen, too_early=True)
        self.question = Question(seen, verdict, awaited, evidence)

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
        seen, verdict, _ = self._roll
        beside: list[Json] = [{"box": list(die.box), "body": die.body} for die in self._beside]
        told: dict[str, Json] = {"outcome": PAST[verdict.outcome], "why": list(verdict.why)}
        return {**_seen_json(seen), **told, "beside": beside}

    def _question_json(self) -> Json:
        if self.question is None:
            return None
        seen, verdict = self.question.seen, self.question.verdict
        dice: list[Json] = [
            {
                **_die,
                "alternatives": [list(pair) for pair in ranked(die, self.question.awaited.faces)],
            }
            for die, _die in zip(seen.dice, _dice_json(seen), strict=True)
        ]
        return {
            **_seen_json(seen),
            "why": list(verdict.why),
            "dice": dice,
            "picture": self.question.evidence is not None,
            "faces": list(verdict.faces),
            "kept": list(verdict.kept),
        }


def _dice_json(seen: Seen) -> list[dict[str, Json]]:
    return [
        {
            "face": die.face,
            "confidence": die.confidence,
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
