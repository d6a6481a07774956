"""Whether the table believes a reading: plays it, asks about it, or ignores it.

A wrong number that nobody was asked about is the worst fault, and a question is cheap. So the table
asks whenever a reading does not fit what the game awaits.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from heapq import nlargest
from operator import itemgetter
from types import MappingProxyType

from msgspec.structs import replace

from companion.log.readings import DieReport, Outcome, ReadingReport, Verdict
from engine.core.awaited_dice import AwaitedDice
from vision.reading import DOUBTS, are_faces_sure

TOO_EARLY = "too early"
UNHEARD = "unheard"
UNANSWERED = "earlier throw unanswered"
NEW_EYE = "new eye"
TABLE_REASONS = (TOO_EARLY, UNHEARD, UNANSWERED, NEW_EYE)
"""Why the table asks, whatever a reading shows.

``too early``: it may be a roll that the table knows already, or one from before the game waited for
it. ``unheard``, ``earlier throw unanswered``: an earlier roll never arrived or has no answer, and
this one would be played in its place. ``new eye``: it is the first roll of another eye.
"""

NOT_AWAITED = "not awaited"
ROLL_UNCLEAR = "thrown unclear"
KEPT_UNCLEAR = "kept unclear"  # a still die does not show its known face
DEMO_DICE = "demo"  # virtual dice while a real camera is in use
OTHER_EYE = "other eye"  # while another eye is in use
SELF_TEST = "self test"  # rolls for a test of the eye

OWN_EYE = "eye"
"""The owner of the eyes on the table's own machine."""

IN_DEMO, OF_OTHER_EYE = Verdict("ignored", (DEMO_DICE,)), Verdict("ignored", (OTHER_EYE,))
NOT_A_ROLL, IN_TEST = Verdict("ignored", ("not a throw",)), Verdict("ignored", (SELF_TEST,))
IN_LESSON = Verdict("ignored", ("teaching",))  # dice that are being taught


def judge(
    awaited: AwaitedDice,
    reading: ReadingReport,
    reasons: tuple[str, ...] = (),
    asked_about: bool = False,
) -> Verdict:
    """Return the verdict on `reading`, which is reduced to awaited dice.

    `reasons` are those `TABLE_REASONS` that apply. `asked_about`: the same dice are, already.
    """
    lay_there = bool(awaited.before) and Counter(reading.faces) == Counter(awaited.before)
    same = asked_about or TOO_EARLY in reasons or lay_there
    if reading.thrown is False or (reading.is_first_look and same):
        return Verdict("ignored", ("not a throw",), reading.faces)
    if not reading.dice and not reading.doubts and not awaited.body:
        return Verdict("ignored", ("empty",))
    faces = tuple(_likeliest(die, awaited.faces) for die in reading.dice)
    kept = _kept(awaited, reading, faces)
    by_rules = _doubts_by_the_rules(awaited, reading, faces, kept)
    others = (*by_rules, *reasons)
    if reading.thrown is None:
        others = (ROLL_UNCLEAR, *others)
    # If no awaited die is missing, none is hidden, unless a grey die was taken for an awaited one.
    clear = not awaited.body or {die.body for die in reading.dice} == {awaited.body}
    moot = clear and not by_rules and _only_a_hidden_die_is_doubted(reading)
    doubts = reading.doubts or (() if reading.sure else ("unsure",))
    why = tuple(dict.fromkeys((*(() if moot else doubts), *others)))
    outcome: Outcome = "played"
    if why:
        outcome = "likely" if reading.likely and not others else "asked"
    return Verdict(outcome, why, faces, consistent_kept(awaited, faces, kept))


def consistent_kept(
    awaited: AwaitedDice, faces: Sequence[str], kept: Sequence[int]
) -> tuple[int, ...]:
    """Return those of `kept` that can have stayed: a die with that face lay there before."""
    lay = Counter(awaited.before)
    stayed = []
    for i in kept:
        if 0 <= i < len(faces) and lay[faces[i]] > 0:
            lay[faces[i]] -= 1
            stayed.append(i)
    return tuple(stayed)


ANSWERS_OFFERED, ANSWERS_COMPARED = 3, 12


def likely_answers(dice: Sequence[DieReport], awaited: AwaitedDice) -> list[tuple[str, ...]]:
    """Return the faces of `dice` that `awaited` can show, likeliest first, three at most."""
    found: list[tuple[tuple[str, ...], float]] = [((), 1.0)]
    for at, die in enumerate(dice, 1):
        longer = [
            ((*faces, face), chance * more)
            for faces, chance in found
            for face, more in _allowed_faces(die, awaited.faces).items()
            if at < len(dice) or awaited.can_show((*faces, face))
        ]
        found = nlargest(ANSWERS_COMPARED, longer, key=itemgetter(1))
    return [faces for faces, _ in found[:ANSWERS_OFFERED] if faces]


def _allowed_faces(die: DieReport, allowed: Sequence[str]) -> dict[str, float]:
    """Return the `allowed` faces of `die` with their chances."""
    chances = dict(die.alternatives) or {die.face: die.confidence}
    return {face: chance for face, chance in chances.items() if face in allowed}


def _likeliest(die: DieReport, allowed: Sequence[str]) -> str:
    if die.face in allowed:
        return die.face
    chances = _allowed_faces(die, allowed)
    return max(chances, key=chances.__getitem__, default=allowed[0])


