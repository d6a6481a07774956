"""The exact chance to crack a card with best play, and the best dice to keep.

To lay dice by hand under a lock (`Lay`) rules some combinations out.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from engine.core.refusals import NotAllowed
from engine.last_chance import combination
from engine.last_chance.actions import FACES
from engine.last_chance.lock import LaidFaces, faces_of_laid_dice
from engine.last_chance.options import Options
from engine.last_chance.solver import Faces, Odds, Solver
from engine.last_chance.state import NO_FACES_LAID


def odds(
    printed: Sequence[str],
    dice: Sequence[str],
    attempts: int,
    options: Options | None = None,
    laid: LaidFaces = NO_FACES_LAID,
    unplaced: Sequence[str] = (),
    *,
    sold: bool = False,
) -> Odds:
    """Return the odds to crack a card with symbols `printed` in `attempts` from `dice`.

    `dice` are five faces, or none if all five are yet to be thrown; of these, `laid` are those on
    the card's places under a lock, and `unplaced` those locked beside. Dice that crack the card are
    certain, unless it is for sale or `sold` with them: whoever tries throws one die at least.
    Raises `NotAllowed`: ``bad_symbols``, ``only_jokers``, ``dice_count``, ``bad_attempts``,
    ``locked`` (dice are locked that do not lie there), ``no_place`` (they cannot all serve).
    """
    rules = options or Options()
    locked = tuple(sorted((*faces_of_laid_dice(laid), *unplaced)))
    _check(printed, dice, attempts, rules, locked)
    if not combination.can_all_be_used(printed, locked, rules, laid):
        raise NotAllowed("no_place", "These dice cannot all serve on the card.", faces=locked)
    if dice and not sold and combination.cracks_card(printed, dice, rules, laid):
        return Odds(1.0, ())
    if attempts == 0:
        return Odds(0.0, ())
    solver = _solver_for(tuple(printed), rules, laid, locked)
    return solver.best_odds(locked, tuple(sorted(dice)), attempts)


def _check(
    printed: Sequence[str], dice: Sequence[str], attempts: int, options: Options, locked: Faces
) -> None:
    combination.check_symbols(printed, options)
    if len(dice) not in (0, combination.DICE_COUNT) or not set(dice) <= set(FACES):
        raise NotAllowed("dice_count", "Five dice lie there, or none.", dice=tuple(dice))
    if not 0 <= attempts <= 9:
        raise NotAllowed("bad_attempts", "0 to 9 attempts.", attempts=attempts, min=0, max=9)
    if Counter(locked) - Counter(dice):
        raise NotAllowed("locked", "Dice on the card lie there too.", locked=locked)


@lru_cache(maxsize=64)
def _solver(
    printed: tuple[str, ...], options: Options, ways: frozenset[Faces], locked: Faces
) -> Solver:
    numbers = tuple(symbol for symbol in printed if symbol not in combination.JOKERS)
    forced = numbers if options.lock == "until_cracked" else ()
    return Solver(ways, locked, lock=options.lock != "free", forced=forced)


def _bare_solver(printed: tuple[str, ...], options: Options) -> Solver:
    return _solver(printed, options, combination.cracking_combinations(printed, options), ())


def _solver_for(
    printed: tuple[str, ...], options: Options, laid: LaidFaces, locked: Faces
) -> Solver:
    """Return the solver of the bare card, or, if dice were laid by hand before need, of these.

    What is locked is mostly one of the nodes met from the bare card on, so one solver serves a card
    from its first throw to its last.
    """
    bare, ways = (
        _bare_solver(printed, options),
        combination.cracking_combinations(printed, options, laid),
    )
    same = _holding(bare.ways, locked) == _holding(ways, locked)
    return bare if same and bare.has_node(locked) else _solver(printed, options, ways, locked)


def _holding(ways: frozenset[Faces], locked: Faces) -> set[Faces]:
    return {way for way in ways if not Counter(locked) - Counter(way)}
