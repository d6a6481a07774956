"""Match the dice of two readings, and combine the readings of several stills."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import dist, exp

from vision.bounding_box import shift_box
from vision.detection import logit
from vision.reading import HIDING_DOUBT, LIKELY_CONFIDENCE, Die, Reading, can_play_unasked

MIN_AGREEING_SHARE = 0.8  # of the stills of one rest; with 1, three of 235 fewer are sure
UNANIMOUS_STILLS = 4  # two each way; if all agree and are not sure, more will not help
UNANIMITY_FACTOR = 1.2  # on log odds if all stills agree; with 1.4, a held-out picture is wrong
MIN_DOUBTING_SHARE = 0.51  # of stills that name a doubt; with half of them, six fewer are sure
SAME_DIE_DISTANCE = 0.3  # maximum distance of one die's centres in two readings, in die sizes


def distance_in_die_sizes(a: Die, b: Die) -> float:
    """Return the distance between the centres of two dice, in sizes of the first."""
    return dist(a.centre, b.centre) / max(a.size, 1.0)


def match_dice(new: Sequence[Die], old: Sequence[Die]) -> list[int | None]:
    """Return for each new die the index of the old die at its place, or None; nearest first."""
    close = sorted(
        (distance_in_die_sizes(n, o), i, j)
        for i, n in enumerate(new)
        for j, o in enumerate(old)
        if distance_in_die_sizes(n, o) <= SAME_DIE_DISTANCE
    )
    found: list[int | None] = [None] * len(new)
    taken: set[int] = set()
    for _, i, j in close:
        if found[i] is None and j not in taken:
            found[i] = j
            taken.add(j)
    return found


def are_same_dice(new: Sequence[Die], old: Sequence[Die]) -> bool:
    """Return whether these are the same dice: equally many, with the same places and faces."""
    return len(new) == len(old) and all(
        j is not None and die.face == old[j].face
        for die, j in zip(new, match_dice(new, old), strict=True)
    )


def are_same_dice_in_shifted_view(new: Sequence[Die], old: Sequence[Die]) -> bool:
    """Return whether these are the same dice in the same arrangement, perhaps in a shifted view.

    That is the case if one common shift moves every die onto an old one with its face. A shift of a
    single die could be a roll, so it must lie where it lay.
    """
    if len(new) != len(old) or len(new) < 2:
        return are_same_dice(new, old)
    new_x, new_y = new[0].centre
    return any(
        are_same_dice(
            [replace(die, box=shift_box(die.box, x - new_x, y - new_y)) for die in new], old
        )
        for x, y in (start.centre for start in old)
    )


def vote_on_stills(stills: Sequence[Reading], most: int) -> Reading | None:
    """Combine the stills of one rest; return None while more are needed.

    Stills decide if two or more agree, they are the majority, they are sure individually or
    combined, and no still that might be played disagrees. Stills that all show an empty tray decide
    as well. Unanimous stills increase the confidence. After `most` stills, or UNANIMOUS_STILLS
    unanimous ones (so that dice are reported before a hand takes them), the group with the most
    sure stills is returned, with the doubts that half of it named. If it is not the majority, or if
    a playable still disagrees, its disputed dice are held below LIKELY.
    """
    groups = _groups(stills)
    best = groups[0]
    contested = _contested(groups)
    gain = UNANIMITY_FACTOR if len(groups) == 1 else 1.0
    for agreed in ([still for still in best if still.sure], best):
        if len(agreed) >= 2 and 2 * len(agreed) > len(stills) and not contested:
            together = _merged(agreed, of_dice=MIN_DOUBTING_SHARE, gain=gain)
            if together.sure:
                return together
    if len(best) >= 2 and not best[0].dice and len(best) == len(stills):
        return _merged(best)  # unanimously empty
    if len(stills) < (most if len(groups) > 1 else min(most, UNANIMOUS_STILLS)):
        return None
    reading = _merged(best, gain=gain)
    if reading.dice and 2 * len(best) > len(stills) and not contested:
        return reading
    return _hold_disputed(reading, groups[1:])


def combine_views(stills: Sequence[Reading]) -> Reading:
    """Combine stills that show one rest in different views.

    A doubt about a die needs half of the stills, any other doubt a third. Unless nearly all stills
    agree and no playable still disagrees, disputed dice are held below LIKELY. Unanimous stills
    increase the confidence.
    """
    groups = _groups(stills)
    if len(groups) == 1:
        return _merged(stills, of_dice=MIN_DOUBTING_SHARE, of_tray=1 / 3, gain=UNANIMITY_FACTOR)
    nearly_all = len(groups[0]) >= MIN_AGREEING_SHARE * len(stills)
    reading = _merged(groups[0], of_dice=MIN_DOUBTING_SHARE, of_tray=1 / 3)
    return reading if nearly_all and not _contested(groups) else _hold_disputed(reading, groups[1:])


def _groups(stills: Sequence[Reading]) -> list[list[Reading]]:
    """Group stills that show the same dice, the group with the most sure stills first."""
    groups: list[list[Reading]] = []
    for still in stills:
        home = next((g for g in groups if are_same_dice(g[0].dice, still.dice)), None)
        if home is None:
            groups.append([still])
        else:
            home.append(still)
    groups.sort(key=lambda g: (sum(s.sure for s in g), len(g)), reverse=True)
    return groups


def _contested(groups: Sequence[Sequence[Reading]]) -> bool:
    """Return whether a still outside the first group might be played instead."""
    count = len(groups[0][0].dice)
    others = (still for group in groups[1:] for still in group)
    return any(still.likely or can_play_unasked(still.dice, count) for still in others)


def _merged(
    group: Sequence[Reading], *, of_dice: float = 0.5, of_tray: float = 0.5, gain: float = 1.0
) -> Reading:
    """Merge stills that agree: the last one's dice, with the mean log odds of the confidences.

    The mean log odds are multiplied by `gain`. A doubt is kept if at least a share `of_dice` (or
    `of_tray` for doubts about no single die) of the stills named it.
    """
    last, least = group[-1], of_dice * len(group)
    dice = []
    for die in last.dice:
        views = [die]
        for other in group[:-1]:
            place = match_dice([die], other.dice)[0]
            if place is not None:
                views.append(other.dice[place])
        odds = gain * sum(logit(view.confidence) for view in views) / len(views)
        doubts = _named_by(least, [view.doubts for view in views])
        slight = sum(not view.slight for view in views) < least
        confidence = 1 / (1 + exp(-odds))
        dice.append(replace(die, confidence=confidence, doubts=doubts, slight=slight))
    beside = _named_by(of_tray * len(group), [still.tray_doubts for still in group])
    named = tuple(dict.fromkeys((*_named_by(least, [s.doubts for s in group]), *beside)))
    of_these = {doubt for die in dice for doubt in die.doubts}
    tray_doubts = tuple(doubt for doubt in named if doubt in beside or doubt not in of_these)
    faint = tuple(box for still in group for box in still.faint)
    return Reading(tuple(dice), tray_doubts, last.ms, faint)


def _named_by(least: float, named: Iterable[Iterable[str]]) -> tuple[str, ...]:
    """Return the doubts named by at least `least` stills, and HIDING_DOUBT if any named it.

    The lower die is hidden in most views, so one view that shows it is enough.
    """
    counts = Counter(doubt for doubts in named for doubt in doubts)
    return tuple(
        doubt for doubt, count in counts.items() if count >= least or doubt == HIDING_DOUBT
    )


def _hold_disputed(reading: Reading, others: Sequence[Sequence[Reading]]) -> Reading:
    """Hold the confidence of disputed dice below LIKELY.

    A die is disputed if a still of the `others` does not show it. If there is no such die, all
    dice are disputed.
    """
    if reading.is_empty:  # dice in some stills, none in most
        return replace(reading, tray_doubts=("covered",))
    stills = [still for group in others for still in group]
    disputed = [not all(_is_shown(die, still) for still in stills) for die in reading.dice]
    held = disputed if any(disputed) else [True] * len(disputed)
    dice = tuple(
        replace(die, confidence=min(die.confidence, LIKELY_CONFIDENCE - 0.01)) if one else die
        for die, one in zip(reading.dice, held, strict=True)
    )
    return replace(reading, dice=dice)


def _is_shown(die: Die, still: Reading) -> bool:
    place = match_dice([die], still.dice)[0]
    return place is not None and still.dice[place].face == die.face