def _kept(awaited: AwaitedDice, reading: ReadingReport, faces: Sequence[str]) -> tuple[int, ...]:
    """Return the dice that did not move, and those that the rules forbid to roll."""
    kept = {i for i, moved in enumerate(reading.moved) if not moved}
    missing = Counter(awaited.fixed) - Counter(faces[i] for i in kept)
    for i, face in enumerate(faces):
        if i not in kept and missing[face] > 0:
            kept.add(i)
            missing[face] -= 1
    return tuple(sorted(kept))


def _only_a_hidden_die_is_doubted(reading: ReadingReport) -> bool:
    """Return whether the only doubt is that a die may be hidden, or that one of these isn't one."""
    of_picture = set(DOUBTS) - {"too many"}  # then the reading lacks some dice
    return are_faces_sure(reading.dice) and bool(reading.doubts) and of_picture >= {*reading.doubts}


def _doubts_by_the_rules(
    awaited: AwaitedDice, reading: ReadingReport, faces: Sequence[str], kept: Sequence[int]
) -> tuple[str, ...]:
    why = []
    if len(faces) != awaited.count:
        why.append("too few" if len(faces) < awaited.count else "too many")
    elif not awaited.can_show(reading.faces):
        why.append("unknown face")
    if Counter(awaited.fixed) - Counter(faces):
        why.append("fixed die gone")
    kept_faces = Counter(faces[i] for i in kept)
    # A die that stayed but shows a face that did not lie there was misread, before or now. If all
    # dice are to be rolled, no die may stay.
    if kept_faces - Counter(awaited.before):
        why.append(KEPT_UNCLEAR)
    if reading.thrown and len(kept) == len(faces):
        why.append(ROLL_UNCLEAR)
    return tuple(why)


GREY = "grey"
"""Black dice look grey under a lamp, white ones in the shade."""


def keep_only_awaited_dice(
    reading: ReadingReport,
    awaited: AwaitedDice | None,
    known: Mapping[int, str] = MappingProxyType({}),
) -> ReadingReport:
    """Return `reading` with only the dice that the game rolls now, if their colour shows it.

    If too few dice have the awaited colour, grey ones count as black or white.

    `known` are the faces, by index, that people have entered for still dice. They replace what the
    eye read; if it is sure of another face, the reading gets the doubt ``kept unclear``. Doubts
    about dice of another colour do not matter, but if such dice have changed, the reading gets
    ``beside moved`` or ``beside changed``.
    """
    dice = [_as_known(die, known.get(i)) for i, die in enumerate(reading.dice)]
    in_play = indices_of_awaited_dice(reading, awaited)
    beside = [i for i in range(len(dice)) if i not in in_play]
    of_eye = (*reading.doubts, *(doubt for i in in_play for doubt in dice[i].doubts))
    contradictions = []
    if any(i in known and dice[i].face != known[i] for i in in_play):
        contradictions.append(KEPT_UNCLEAR)
    # An eye that has just started does not know where dice lay; that is doubt enough.
    if reading.thrown is not None and any(reading.moved[i] for i in beside):
        contradictions.append("beside moved")
    if awaited and beside and Counter(awaited.beside) - Counter(dice[i].face for i in beside):
        contradictions.append("beside changed")
    sure, likely = reading.sure, reading.likely
    if any(i in beside or dice[i] is not die for i, die in enumerate(reading.dice) if not die.sure):
        # That doubt was about a die that does not matter here: the dice in play decide.
        sure = all(dice[i].sure for i in in_play)
        likely = not reading.doubts and all(dice[i].likely for i in in_play)
    return replace(
        reading,
        dice=tuple(dice[i] for i in in_play),
        moved=tuple(reading.moved[i] for i in in_play),
        sure=sure,
        likely=likely and not contradictions,
        doubts=tuple(dict.fromkeys((*of_eye, *contradictions))),
    )


def with_inferred_moves(
    reading: ReadingReport, awaited: AwaitedDice, kept: Sequence[str]
) -> ReadingReport:
    """Return the `reading` of a photograph with `moved` inferred, which no photograph shows.

    Dice that are not awaited lie still, and so does one die for each of the `kept` faces.
    """
    in_play, at_rest = indices_of_awaited_dice(reading, awaited), Counter(kept)
    moved = [i in in_play for i in range(len(reading.dice))]
    for i in in_play:
        if at_rest[reading.dice[i].face] > 0:
            at_rest[reading.dice[i].face] -= 1
            moved[i] = False
    return replace(reading, moved=tuple(moved))


def _as_known(die: DieReport, face: str | None) -> DieReport:
    if face is None or (die.is_face_sure and die.face != face):
        return die
    return replace(die, face=face, confidence=1.0, alternatives=(), doubts=())


def indices_of_awaited_dice(reading: ReadingReport, awaited: AwaitedDice | None) -> list[int]:
    """Return the indices of the dice that the game rolls while it waits for `awaited`."""
    if awaited is None or not awaited.body:
        return list(range(len(reading.dice)))
    in_play = [i for i, die in enumerate(reading.dice) if die.body == awaited.body]
    if len(in_play) < awaited.count and awaited.body in ("black", "white"):
        bodies = (awaited.body, GREY)
        in_play = [i for i, die in enumerate(reading.dice) if die.body in bodies]
    return in_play
