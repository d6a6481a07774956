"""The second, naive solver: plain recursion over dice, one state at a time."""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from itertools import combinations, permutations, product
from typing import TypeAlias

from engine.last_chance.combination import cracked
from engine.last_chance.lock import Laid, lay_kept, lay_printed, on_card
from engine.last_chance.options import Options
from engine.last_chance.state import NOTHING_LAID

Dice: TypeAlias = tuple[str, ...]
Solver: TypeAlias = Callable[[Dice, Laid, int], float]

FACES = "123456"


@cache
def throws(count: int) -> tuple[tuple[Dice, float], ...]:
    """Return what `count` dice may show, in any order, and how likely each is."""
    ways = Counter(tuple(sorted(roll)) for roll in product(FACES, repeat=count))
    return tuple((roll, number / 6**count) for roll, number in ways.items())


@cache
def made(card: str, laid: Laid, loose: Dice, rules: Options) -> bool:
    """Tell whether the `loose` dice can be laid on the free places so that the card is cracked."""
    free = [slot for slot, face in enumerate(laid) if face is None]
    return any(
        _made(card, {**dict(enumerate(laid)), **dict(zip(free, dice, strict=True))}, rules)
        for dice in permutations(loose)
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


def solver(card: str, rules: Options) -> tuple[Solver, Solver]:
    """Return the chance of dice (sorted), those on the card and attempts, and of keeping dice."""

    @cache
    def chance(dice: Dice, laid: Laid, attempts: int) -> float:
        if made(card, laid, tuple((Counter(dice) - Counter(on_card(laid))).elements()), rules):
            return 1.0
        if not attempts:
            return 0.0
        if rules.lock == "until_cracked":
            laid = lay_printed(card, laid, (Counter(dice) - Counter(on_card(laid))).elements())
        loose = sorted((Counter(dice) - Counter(on_card(laid))).elements())
        return max(
            keeping(stay, laid, attempts)
            for size in range(len(loose))
            for stay in set(combinations(loose, size))
        )

    @cache
    def keeping(stay: Dice, laid: Laid, attempts: int) -> float:
        new = laid if rules.lock == "free" else lay_kept(card, laid, stay, rules)
        kept = stay + on_card(laid)
        return sum(
            share * chance(tuple(sorted(kept + thrown)), new, attempts - 1)
            for thrown, share in throws(5 - len(kept))
        )

    return chance, keeping


def naive(card: str, dice: str, attempts: int, rules: Options, laid: Laid = NOTHING_LAID) -> float:
    """Return the chance to crack `card` from `dice` with best play."""
    return solver(card, rules)[0](tuple(sorted(dice)), laid, attempts)


def slowly(card: Dice, attempts: int) -> list[dict[Dice, float]]:
    """Return the chance of each free roll in 0 to `attempts`, by trying every keep and throw."""

    @cache
    def chance(dice: Dice, left: int) -> float:
        if cracked(card, dice, Options()):
            return 1.0
        return max(map(keeping, parts(dice), [left] * 31)) if left else 0.0

    def parts(dice: Dice) -> list[Dice]:
        return [stay for size in range(5) for stay in combinations(dice, size)]

    def keeping(stay: Dice, left: int) -> float:
        count = 5 - len(stay)
        rolls = product(FACES, repeat=count)
        return sum(chance(tuple(sorted(stay + thrown)), left - 1) for thrown in rolls) / 6**count

    return [{dice: chance(dice, left) for dice, _ in throws(5)} for left in range(attempts + 1)]
