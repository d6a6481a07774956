"""What the eye read in the tray, and what became of it at the table."""

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from companion.fields import BoundingBox, Id, NonNegativeInt, RequestBody, Word
from vision.reading import JudgedDie

MAX_REPORTED_DICE = MAX_WORDS = 40

Outcome: TypeAlias = Literal["played", "likely", "asked", "ignored"]
"""`likely`: played after a delay unless somebody objects."""


class DieReport(RequestBody, JudgedDie, frozen=True, omit_defaults=True):
    """One die as the eye read it.

    `face` is the likeliest, `confidence` its chance, `body` its own colour, `alternatives` the
    likeliest faces with chances, best first, and `doubts` the names of its doubts, which may all be
    `slight`.
    """

    face: Word
    confidence: float
    box: BoundingBox
    body: Word = ""
    alternatives: Annotated[tuple[tuple[Word, float], ...], Meta(max_length=MAX_WORDS)] = ()
    doubts: Annotated[tuple[Word, ...], Meta(max_length=MAX_WORDS)] = ()
    slight: bool = False


class ReadingReport(RequestBody, frozen=True, omit_defaults=True):
    """What the eye reported about dice at rest.

    `eye` names the run of the eye and `number` counts its readings from 1. `moved` says which dice
    have moved; `thrown` is True for a roll, False for dice that were only pushed, None if the eye
    does not know. `doubts` concern the whole tray; each die has its own. A reading is `likely` if
    it is sure or may be played unless somebody objects. One that `confirms` an earlier one is a
    longer look at the same dice. `after_rest_ms` is the time from the dice at rest to the reading,
    `size` the frame's width and height in pixels. Raises `ValueError` unless `moved` has one value
    for each die.
    """

    eye: Id
    number: NonNegativeInt
    dice: Annotated[tuple[DieReport, ...], Meta(max_length=MAX_REPORTED_DICE)]
    moved: tuple[bool, ...]
    thrown: bool | None
    sure: bool
    doubts: Annotated[tuple[Word, ...], Meta(max_length=MAX_WORDS)] = ()
    likely: bool = False
    confirms: NonNegativeInt | None = None
    t: float = 0.0
    size: tuple[int, int] = (0, 0)
    after_rest_ms: Annotated[float, Meta(ge=0)] = 0.0

    def __post_init__(self) -> None:
        if len(self.moved) != len(self.dice):
            raise ValueError("Expected as many `moved` as `dice`")

    @property
    def faces(self) -> tuple[str, ...]:
        """The likeliest face of each die."""
        return tuple(die.face for die in self.dice)

    @property
    def is_first_look(self) -> bool:
        """Whether the eye has just started and cannot know whether the dice were rolled."""
        return self.number == 1 and self.thrown is None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the table does with a reading, and the names of the reasons.

    `faces` is the likeliest legal reading and `kept` the indices of the dice that were not rolled.
    Reasons are doubts of the eye, or ``not awaited``, ``not a throw``, ``empty``, ``demo``,
    ``other eye``, ``self test``, ``teaching`` (ignored), or ``unsure``, ``too few``, ``too many``,
    ``unknown face``, ``fixed die gone``, ``kept unclear``, ``thrown unclear``, ``beside moved``,
    ``beside changed``, the code with which the rules refuse it, and those of the table
    (`companion.rolls.verdict.TABLE_REASONS`; asked).
    A `likely` one has only doubts of the eye.
    """

    outcome: Outcome
    why: tuple[str, ...] = ()
    faces: tuple[str, ...] = ()
    kept: tuple[int, ...] = ()
