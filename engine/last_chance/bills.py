"""The bills of a transfer, so that the table names none that the payer does not hold.

A `Pile` counts bills by kind, largest first. Each kind is a multiple of the next, so that taking
the largest first finds an exact sum wherever there is one. Who has none breaks a bill: at the bank,
or, if the bank itself must, with whom it pays. A bank that cannot pay owes bills: its counts fall
below zero.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import add, sub
from typing import TypeAlias

from engine.core.ledger import Transfer

Pile: TypeAlias = tuple[int, ...]
Purses: TypeAlias = Mapping[str, Pile]
Denominations: TypeAlias = Sequence[int]


@dataclass(frozen=True, slots=True)
class Payment:
    """What is handed over in a transfer: the payer lays `bills` and gets `change` back."""

    bills: Pile
    change: Pile


def pay(purses: Purses, kinds: Denominations, transfer: Transfer) -> tuple[Purses, Payment]:
    """Return the `purses` by account after `transfer`, and what is handed over."""
    payer, payee = transfer.payer, transfer.payee
    laid, missing = _take(purses, payer, kinds, transfer.amount)
    nothing = (0,) * len(kinds)
    if not missing:
        return move(purses, payer, payee, laid), Payment(laid, nothing)
    changer = payee if payer == "bank" else "bank"
    broken = _smallest_above(missing, _minus(_pile(purses, payer, kinds), laid), kinds)
    if broken is None:
        return _owe(purses, kinds, transfer, laid, missing)
    change, lacking = _take(purses, changer, kinds, worth(broken, kinds) - missing)
    if lacking and payer == "bank":
        return _owe(purses, kinds, transfer, laid, missing)
    change = _plus(change, fewest(lacking, kinds))
    paid = move(move(purses, payer, changer, broken), changer, payer, change)
    if changer != payee:
        small, lacking = _take(paid, "bank", kinds, missing)
        paid = move(paid, "bank", payee, _plus(small, fewest(lacking, kinds)))
    return move(paid, payer, payee, laid), Payment(_plus(laid, broken), change)


def _owe(
    purses: Purses, kinds: Denominations, transfer: Transfer, laid: Pile, missing: int
) -> tuple[Purses, Payment]:
    bills = _plus(laid, fewest(missing, kinds))
    paid = move(purses, transfer.payer, transfer.payee, bills)
    return paid, Payment(bills, (0,) * len(kinds))


def fewest(amount: int, kinds: Denominations) -> Pile:
    """Return the fewest bills that make `amount`, a multiple of the smallest kind."""
    pile = []
    for kind in kinds:
        count, amount = divmod(amount, kind)
        pile.append(count)
    return tuple(pile)


def worth(pile: Pile, kinds: Denominations) -> int:
    """Return what the bills of `pile` are worth."""
    return sum(count * kind for count, kind in zip(pile, kinds, strict=True))


def by_denomination(pile: Pile, kinds: Denominations) -> list[tuple[int, int]]:
    """Return `pile` as (denomination, count), largest first, where it has any."""
    return [(kind, count) for kind, count in zip(kinds, pile, strict=False) if count]


def _take(purses: Purses, account: str, kinds: Denominations, amount: int) -> tuple[Pile, int]:
    """Return bills of `account` that come as near to `amount` as can be, and what is missing."""
    taken = []
    for kind, count in zip(kinds, _pile(purses, account, kinds), strict=True):
        taken.append(min(max(count, 0), amount // kind))
        amount -= taken[-1] * kind
    return tuple(taken), amount


def _smallest_above(amount: int, pile: Pile, kinds: Denominations) -> Pile | None:
    for at in reversed(range(len(kinds))):
        if pile[at] > 0 and kinds[at] > amount:
            return tuple(int(at == other) for other in range(len(kinds)))
    return None


def move(purses: Purses, payer: str, payee: str, pile: Pile) -> Purses:
    """Return `purses` after the bills of `pile` went from `payer` to `payee`."""
    left = _minus(_pile(purses, payer, pile), pile)
    return {**purses, payer: left, payee: _plus(_pile(purses, payee, pile), pile)}


def _pile(purses: Purses, account: str, kinds: Sequence[object]) -> Pile:
    return purses.get(account) or (0,) * len(kinds)


def _plus(one: Pile, other: Pile) -> Pile:
    return tuple(map(add, one, other))


def _minus(one: Pile, other: Pile) -> Pile:
    return tuple(map(sub, one, other))
