"""Whether the table believes a reading: play it, ask about it, or let it pass. Pure.

A wrong number that nobody was asked about is the worst fault there is, and a question is cheap, so
everything that does not fit what the game awaits is asked.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from engine.core.awaited import Awaited


@dataclass(frozen=True, slots=True)
class SeenDie:
    """One die as the eye saw it.

    `face` is the likeliest, `confidence` its chance, `box` (x1, y1, x2, y2) in pixels of the
    frame, `body` its own colour, `alternatives` the likeliest faces with chances, best first.
    """

    face: str
    confidence: float
    box: tuple[float, float, float, float]
    body: str = ""
    alternatives: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Seen:
    """A reading as it came from the eye.

    `eye` names the run of the eye and `number` counts its readings from 1. `moved` tells for each
    die whether it lay otherwise before; `thrown` is True for a throw, False for dice that were only
    pushed, None when the eye cannot tell. `after_rest_ms` is the time from the dice at rest to the
    reading, `size` the frame's width and height in pixels.
    """

    eye: str
    number: int
    dice: tuple[SeenDie, ...]
    moved: tuple[bool, ...]
    thrown: bool | None
    sure: bool
    doubts: tuple[str, ...] = ()
    t: float = 0.0
    size: tuple[int, int] = (0, 0)
    after_rest_ms: float = 0.0

    @property
    def faces(self) -> tuple[str, ...]:
        """The likeliest face of each die."""
        return tuple(die.face for die in self.dice)


BETWEEN = "grey"
"""What black dice look like under a lamp, and white ones in the shade."""


def meant(awaited: Awaited | None, seen: Seen) -> Seen:
    """Return `seen` with only the dice that the game throws now, where their colour tells them.

    Where too few are of the colour that is awaited, grey ones are taken for black or white.

    The dice of another colour must lie as they lay: else the reading has the doubt ``beside moved``
    or ``beside changed``.
    """
    if awaited is None or not awaited.body:
        return seen
    mine = [i for i, die in enumerate(seen.dice) if die.body == awaited.body]
    if len(mine) < awaited.count and awaited.body in ("black", "white"):
        mine = [i for i, die in enumerate(seen.dice) if die.body in (awaited.body, BETWEEN)]
    others = [i for i in range(len(seen.dice)) if i not in mine]
    doubts = seen.doubts
    # An eye that has just opened knows of no die where it lay; then it asks that alone.
    if seen.thrown is not None and any(seen.moved[i] for i in others):
        doubts += ("beside moved",)
    shown = Counter(seen.dice[i].face for i in others)
    if others and Counter(awaited.beside) - shown:
        doubts += ("beside changed",)
    return replace(
        seen,
        dice=tuple(seen.dice[i] for i in mine),
        moved=tuple(seen.moved[i] for i in mine),
        doubts=doubts,
    )


TOO_EARLY = "too early"
UNHEARD = "unheard"
UNANSWERED = "earlier throw unanswered"
OF_THE_TABLE = (TOO_EARLY, UNHEARD, UNANSWERED)
"""Why the table asks whatever a reading shows: the dice may be a throw that it knows already (see
`late`), or one from before the game began to wait for it; a throw before them was never told, or
nobody answered it, so that this one would be played in its place."""

Outcome: TypeAlias = Literal["play", "ask", "ignore"]
PAST = {"play": "played", "ask": "asked", "ignore": "ignored"}
"""What is told of an outcome afterwards."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What to do with a reading, and the names of the reasons.

    `faces` is the likeliest legal reading and `kept` the indices of the dice that were not thrown.
    Reasons are doubts of the eye, or ``not awaited``, ``not a throw``, ``empty`` (ignored), or
    ``unsure``, ``too few``, ``too many``, ``unknown face``, ``fixed die gone``, ``kept unclear``,
    ``thrown unclear``, ``beside moved``, ``beside changed``, and those `OF_THE_TABLE` (asked).
    """

    outcome: Outcome
    why: tuple[str, ...]
    faces: tuple[str, ...] = ()
    kept: tuple[int, ...] = ()


def judge(awaited: Awaited | None, seen: Seen, reasons: tuple[str, ...] = ()) -> Verdict:
    """Return what to do with `seen`, the dice `meant`, while the game waits for `awaited`.

    `reasons` to ask are those `OF_THE_TABLE` that there are.
    """
    if awaited is None:
        return Verdict("ignore", ("not awaited",), seen.faces)
    if seen.thrown is False or _lay_there(awaited, seen, TOO_EARLY in reasons):
        return Verdict("ignore", ("not a throw",), seen.faces)
    if not seen.dice and not seen.doubts and not awaited.body:
        return Verdict("ignore", ("empty",))
    faces = tuple(_likeliest(die, awaited.faces) for die in seen.dice)
    kept = _kept(awaited, seen, faces)
    why = (*_eye_doubts(seen), *_rule_doubts(awaited, seen, faces, kept), *reasons)
    kept = consistent(awaited, faces, kept)
    return Verdict("ask" if why else "play", tuple(dict.fromkeys(why)), faces, kept)


def _lay_there(awaited: Awaited, seen: Seen, too_early: bool) -> bool:
    """Tell whether an eye that has just opened sees only what lay there before."""
    just_opened = seen.number == 1 and seen.thrown is None
    same = bool(awaited.before) and Counter(seen.faces) == Counter(awaited.before)
    return just_opened and (same or too_early)


def consistent(awaited: Awaited, faces: Sequence[str], kept: Sequence[int]) -> tuple[int, ...]:
    """Return those of `kept` that can have stayed: what shows a face that lay there before."""
    lay = Counter(awaited.before)
    stayed = []
    for i in kept:
        if 0 <= i < len(faces) and lay[faces[i]] > 0:
            lay[faces[i]] -= 1
            stayed.append(i)
    return tuple(stayed)


def ranked(die: SeenDie, allowed: Sequence[str]) -> tuple[tuple[str, float], ...]:
    """Return the `allowed` faces of `die` with their chances, likeliest first."""
    chances = dict(die.alternatives) or {die.face: die.confidence}
    found = [(face, chance) for face, chance in chances.items() if face in allowed]
    return tuple(sorted(found, key=lambda item: -item[1]))


def _likeliest(die: SeenDie, allowed: Sequence[str]) -> str:
    if die.face in allowed:
        return die.face
    order = ranked(die, allowed)
    return order[0][0] if order else allowed[0]


def _kept(awaited: Awaited, seen: Seen, faces: Sequence[str]) -> tuple[int, ...]:
    """Dice that lie as they lay, and dice that the rules forbid to throw wherever they lie now."""
    kept = {i for i, moved in enumerate(seen.moved) if not moved}
    missing = Counter(awaited.fixed) - Counter(faces[i] for i in kept)
    for i, face in enumerate(faces):
        if i not in kept and missing[face] > 0:
            kept.add(i)
            missing[face] -= 1
    return tuple(sorted(kept))


def _eye_doubts(seen: Seen) -> tuple[str, ...]:
    why = seen.doubts
    if not seen.sure and not why:
        why = ("unsure",)
    if seen.thrown is None:
        why += ("thrown unclear",)
    return why


def _rule_doubts(
    awaited: Awaited, seen: Seen, faces: Sequence[str], kept: Sequence[int]
) -> tuple[str, ...]:
    why = []
    if len(faces) != awaited.count:
        why.append("too few" if len(faces) < awaited.count else "too many")
    elif not awaited.fits(seen.faces):
        why.append("unknown face")
    if Counter(awaited.fixed) - Counter(faces):
        why.append("fixed die gone")
    kept_faces = Counter(faces[i] for i in kept)
    # An untouched die that the game did not see like this was misread once, then or now; and where
    # all dice are to be thrown, none may lie untouched.
    if kept_faces - Counter(awaited.before):
        why.append("kept unclear")
    if seen.thrown and len(kept) == len(faces):
        why.append("thrown unclear")
    return tuple(why)
