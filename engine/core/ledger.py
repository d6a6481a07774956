"""Money, and anything else that is only ever moved, never made, such as bones.

A `Ledger` is a set of named accounts, such as ``bank``, ``stake``, ``seat:0`` or ``bet:0``. Only a
`Transfer` changes a balance, so their sum never changes.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.core.refusals import NotAllowed


@dataclass(frozen=True, slots=True)
class Transfer:
    """`amount` units (a positive integer) go from `payer` to `payee`; `reason` is a stable word."""

    payer: str
    payee: str
    amount: int
    reason: str


@dataclass(frozen=True, slots=True)
class Ledger:
    """Balances by account name, in units.

    Only accounts in `may_owe` may fall below zero, such as a bank that writes IOUs.
    """

    balances: Mapping[str, int]
    may_owe: frozenset[str] = frozenset()

    def __getitem__(self, account: str) -> int:
        """Return the balance of `account`: 0 if nobody has used it."""
        return self.balances.get(account, 0)

    @property
    def total(self) -> int:
        """The sum of all accounts, the same before and after every transfer."""
        return sum(self.balances.values())

    def after_transfers(self, transfers: Iterable[Transfer]) -> "Ledger":
        """Return the ledger after all `transfers`, in order.

        Raises `NotAllowed`: ``bad_amount``, ``not_enough``.
        """
        balances = dict(self.balances)
        for transfer in transfers:
            payer, payee, amount = transfer.payer, transfer.payee, transfer.amount
            if amount <= 0:
                raise NotAllowed("bad_amount", "A transfer needs a positive amount.", amount=amount)
            has = balances.get(payer, 0)
            if amount > has and payer not in self.may_owe:
                said = f"{payer} holds {has}, not {amount}."
                raise NotAllowed("not_enough", said, account=payer, has=has, needs=amount)
            balances[payer] = has - amount
            balances[payee] = balances.get(payee, 0) + amount
        return Ledger(MappingProxyType(balances), self.may_owe)


def seat_account(seat: int) -> str:
    """Return the name of the account of `seat`."""
    return f"seat:{seat}"
