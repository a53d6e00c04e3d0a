"""What the collector is about to do, as plain immutable values: the same before the preview and at the confirmation."""

import datetime as dt
import hashlib
import json
import uuid
from dataclasses import asdict, dataclass, replace

from revenue.collection.errors import CashNotNeeded, ChangeOnlyFromCash, NothingToPay, TendersFallShort

CASH = "cash"


@dataclass(frozen=True)
class InstrumentIntent:
    """A cheque or money order, with the six points of S3 sec. 13(2) answered yes by the form."""

    drawn_on: dt.date
    drawer_name: str
    bank_name: str
    bank_address: str


@dataclass(frozen=True)
class IdentificationIntent:
    """Who hands over an uncertified cheque (S3 sec. 13(1))."""

    person_name: str
    residential_address: str
    business_name: str
    business_address: str
    document_kind: str
    document_last_four: str
    telephone: str


@dataclass(frozen=True)
class TenderIntent:
    """One means of payment: its kind, the cents handed over, its reference, and what was verified."""

    kind: str
    handed_cents: int
    reference: str = ""
    instrument: InstrumentIntent | None = None
    identification: IdentificationIntent | None = None


@dataclass(frozen=True)
class AccountIntent:
    """The cents to pay on one account, and whether the full-payment discount of the year is taken (rule P4)."""

    account_id: int
    amount_cents: int
    takes_discount: bool = False


@dataclass(frozen=True)
class CobroIntent:
    """One visit: who pays, what for, with what."""

    request_key: uuid.UUID
    payer_name: str
    accounts: tuple[AccountIntent, ...]
    tenders: tuple[TenderIntent, ...]

    def __post_init__(self) -> None:
        """Make one of all the cash: it goes into the drawer together, and the change comes out of the whole."""
        object.__setattr__(self, "tenders", _cash_together(self.tenders))

    @property
    def total_cents(self) -> int:
        """Return what is to be paid on all accounts."""
        return sum(account.amount_cents for account in self.accounts)

    @property
    def handed_cents(self) -> int:
        """Return what was handed over, change included."""
        return sum(tender.handed_cents for tender in self.tenders)

    @property
    def change_cents(self) -> int:
        """Return the change to give. Raises what `check` raises."""
        self.check()
        return self.handed_cents - self.total_cents

    def check(self) -> None:
        """Refuse a visit whose sums don't close.

        Raises NothingToPay, TendersFallShort, ChangeOnlyFromCash, CashNotNeeded.
        """
        if not self.accounts:
            raise NothingToPay
        excess_cents = self.handed_cents - self.total_cents
        if excess_cents < 0:
            raise TendersFallShort(-excess_cents)
        cash_cents = sum(tender.handed_cents for tender in self.tenders if tender.kind == CASH)
        if excess_cents > cash_cents:
            raise ChangeOnlyFromCash(excess_cents - cash_cents)
        if excess_cents and excess_cents == cash_cents:
            raise CashNotNeeded(cash_cents)

    def kept_cents(self) -> list[int]:
        """Return what is kept of each tender, in their order: change comes out of the cash."""
        change_cents = self.change_cents
        return [tender.handed_cents - (change_cents if tender.kind == CASH else 0) for tender in self.tenders]

    def shares(self) -> list[list[tuple[int, int]]]:
        """Return, for each account, the (tender index, cents) that pay it: tenders in order fill accounts in order."""
        left = [[index, cents] for index, cents in enumerate(self.kept_cents()) if cents]
        result = []
        for account in self.accounts:
            needed, parts = account.amount_cents, []
            while needed:
                index, cents = left[0]
                taken = min(needed, cents)
                parts.append((index, taken))
                needed -= taken
                left[0][1] -= taken
                if not left[0][1]:
                    left.pop(0)
            result.append(parts)
        return result

    def digest(self) -> str:
        """Return a hash of the whole body, to tell a retry from another visit under the same key."""
        text = json.dumps(asdict(self), default=str, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()


def _cash_together(tenders: tuple[TenderIntent, ...]) -> tuple[TenderIntent, ...]:
    """Return the tenders with all the cash in the place of the first."""
    cash = [tender for tender in tenders if tender.kind == CASH]
    if len(cash) < 2:
        return tenders
    together = replace(cash[0], handed_cents=sum(tender.handed_cents for tender in cash))
    return tuple(
        together if tender is cash[0] else tender
        for tender in tenders
        if tender is cash[0] or tender.kind != CASH
    )
