"""Best play of a card, solved backwards over the attempts.

Before each attempt one chooses which dice stay, then chance throws the others. Dice of one face are
interchangeable, so a throw of five is one of 252 multisets, not of 7776 rolls, and everything is
small tables.

Under a lock (option `lock`) the dice that stay are locked, so the problem is solved for all dice
that can be (a few hundred multisets at most). On which places they lie is nothing: all that counts
is which combinations that crack the card hold them.
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

from engine.last_chance.actions import FACES
from engine.last_chance.combination import DICE_COUNT, partial_combinations

Faces: TypeAlias = tuple[str, ...]
"""Faces of some dice, sorted: a multiset."""
FloatArray: TypeAlias = NDArray[np.float64]
IntArray: TypeAlias = NDArray[np.intp]

CHANCE_TOLERANCE = 1e-12
"""Chances closer than this are the same: the rest is rounding."""


@dataclass(frozen=True, slots=True)
class Odds:
    """The `chance` (0 to 1) with best play, and the `best_keeps`: dice to keep before the throw.

    `best_keeps` holds all dice that stay, those locked included. It is empty when there is nothing
    to throw: no attempt is left or the card is cracked. `other_keeps` are all other dice that might
    stay, the cheapest mistake first.
    """

    chance: float
    best_keeps: tuple[Faces, ...]
    other_keeps: tuple["WorseKeep", ...] = ()


@dataclass(frozen=True, slots=True)
class WorseKeep:
    """The `chance_lost` (0 to 1) by keeping `kept_faces` and then playing at best."""

    kept_faces: Faces
    chance_lost: float


@cache
def all_rolls(count: int) -> tuple[Faces, ...]:
    """Return every multiset of `count` dice, in order."""
    return tuple(combinations_with_replacement(FACES, count))


@dataclass(frozen=True, slots=True)
class _Throws:
    """Tables for `count` dice not on the card: what may stay, and what throwing the rest gives.

    `stay` are all piles that may stay, fewer than `count` dice; `gives` (stay, pile) is the chance
    that these become each pile of `count`; `choices` (pile, 2^count - 1) are the places in `stay`
    of what may stay of each pile.
    """

    stay: tuple[Faces, ...]
    gives: FloatArray
    choices: IntArray


@cache
def _throws(count: int) -> _Throws:
    stay = tuple(pile for size in range(count) for pile in all_rolls(size))
    number = {pile: index for index, pile in enumerate(stay)}
    place = {pile: index for index, pile in enumerate(all_rolls(count))}
    gives = np.zeros((len(stay), len(place)))
    for pile, row in number.items():
        for thrown in all_rolls(count - len(pile)):
            gives[row, place[tuple(sorted(pile + thrown))]] += _chance(thrown)
    choices = np.empty((len(place), 2**count - 1), dtype=np.intp)
    for pile, row in place.items():
        choices[row] = [number[part] for size in range(count) for part in combinations(pile, size)]
    return _Throws(stay, gives, choices)


def _chance(thrown: Faces) -> float:
    """Return the chance that as many dice show just these faces, in any order."""
    orders = factorial(len(thrown)) // prod(factorial(n) for n in Counter(thrown).values())
    return orders / float(len(FACES) ** len(thrown))


@dataclass(frozen=True, slots=True)
class _Node:
    """One multiset of locked dice, and where keeping and throwing lead from it.

    `made` says which piles of loose dice crack the card. Tables of all nodes lie end to end:
    `keeps` leads from each pile that may stay to what is then worth as much, once it is locked
    (`_NOWHERE`: it may not stay); `settles` from each thrown pile to itself, once what must be
    locked is.
    """

    throws: _Throws
    made: NDArray[np.bool_]
    keeps: IntArray
    settles: IntArray


_NOWHERE = -1
"""The place, the last one, of what may not be: it is worth nothing."""


class Solver:
    """All dice that can be locked, from `locked` on, where `ways` crack the card.

    `forced` are the printed numbers, where dice that match them are always locked. `lock` false:
    no dice are. The tables never change.
    """

    def __init__(
        self, ways: frozenset[Faces], locked: Faces = (), *, lock: bool = False, forced: Faces = ()
    ) -> None:
        self.ways, self._lock, self._forced = ways, lock, Counter(forced)
        self._numbers = {locked: 0}
        led = []
        for node in (found := [locked]):  # grows while new ones are met
            count = DICE_COUNT - len(node)
            keeps = [self._keep(node, pile) for pile in _throws(count).stay]
            settles = [self._settle(node, pile) for pile in all_rolls(count)]
            led.append((keeps, settles))
            for met in (*filter(None, keeps), *settles):
                if met[0] not in self._numbers:
                    self._numbers[met[0]] = len(found)
                    found.append(met[0])
        self._nodes = self._tables(led)

    def has_node(self, locked: Faces) -> bool:
        """Tell whether `locked` is among the nodes."""
        return locked in self._numbers

    def best_odds(self, locked: Faces, dice: Faces, attempts: int) -> Odds:
        """Return the odds with `attempts` (at least 1) to go from `dice`, some of them `locked`.

        What must be locked beside these is. `locked` must be one of the nodes.
        """
        loose = tuple((Counter(dice) - Counter(locked)).elements())
        if dice:
            locked, loose = self._settle(locked, loose)
        node = self._nodes[self._numbers[locked]]
        worth = _worth(self, attempts)[node.keeps]
        if not dice:  # nothing lies there yet: all dice are thrown
            return Odds(float(worth[0]), ((),))
        places = set(node.throws.choices[all_rolls(len(loose)).index(loose)].tolist())
        stay = node.throws.stay
        return _ranked(
            {
                tuple(sorted(stay[at] + locked)): float(worth[at])
                for at in places
                if node.keeps[at] != _NOWHERE
            }
        )

    def values_of_keeps(self, values: FloatArray) -> FloatArray:
        """Return what each pile that stays is worth, if `values` is what piles are worth then."""
        worth = [node.throws.gives @ values[node.settles] for node in self._nodes]
        return np.concatenate([*worth, [0.0]])

    def final_values(self) -> FloatArray:
        """Return what each pile is worth when there is no attempt left: 1 if it cracks the card."""
        return np.concatenate([node.made.astype(float) for node in self._nodes])

    def values_before_throw(self, worth: FloatArray) -> FloatArray:
        """Return what each pile is worth if those that may stay are of `worth`."""
        return np.concatenate(
            [
                np.where(node.made, 1.0, worth[node.keeps][node.throws.choices].max(axis=1))
                for node in self._nodes
            ]
        )

    def _keep(self, locked: Faces, pile: Faces) -> tuple[Faces, Faces] | None:
        if not self._lock:
            return locked, pile
        kept = tuple(sorted(locked + pile))
        return (kept, ()) if kept in partial_combinations(self.ways) else None

    def _settle(self, locked: Faces, pile: Faces) -> tuple[Faces, Faces]:
        if not self._forced or self._cracks(locked + pile):
            return locked, pile
        dice = Counter(locked + pile)
        stay = self._forced & dice | Counter(locked)
        return tuple(sorted(stay.elements())), tuple(sorted((dice - stay).elements()))

    def _cracks(self, dice: Faces) -> bool:
        return tuple(sorted(dice)) in self.ways

    def _tables(
        self, led: Sequence[tuple[list[tuple[Faces, Faces] | None], list[tuple[Faces, Faces]]]]
    ) -> list[_Node]:
        stays = _places([(node, _throws(DICE_COUNT - len(node)).stay) for node in self._numbers])
        every = _places([(node, all_rolls(DICE_COUNT - len(node))) for node in self._numbers])
        return [
            _Node(
                throws=_throws(DICE_COUNT - len(node)),
                made=np.array(
                    [self._cracks(node + pile) for pile in all_rolls(DICE_COUNT - len(node))]
                ),
                keeps=np.array([stays[way] if way else _NOWHERE for way in keeps], dtype=np.intp),
                settles=np.array([every[way] for way in settles], dtype=np.intp),
            )
            for node, (keeps, settles) in zip(self._numbers, led, strict=True)
        ]


def _ranked(worth: Mapping[Faces, float]) -> Odds:
    """Return the odds if the piles that may stay are of `worth`."""
    chance = max(worth.values())
    order = sorted(worth, key=lambda pile: (-len(pile), pile))
    mistakes = [WorseKeep(pile, chance - worth[pile]) for pile in order]
    return Odds(
        chance,
        tuple(mistake.kept_faces for mistake in mistakes if mistake.chance_lost < CHANCE_TOLERANCE),
        tuple(
            sorted(
                (m for m in mistakes if m.chance_lost >= CHANCE_TOLERANCE),
                key=lambda m: m.chance_lost,
            )
        ),
    )


def _places(rows: Sequence[tuple[Faces, tuple[Faces, ...]]]) -> dict[tuple[Faces, Faces], int]:
    """Return the place of each pile of each node, all end to end."""
    every = [(node, pile) for node, some in rows for pile in some]
    return {key: place for place, key in enumerate(every)}


@lru_cache(maxsize=256)
def _worth(solver: Solver, attempts: int) -> FloatArray:
    """Return what each pile that stays is worth with `attempts` to go, the next throw included."""
    return solver.values_of_keeps(
        solver.values_before_throw(_worth(solver, attempts - 1))
        if attempts > 1
        else solver.final_values()
    )
