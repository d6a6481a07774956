"""The bills of a transfer, so that the table names none that the payer does not hold.

A `BillCounts` counts bills by kind, largest first. Each kind is a multiple of the next, so that
taking the largest first finds an exact sum wherever there is one. Who has none breaks a bill: at
the bank, or, if the bank itself must, with whom it pays. A bank that cannot pay owes bills: its
counts fall below zero.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import add, sub
from typing import TypeAlias

from engine.core.ledger import Transfer

BillCounts: TypeAlias = tuple[int, ...]
Purses: TypeAlias = Mapping[str, BillCounts]
Denominations: TypeAlias = Sequence[int]


@dataclass(frozen=True, slots=True)
class Payment:
    """A transfer, and what is handed over: the payer lays `bills` and gets `change` back."""

    transfer: Transfer
    bills: BillCounts
    change: BillCounts


def pay_in_bills(
    purses: Purses, kinds: Denominations, transfer: Transfer
) -> tuple[Purses, Payment]:
    """Return the `purses` by account after `transfer`, and what is handed over."""
    payer, payee = transfer.payer, transfer.payee
    laid, missing = _take(purses, payer, kinds, transfer.amount)
    nothing = (0,) * len(kinds)
    if not missing:
        return move_bills(purses, payer, payee, laid), Payment(transfer, laid, nothing)
    changer = payee if payer == "bank" else "bank"
    broken = _smallest_above(missing, _minus(_pile(purses, payer, kinds), laid), kinds)
    if broken is None:
        return _owe(purses, kinds, transfer, laid, missing)
    change, lacking = _take(purses, changer, kinds, value_of_bills(broken, kinds) - missing)
    if lacking and payer == "bank":
        return _owe(purses, kinds, transfer, laid, missing)
    change = _plus(change, fewest_bills(lacking, kinds))
    paid = move_bills(move_bills(purses, payer, changer, broken), changer, payer, change)
    if changer != payee:
        small, lacking = _take(paid, "bank", kinds, missing)
        paid = move_bills(paid, "bank", payee, _plus(small, fewest_bills(lacking, kinds)))
    return move_bills(paid, payer, payee, laid), Payment(transfer, _plus(laid, broken), change)


def _owe(
    purses: Purses, kinds: Denominations, transfer: Transfer, laid: BillCounts, missing: int
) -> tuple[Purses, Payment]:
    bills = _plus(laid, fewest_bills(missing, kinds))
    paid = move_bills(purses, transfer.payer, transfer.payee, bills)
    return paid, Payment(transfer, bills, (0,) * len(kinds))


def fewest_bills(amount: int, kinds: Denominations) -> BillCounts:
    """Return the fewest bills that make `amount`, a multiple of the smallest kind."""
    pile = []
    for kind in kinds:
        count, amount = divmod(amount, kind)
        pile.append(count)
    return tuple(pile)


def value_of_bills(pile: BillCounts, kinds: Denominations) -> int:
    """Return what the bills of `pile` are worth."""
    return sum(count * kind for count, kind in zip(pile, kinds, strict=True))


def by_denomination(pile: BillCounts, kinds: Denominations) -> list[tuple[int, int]]:
    """Return `pile` as (denomination, count), largest first, where it has any."""
    return [(kind, count) for kind, count in zip(kinds, pile, strict=False) if count]


def _take(
    purses: Purses, account: str, kinds: Denominations, amount: int
) -> tuple[BillCounts, int]:
    """Return bills of `account` that come as near to `amount` as can be, and what is missing."""
    taken = []
    for kind, count in zip(kinds, _pile(purses, account, kinds), strict=True):
        taken.append(min(max(count, 0), amount // kind))
        amount -= taken[-1] * kind
    return tuple(taken), amount


def _smallest_above(amount: int, pile: BillCounts, kinds: Denominations) -> BillCounts | None:
    for at in reversed(range(len(kinds))):
        if pile[at] > 0 and kinds[at] > amount:
            return tuple(int(at == other) for other in range(len(kinds)))
    return None


def move_bills(purses: Purses, payer: str, payee: str, pile: BillCounts) -> Purses:
    """Return `purses` after the bills of `pile` went from `payer` to `payee`."""
    left = _minus(_pile(purses, payer, pile), pile)
    return {**purses, payer: left, payee: _plus(_pile(purses, payee, pile), pile)}


def _pile(purses: Purses, account: str, kinds: Sequence[object]) -> BillCounts:
    return purses.get(account) or (0,) * len(kinds)


def _plus(one: BillCounts, other: BillCounts) -> BillCounts:
    return tuple(map(add, one, other))


def _minus(one: BillCounts, other: BillCounts) -> BillCounts:
    return tuple(map(sub, one, other))
