"""The exact chance of cracking a card with best play, the best dice to keep, and fair stakes.

Before each attempt, the cracker chooses which dice stay and rolls the others. The solver works
backwards over the attempts. Dice of one face are interchangeable, so a roll of five is one of 252
multisets instead of 7776 rolls, and all tables are small.

With a lock (option `lock`), the dice that stay are locked, so the problem is solved for every
multiset of locked dice (a few hundred at most). Their places do not matter, only which cracking
combinations contain them.

All values in money are expected gains, in units, of this crack alone. They ignore that a player
needs a card to win and money to bid, and the other bets. A bank that may not owe pays what it has
(`bank_limit`).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from itertools import combinations, combinations_with_replacement
from operator import itemgetter
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.core.dice import FACES, count_orders
from engine.core.refusals import Json, NotAllowed
from engine.last_chance import cards
from engine.last_chance.cards import DICE_COUNT, JOKERS, NO_FACES_LAID, LaidFaces
from engine.last_chance.options import Options
from engine.last_chance.state import State

Symbols: TypeAlias = tuple[str, ...]
"""A multiset of dice: their faces, sorted."""
FloatArray: TypeAlias = NDArray[np.float64]
IntArray: TypeAlias = NDArray[np.intp]

CHANCE_TOLERANCE = 1e-12
"""Chances that differ by less are equal except for rounding."""


@dataclass(frozen=True, slots=True)
class Odds:
    """The `chance` (0 to 1) with best play, and the dice to keep for it: all `best_keeps`.

    These contain the locked dice; there are none if no attempt is left or the card is cracked.
    `costs` is the chance that each other choice loses, the cheapest first.
    """

    chance: float
    best_keeps: tuple[Symbols, ...]
    costs: Mapping[Symbols, float] = field(default_factory=dict)


@cache
def all_rolls(count: int) -> tuple[Symbols, ...]:
    """Return every multiset of `count` dice."""
    return tuple(combinations_with_replacement(FACES, count))


@dataclass(frozen=True, slots=True)
class _Throws:
    """Tables for rolls with `count` dice that are not locked.

    `stay` are all multisets that may stay: of fewer than `count` dice. `gives` (stay, roll) is the
    chance that each of these becomes each multiset of `count` dice. `choices` (roll, 2^count - 1)
    are the indices in `stay` of the parts of each multiset of `count` dice.
    """

    stay: tuple[Symbols, ...]
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
            gives[row, place[tuple(sorted(pile + thrown))]] += count_orders(thrown) / len(
                FACES
            ) ** len(thrown)
    choices = np.empty((len(place), 2**count - 1), dtype=np.intp)
    for pile, row in place.items():
        choices[row] = [number[part] for size in range(count) for part in combinations(pile, size)]
    return _Throws(stay, gives, choices)


@dataclass(frozen=True, slots=True)
class _Node:
    """One multiset of locked dice, and where keeping and rolling the other dice lead from it.

    `made` says which multisets of the loose dice crack the card. `keeps` and `settles` are indices
    into an array that holds the values of all nodes end to end: `keeps` for each multiset that
    stays, after it is locked (`_NOWHERE`: it may not stay), `settles` for each roll, after all dice
    that must be locked are locked.
    """

    throws: _Throws
    made: NDArray[np.bool_]
    keeps: IntArray
    settles: IntArray


_NOWHERE = -1
"""The last index, whose value is 0: for what is not allowed."""


class Solver:
    """The solver for a card that any of `ways` cracks, starting with the `locked` dice.

    With `lock`, dice that stay are locked; dice that match the numbers in `forced` always are.
    `nodes` are all multisets of locked dice that can come up, `numbers` their places there.
    """

    def __init__(
        self,
        ways: frozenset[Symbols],
        locked: Symbols = (),
        *,
        lock: bool = False,
        forced: Symbols = (),
    ) -> None:
        self.ways, self._lock, self._forced = ways, lock, Counter(forced)
        self.numbers = {locked: 0}
        steps = []
        for node in (found := [locked]):  # `found` grows during the loop
            count = DICE_COUNT - len(node)
            keeps = [self._keep(node, pile) for pile in _throws(count).stay]
            settles = [self._settle(node, pile) for pile in all_rolls(count)]
            steps.append((keeps, settles))
            for reached, _ in (*filter(None, keeps), *settles):
                if reached not in self.numbers:
                    self.numbers[reached] = len(found)
                    found.append(reached)
        self.nodes = self._tables(steps)

    def best_odds(self, locked: Symbols, dice: Symbols, attempts: int) -> Odds:
        """Return the odds in `attempts` (at least 1) from `dice`, of which `locked` must stay.

        The solver must know `locked`; dice that are forced to be locked need not be among them.
        """
        loose = tuple((Counter(dice) - Counter(locked)).elements())
        if dice:
            locked, loose = self._settle(locked, loose)
        node = self.nodes[self.numbers[locked]]
        worth = _worth(self, attempts)[node.keeps]
        if not dice:  # before the first roll, all dice are rolled
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

    def _keep(self, locked: Symbols, pile: Symbols) -> tuple[Symbols, Symbols] | None:
        if not self._lock:
            return locked, pile
        kept = tuple(sorted(locked + pile))
        return (kept, ()) if kept in cards.partial_combinations(self.ways) else None

    def _settle(self, locked: Symbols, pile: Symbols) -> tuple[Symbols, Symbols]:
        if not self._forced or self._cracks(locked + pile):
            return locked, pile
        dice = Counter(locked + pile)
        stay = self._forced & dice | Counter(locked)
        return tuple(sorted(stay.elements())), tuple(sorted((dice - stay).elements()))

    def _cracks(self, dice: Symbols) -> bool:
        return tuple(sorted(dice)) in self.ways

    def _tables(
        self,
        steps: Sequence[tuple[list[tuple[Symbols, Symbols] | None], list[tuple[Symbols, Symbols]]]],
    ) -> list[_Node]:
        stays = _places([(node, _throws(DICE_COUNT - len(node)).stay) for node in self.numbers])
        every = _places([(node, all_rolls(DICE_COUNT - len(node))) for node in self.numbers])
        return [
            _Node(
                throws=_throws(DICE_COUNT - len(node)),
                made=np.array(
                    [self._cracks(node + pile) for pile in all_rolls(DICE_COUNT - len(node))]
                ),
                keeps=np.array([stays[way] if way else _NOWHERE for way in keeps], dtype=np.intp),
                settles=np.array([every[way] for way in settles], dtype=np.intp),
            )
            for node, (keeps, settles) in zip(self.numbers, steps, strict=True)
        ]


def _ranked(worth: Mapping[Symbols, float]) -> Odds:
    """Return the odds from the value of each choice of dice to keep."""
    chance = max(worth.values())
    order = sorted(worth, key=lambda pile: (-len(pile), pile))
    best = tuple(pile for pile in order if chance - worth[pile] < CHANCE_TOLERANCE)
    costs = {pile: chance - worth[pile] for pile in order if pile not in best}
    return Odds(chance, best, dict(sorted(costs.items(), key=itemgetter(1))))


def _places(
    rows: Sequence[tuple[Symbols, tuple[Symbols, ...]]],
) -> dict[tuple[Symbols, Symbols], int]:
    """Return the index of each multiset of each node, all nodes end to end."""
    every = [(node, pile) for node, some in rows for pile in some]
    return {key: place for place, key in enumerate(every)}


@lru_cache(maxsize=256)
def _worth(solver: Solver, attempts: int) -> FloatArray:
    """Return the value of each multiset that stays before the next of `attempts` rolls."""
    rolls = [node.made.astype(float) for node in solver.nodes]
    if attempts > 1:  # a roll that does not crack the card is worth its best choice
        stay = _worth(solver, attempts - 1)
        best = (stay[node.keeps][node.throws.choices].max(axis=1) for node in solver.nodes)
        rolls = [np.maximum(made, one) for made, one in zip(rolls, best, strict=True)]
    values = np.concatenate(rolls)
    given = (node.throws.gives @ values[node.settles] for node in solver.nodes)
    return np.concatenate([*given, [0.0]])


def odds_of_card(
    printed: Sequence[str],
    dice: Sequence[str],
    attempts: int,
    options: Options | None = None,
    laid: LaidFaces = NO_FACES_LAID,
    unplaced: Sequence[str] = (),
    *,
    sold: bool = False,
) -> Odds:
    """Return the odds of cracking a card with symbols `printed` in `attempts` from `dice`.

    `dice` are five faces, or none before the first roll. Of these, `laid` are on the card's places,
    and `unplaced` are locked without a place. Dice that crack the card have the chance 1, unless it
    is for sale or `sold` with them, since a cracker must roll at least one die.
    Raises `NotAllowed`: ``bad_symbols``, ``only_jokers``, ``dice_count``, ``bad_attempts``,
    ``locked`` (`dice` do not contain the locked ones), ``no_place`` (they do not all fit).
    """
    rules = options or Options()
    locked = tuple(sorted((*cards.faces_of_laid_dice(laid), *unplaced)))
    _check(printed, dice, attempts, rules, locked)
    if not cards.can_all_be_used(printed, locked, rules, laid):
        raise NotAllowed("no_place", "These dice do not all fit the card.", faces=locked)
    if dice and not sold and cards.cracks_card(printed, dice, rules, laid):
        return Odds(1.0, ())
    if attempts == 0:
        return Odds(0.0, ())
    solver = _solver_for(tuple(printed), rules, laid, locked)
    return solver.best_odds(locked, tuple(sorted(dice)), attempts)


def _check(
    printed: Sequence[str], dice: Sequence[str], attempts: int, options: Options, locked: Symbols
) -> None:
    cards.check_symbols(printed, options)
    if len(dice) not in (0, DICE_COUNT) or not set(dice) <= set(FACES):
        raise NotAllowed("dice_count", "Give all five dice, or none.", dice=tuple(dice))
    if not 0 <= attempts <= 9:
        raise NotAllowed("bad_attempts", "0 to 9 attempts.", attempts=attempts, min=0, max=9)
    if Counter(locked) - Counter(dice):
        raise NotAllowed("locked", "Dice on the card are among the five.", locked=locked)


@lru_cache(maxsize=64)
def _solver(
    printed: tuple[str, ...], options: Options, ways: frozenset[Symbols], locked: Symbols
) -> Solver:
    numbers = tuple(symbol for symbol in printed if symbol not in JOKERS)
    forced = numbers if options.lock == "until_cracked" else ()
    return Solver(ways, locked, lock=options.lock != "free", forced=forced)


def _solver_for(
    printed: tuple[str, ...], options: Options, laid: LaidFaces, locked: Symbols
) -> Solver:
    """Return the solver of the card without dice, or, if that does not fit, of the `locked` dice.

    The first serves a card from its first roll to its last, unless the cracker laid dice on places
    that were not decided yet.
    """
    bare = _solver(printed, options, cards.cracking_combinations(printed, options), ())
    ways = cards.cracking_combinations(printed, options, laid)
    same = _holding(bare.ways, locked) == _holding(ways, locked)
    return bare if same and locked in bare.numbers else _solver(printed, options, ways, locked)


def _holding(ways: frozenset[Symbols], locked: Symbols) -> set[Symbols]:
    return {way for way in ways if not Counter(locked) - Counter(way)}


_FOR_SALE = ("auction", "overbid")
_KEYS = ("lucky_flash", "chance", "attempts", "keep", "costs", "fair_bid", "bets")

_ROUNDING = 1e-9
"""Added to a bid, as a share of it, so that rounding does not cost a whole step."""


def lucky_flash_chance(printed: tuple[str, ...], options: Options | None = None) -> float:
    """Return the chance (0 to 1) that the first roll cracks a card with symbols `printed`.

    >>> round(lucky_flash_chance(("2", "3", "4", "5", "6")) * 7776)
    120
    """
    return odds_of_card(printed, (), 1, options).chance


def fair_bid(chance: float, prize: int) -> float | None:
    """Return the stake, in units, at which a crack gains and loses the same in the long run.

    If the crack fails, the stake is lost, else it comes back with the `prize`. None: the `chance`
    (0 to 1) is 1, so any stake is fair.

    >>> fair_bid(0.25, 240_000)
    80000.0
    """
    return None if chance > 1 - CHANCE_TOLERANCE else chance * prize / (1 - chance)


def expected_bet_gain(chance: float, amount: int, on: str, wins: int | None = None) -> float:
    """Return the expected gain, in units, of a bet of `amount` on ``yes`` or ``no``.

    `chance` (0 to 1) is that of the crack. A bet that is won gains `wins` (None: its amount).

    >>> expected_bet_gain(0.25, 100_000, "no")
    50000.0
    """
    right = chance if on == "yes" else 1 - chance
    return right * (amount if wins is None else wins) - (1 - right) * amount


def prize_to_win(state: State) -> int:
    """Return what the bank would pay for the open card now: its prize, or all it has."""
    return _bank_pays(state, state.open_card.prize)


def _bank_pays(state: State, amount: int, more: int = 0) -> int:
    """Return how much of `amount` the bank can pay after it has received `more`."""
    if "bank" in state.money.may_owe:
        return amount
    return max(0, min(amount, state.money["bank"] + more))


def odds_of_open_card(state: State) -> Odds:
    """Return the odds of the open card from the dice as they lie, in the attempts left.

    The phase must be from the auction to the end of the crack. The dice do not crack the card yet,
    although those of a crack that failed with a lock might do so without it.
    """
    symbols, dice, attempts = state.open_card.symbols, tuple(sorted(state.dice)), _attempts(state)
    laid, unplaced = state.laid_faces, state.unplaced_faces
    return _odds_when_sold(symbols, dice, attempts, state.options, laid, unplaced)


_odds_when_sold = lru_cache(maxsize=4096)(partial(odds_of_card, sold=True))


def _attempts(state: State) -> int:
    """Return the attempts left: all of them, before somebody buys the card."""
    return state.open_card.attempts if state.phase in _FOR_SALE else state.attempts_left


def odds_as_json(state: State) -> dict[str, Json] | None:
    """Return the odds of the open card, or None when no card is open.

    ::

        lucky_flash   before the first roll: the chance that it cracks the card
        chance        the chance of cracking it with best play
        attempts      the number of attempts: in an auction those of the card, else those left
        keep          all best choices of dice to keep before the next roll
        costs         the chance that each other choice ("2 4 4") loses
        fair_bid      in an auction: the highest bid, in whole steps, that does not lose in the
                      long run (also null if no bid can lose)
        bets          while bets are open: the expected gain of the highest possible bet,
                      {"amount", "yes", "no"} in units; null if nobody can bet

    Keys that do not apply are null. Chances are 0 to 1.
    """
    if state.card is None or state.phase in ("flip", "over"):
        return None
    data: dict[str, Json] = dict.fromkeys(_KEYS)
    if state.phase == "roll":
        return {**data, "lucky_flash": lucky_flash_chance(state.card.symbols, state.options)}
    found = odds_of_open_card(state)
    data |= {
        "chance": found.chance,
        "attempts": _attempts(state),
        "keep": found.best_keeps,
        "costs": {" ".join(kept): cost for kept, cost in found.costs.items()},
    }
    if state.phase in _FOR_SALE:
        data["fair_bid"] = _bid_in_steps(state, found.chance)
    if state.phase == "bets" and (amount := max(map(state.highest_bet, state.active_seats))):
        # By then the bank has paid the prize, or taken the stake.
        before = {"yes": -state.card.prize, "no": state.money["stake"]}
        data["bets"] = {
            "amount": amount,
            **{
                on: expected_bet_gain(found.chance, amount, on, _bank_pays(state, amount, more))
                for on, more in before.items()
            },
        }
    return data


def _bid_in_steps(state: State, chance: float) -> int | None:
    fair = fair_bid(chance, prize_to_win(state))
    step = state.options.money_of_edition.smallest_bill
    return None if fair is None else int(fair * (1 + _ROUNDING) // step) * step
