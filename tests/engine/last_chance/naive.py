"""A second, naive solver: plain recursion over dice, one state at a time."""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from itertools import combinations, product
from typing import TypeAlias

from engine.last_chance.cards import cracks_card
from engine.last_chance.options import Options

Dice: TypeAlias = tuple[str, ...]
Laid: TypeAlias = tuple[str | None, ...]
Chance: TypeAlias = Callable[[Dice, Dice, int], float]
Keeping: TypeAlias = Callable[[Dice, int], float]

FACES = "123456"
NOTHING_LAID: Laid = (None,) * 5


@cache
def throws(count: int) -> tuple[tuple[Dice, float], ...]:
    """Return what `count` dice may show, in any order, each with its chance."""
    ways = Counter(tuple(sorted(roll)) for roll in product(FACES, repeat=count))
    return tuple((roll, number / 6**count) for roll, number in ways.items())


@cache
def full_cards(card: str, laid: Laid, rules: Options) -> frozenset[Dice]:
    """Return every set of five dice that cracks the card, on which some are `laid` already."""
    return frozenset(
        tuple(sorted(faces))
        for faces in product(*[[face] if face else FACES for face in laid])
        if _made(card, dict(enumerate(faces)), rules)
    )


def _made(card: str, faces: Mapping[int, str | None], rules: Options) -> bool:
    on = {symbol: {faces[slot] for slot in range(5) if card[slot] == symbol} for symbol in card}
    numbers = {symbol for symbol in on if symbol in FACES}
    jokers = [on[symbol] for symbol in on if symbol not in FACES]
    if rules.joker_vs_printed == "must_differ" and any(numbers & set(joker) for joker in jokers):
        return False
    alike = [len(on[symbol]) == 1 for symbol in on if symbol != "J"]
    differ = not ("L" in on and "C" in on and on["L"] & on["C"])
    return all(alike) and differ and all(on[number] == {number} for number in numbers)


def solver(card: str, rules: Options, laid: Laid = NOTHING_LAID) -> tuple[Chance, Keeping]:
    """Return two functions: the chance of a state, and the chance after keeping some dice.

    A state is all five dice (sorted), the locked ones and the attempts. Dice to keep include all
    locked ones; `laid` were laid by hand.
    """
    full = full_cards(card, laid, rules)

    @cache
    def may_stay(stay: Dice) -> bool:
        return any(not Counter(stay) - Counter(whole) for whole in full)

    @cache
    def chance(dice: Dice, locked: Dice, attempts: int) -> float:
        if dice in full:
            return 1.0
        if not attempts:
            return 0.0
        stays = {stay for size in range(5) for stay in combinations(dice, size)}
        if rules.lock != "free":
            stays = {s for s in stays if not Counter(locked) - Counter(s) and may_stay(s)}
        if rules.lock == "until_cracked":
            stays = {stay for stay in stays if _matched(card, stay) == _matched(card, dice)}
        return max(keeping(stay, attempts) for stay in stays)

    @cache
    def keeping(stay: Dice, attempts: int) -> float:
        locked = () if rules.lock == "free" else stay
        return sum(
            share * chance(tuple(sorted(stay + thrown)), locked, attempts - 1)
            for thrown, share in throws(5 - len(stay))
        )

    return chance, keeping


def _matched(card: str, dice: Dice) -> list[int]:
    """Return, for each number, how many of the dice match it on the card."""
    return [min(card.count(face), dice.count(face)) for face in FACES]


def naive(
    card: str,
    dice: str,
    attempts: int,
    rules: Options,
    laid: Laid = NOTHING_LAID,
    unplaced: Dice = (),
) -> float:
    """Return the chance to crack `card` from `dice` with best play."""
    locked = (*(face for face in laid if face), *unplaced)
    return solver(card, rules, laid)[0](tuple(sorted(dice)), tuple(sorted(locked)), attempts)


def slowly(card: Dice, attempts: int) -> list[dict[Dice, float]]:
    """Return the chance of each free roll with 0 to `attempts`, by trying all keeps and rolls."""

    @cache
    def chance(dice: Dice, left: int) -> float:
        if cracks_card(card, dice, Options()):
            return 1.0
        return max(map(keeping, parts(dice), [left] * 31)) if left else 0.0

    def parts(dice: Dice) -> list[Dice]:
        return [stay for size in range(5) for stay in combinations(dice, size)]

    def keeping(stay: Dice, left: int) -> float:
        count = 5 - len(stay)
        rolls = product(FACES, repeat=count)
        return sum(chance(tuple(sorted(stay + thrown)), left - 1) for thrown in rolls) / 6**count

    return [{dice: chance(dice, left) for dice, _ in throws(5)} for left in range(attempts + 1)]
