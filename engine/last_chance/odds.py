"""The exact chance to crack a card with best play, and the best dice to keep.

Best play is a finite decision problem: before each attempt choose which dice stay, then chance
throws the others. It is solved backwards over the attempts. Dice of one face are interchangeable,
so a throw of five is one of 252 multisets, not of 7776 rolls, and everything is small tables.

Under a lock (option `lock`) the dice that stay are laid on the card, so the problem is solved for
every reachable way dice can lie on it (a few hundred at most). Dice are laid as the rules do by
themselves; by hand (`Lay`) never before need.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.core.refusals import NotAllowed
from engine.last_chance.actions import FACES
from engine.last_chance.combination import DICE, check_symbols, cracked
from engine.last_chance.lock import Laid, lay_kept, lay_printed, on_card
from engine.last_chance.options import Options
from engine.last_chance.state import NOTHING_LAID

Pile: TypeAlias = tuple[str, ...]
"""Faces of some dice, sorted: a multiset."""

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.intp]

SAME = 1e-12
"""Chances closer than this are the same: the rest is rounding."""


@dataclass(frozen=True, slots=True)
class Odds:
    """The `chance` (0 to 1) with best play, and every best pile of dice to `keep` before the throw.

    `keep` holds all dice that stay, those locked included. It is empty when there is nothing to
    throw: no attempt is left or the card is cracked. `others` are all other dice that might stay,
    the cheapest mistake first.
    """

    chance: float
    keep: tuple[Pile, ...]
    others: tuple["Mistake", ...] = ()


@dataclass(frozen=True, slots=True)
class Mistake:
    """What it would `cost`, in chance (0 to 1), to `keep` these dice and then play at best."""

    keep: Pile
    cost: float


def odds(
    printed: Sequence[str],
    dice: Sequence[str],
    attempts: int,
    options: Options | None = None,
    laid: Laid = NOTHING_LAID,
    *,
    sold: bool = False,
) -> Odds:
    """Return the odds to crack a card with symbols `printed` in `attempts` from `dice`.

    `dice` are five faces, or none if all five are yet to be thrown; `laid` are those on the card's
    places under a lock. Dice that crack the card are certain, unless it is for sale or `sold` with
    them: whoever tries throws one die at least. Raises `NotAllowed`: ``bad_symbols``,
    ``only_jokers``, ``dice_count``, ``bad_attempts``, ``locked`` (dice are laid that do not lie
    there).
    """
    rules = options or Options()
    _check(printed, dice, attempts, rules, laid)
    if dice and not sold and cracked(printed, dice, rules, laid):
        return Odds(1.0, ())
    if attempts == 0:
        return Odds(0.0, ())
    if rules.lock == "until_cracked":
        laid = lay_printed(printed, laid, (Counter(dice) - Counter(on_card(laid))).elements())
    loose = tuple(sorted((Counter(dice) - Counter(on_card(laid))).elements()))
    return _solver_for(tuple(printed), rules, laid).best(laid, loose, attempts)


def chances(
    printed: Sequence[str], attempts: int, options: Options | None = None
) -> dict[Pile, float]:
    """Return the chance to crack a card in `attempts` from each of the 252 rolls of five dice.

    The card is still bare: of a roll, only what must be laid (`until_cracked`) lies on it. Raises
    what `odds` raises.
    """
    rules = options or Options()
    _check(printed, (), attempts, rules, NOTHING_LAID)
    values = _solver(tuple(printed), rules, NOTHING_LAID).rolls(attempts)
    return dict(zip(piles(DICE), values.tolist(), strict=True))


def _check(
    printed: Sequence[str], dice: Sequence[str], attempts: int, options: Options, laid: Laid
) -> None:
    check_symbols(printed, options)
    if len(dice) not in (0, DICE) or not set(dice) <= set(FACES):
        raise NotAllowed("dice_count", "Five dice lie there, or none.", dice=tuple(dice))
    if not 0 <= attempts <= 9:
        raise NotAllowed("bad_attempts", "0 to 9 attempts.", attempts=attempts, min=0, max=9)
    if Counter(on_card(laid)) - Counter(dice):
        raise NotAllowed("locked", "Dice on the card lie there too.", locked=on_card(laid))


@cache
def piles(count: int) -> tuple[Pile, ...]:
    """Return every multiset of `count` dice, in order."""
    return tuple(combinations_with_replacement(FACES, count))


@dataclass(frozen=True, slots=True)
class _Throws:
    """Tables for `count` dice not on the card: what may stay, and what throwing the rest gives.

    `stay` are all piles that may stay, fewer than `count` dice; `gives` (stay, pile) is the chance
    that these become each pile of `count`; `choices` (pile, 2^count - 1) are the places in `stay`
    of what may stay of each pile.
    """

    stay: tuple[Pile, ...]
    gives: Floats
    choices: Ints


@cache
def _throws(count: int) -> _Throws:
    stay = tuple(pile for size in range(count) for pile in piles(size))
    number = {pile: index for index, pile in enumerate(stay)}
    place = {pile: index for index, pile in enumerate(piles(count))}
    gives = np.zeros((len(stay), len(place)))
    for pile, row in number.items():
        for thrown in piles(count - len(pile)):
            gives[row, place[tuple(sorted(pile + thrown))]] += _chance(thrown)
    choices = np.empty((len(place), 2**count - 1), dtype=np.intp)
    for pile, row in place.items():
        parts = [number[part] for size in range(count) for part in combinations(pile, size)]
        choices[row] = parts
    return _Throws(stay, gives, choices)


def _chance(thrown: Pile) -> float:
    """Return the chance that as many dice show just these faces, in any order."""
    orders = factorial(len(thrown)) // prod(factorial(n) for n in Counter(thrown).values())
    return orders / float(len(FACES) ** len(thrown))


@dataclass(frozen=True, slots=True)
class _Layout:
    """One way that dice lie on the card (`laid`), and where keeping and throwing lead from it.

    `made` says which piles of loose dice crack the card. Tables of all layouts lie end to end:
    `keeps` leads from each pile that may stay to what is then worth as much, once it is laid on the
    card; `settles` from each thrown pile to itself, once what must be laid is laid.
    """

    throws: _Throws
    made: NDArray[np.bool_]
    keeps: Ints
    settles: Ints


class _Solver:
    """All layouts that can be reached from `laid` on one card; its tables never change."""

    def __init__(self, printed: tuple[str, ...], options: Options, laid: Laid) -> None:
        self._printed = printed
        self._options = options
        self._found = [_in_order(self._printed, laid)]
        ways = []
        for layout in self._found:  # grows while new layouts are met
            keeps = [self._keep(layout, pile) for pile in _throws(_loose(layout)).stay]
            settles = [self._settle(layout, pile) for pile in piles(_loose(layout))]
            ways.append((keeps, settles))
            met = dict.fromkeys(to for to, _ in (*keeps, *settles))
            self._found += [to for to in met if to not in self._found]
        self._layouts = self._tables(ways)

    def knows(self, laid: Laid) -> bool:
        """Tell whether `laid` is among the layouts."""
        return _in_order(self._printed, laid) in self._found

    def best(self, laid: Laid, loose: Pile, attempts: int) -> Odds:
        """Return the odds with `attempts` (at least 1) to go and `loose` dice beside the card.

        `laid`, the dice on the card, must be one of the layouts.
        """
        locked = on_card(laid)
        layout = self._layouts[self._found.index(_in_order(self._printed, laid))]
        worth = _worth(self, attempts)[layout.keeps]
        if not loose and not locked:  # nothing lies there yet: all dice are thrown
            return Odds(float(worth[0]), ((),))
        places = set(layout.throws.choices[piles(len(loose)).index(loose)].tolist())
        stay = layout.throws.stay
        return _ranked({tuple(sorted(stay[at] + locked)): float(worth[at]) for at in places})

    def rolls(self, attempts: int) -> Floats:
        """Return what each roll of five is worth with `attempts` to go and nothing on the card."""
        values = self.before(_worth(self, attempts)) if attempts else self.last()
        return values[self._layouts[0].settles]

    def worth(self, values: Floats) -> Floats:
        """Return what each pile that stays is worth, if `values` is what piles are worth then."""
        return np.concatenate(
            [layout.throws.gives @ values[layout.settles] for layout in self._layouts]
        )

    def last(self) -> Floats:
        """Return what each pile is worth when there is no attempt left: 1 if it cracks the card."""
        return np.concatenate([layout.made.astype(float) for layout in self._layouts])

    def before(self, worth: Floats) -> Floats:
        """Return what each pile is worth if those that may stay are of `worth`."""
        return np.concatenate(
            [
                np.where(layout.made, 1.0, worth[layout.keeps][layout.throws.choices].max(axis=1))
                for layout in self._layouts
            ]
        )

    def _keep(self, laid: Laid, pile: Pile) -> tuple[Laid, Pile]:
        if self._options.lock == "free":
            return laid, pile
        return self._after(laid, lay_kept(self._printed, laid, pile, self._options), pile)

    def _settle(self, laid: Laid, pile: Pile) -> tuple[Laid, Pile]:
        if self._options.lock != "until_cracked" or self._cracks(laid, pile):
            return laid, pile
        return self._after(laid, lay_printed(self._printed, laid, pile), pile)

    def _after(self, old: Laid, new: Laid, pile: Pile) -> tuple[Laid, Pile]:
        if new == old:
            return old, pile
        laid = Counter(on_card(new)) - Counter(on_card(old))
        return _in_order(self._printed, new), tuple(sorted((Counter(pile) - laid).elements()))

    def _cracks(self, laid: Laid, pile: Pile) -> bool:
        return cracked(self._printed, on_card(laid) + pile, self._options, laid)

    def _tables(
        self, ways: Sequence[tuple[list[tuple[Laid, Pile]], list[tuple[Laid, Pile]]]]
    ) -> list[_Layout]:
        stays = _places([(laid, _throws(_loose(laid)).stay) for laid in self._found])
        every = _places([(laid, piles(_loose(laid))) for laid in self._found])
        return [
            _Layout(
                throws=_throws(_loose(laid)),
                made=np.array([self._cracks(laid, pile) for pile in piles(_loose(laid))]),
                keeps=np.array([stays[way] for way in keeps], dtype=np.intp),
                settles=np.array([every[way] for way in settles], dtype=np.intp),
            )
            for laid, (keeps, settles) in zip(self._found, ways, strict=True)
        ]


def _ranked(worth: Mapping[Pile, float]) -> Odds:
    """Return the odds if the piles that may stay are of `worth`."""
    chance = max(worth.values())
    order = sorted(worth, key=lambda pile: (-len(pile), pile))
    slips = (Mistake(pile, chance - worth[pile]) for pile in order if chance - worth[pile] >= SAME)
    return Odds(
        chance,
        tuple(pile for pile in order if chance - worth[pile] < SAME),
        tuple(sorted(slips, key=lambda slip: slip.cost)),
    )


@lru_cache(maxsize=4096)
def _in_order(printed: tuple[str, ...], laid: Laid) -> Laid:
    """Return `laid` with the faces on places of one symbol sorted: their order is nothing."""
    faces = {
        symbol: sorted(face for face, s in zip(laid, printed, strict=True) if face and s == symbol)
        for symbol in printed
    }
    return tuple(faces[symbol].pop(0) if faces[symbol] else None for symbol in printed)


def _loose(laid: Laid) -> int:
    return DICE - len(on_card(laid))


def _places(rows: Sequence[tuple[Laid, tuple[Pile, ...]]]) -> dict[tuple[Laid, Pile], int]:
    """Return the place of each pile of each layout, all end to end."""
    every = [(laid, pile) for laid, some in rows for pile in some]
    return {key: place for place, key in enumerate(every)}


@lru_cache(maxsize=64)
def _solver(printed: tuple[str, ...], options: Options, laid: Laid) -> _Solver:
    return _Solver(printed, options, laid)


def _solver_for(printed: tuple[str, ...], options: Options, laid: Laid) -> _Solver:
    """Return the solver of the bare card, or, if dice were laid by hand as never needed, of these.

    What lies on a card is mostly one of the layouts met from the bare card on, so one solver
    serves a card from its first throw to its last.
    """
    solver = _solver(printed, options, NOTHING_LAID)
    return solver if solver.knows(laid) else _solver(printed, options, laid)


@lru_cache(maxsize=256)
def _worth(solver: _Solver, attempts: int) -> Floats:
    """Return what each pile that stays is worth with `attempts` to go, the next throw included."""
    return solver.worth(
        solver.before(_worth(solver, attempts - 1)) if attempts > 1 else solver.last()
    )
