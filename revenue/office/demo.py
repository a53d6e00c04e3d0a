"""The demo town, put together: people, the municipality's tables, years of declarations, and what was paid of them.

Every visit goes through the counter's own services on its own past day, oldest first and without chance: the same day
gives the same town, and its receipts are numbered as a real town's would be.
"""

import datetime as dt
from collections.abc import Callable, Iterator
from itertools import groupby
from uuid import UUID, uuid5

from django.utils import timezone

from revenue.charges import demo as charges
from revenue.collection import services
from revenue.collection.intent import AccountIntent, CobroIntent, TenderIntent
from revenue.ledger.models import Account, Debt
from revenue.ledger.selectors import statements
from revenue.municipality import demo as municipality
from taxpayers import demo as people
from taxpayers.models import User

_NAMESPACE = UUID("5b3e7f0e-4a0c-4a53-9d0a-6f6f2c1c9b10")

# How people pay, in turn: days after the prescribed date of each instalment (None: not yet), and the percent they bring.
_HABITS: tuple[tuple[int | None, int], ...] = (
    (-3, 100),
    (0, 100),
    (38, 100),
    (None, 0),
    (75, 40),
    (12, 100),
    (-1, 110),
)
_YEARS_COLLECTED = 2  # what fell due before them nobody has paid: the town has debts of three years and more


def load(today: dt.date, say: Callable[[str], object]) -> None:
    """Fill an empty town as of a day, saying each step as it begins."""
    say("  people and their businesses")
    taxpayers = people.load(None, today)
    staff = {user.username: user for user in User.objects.all()}
    say("  the municipality's tables")
    municipality.load(staff["administrador"], staff["director"], today)
    say("  years of declarations")
    charges.load(taxpayers, staff["oficinista"], today)
    say("  what was paid of them, and its receipts")
    for on, visits in groupby(sorted(_visits(today)), key=lambda visit: visit[0]):
        _work_a_day(
            on, [(Account.objects.get(pk=pk), percent) for _on, pk, percent in visits], staff["recaudador"]
        )


def _visits(today: dt.date) -> Iterator[tuple[dt.date, int, int]]:
    """Say who comes on which day: (day, account, percent of what they owe that they bring)."""
    oldest = today - dt.timedelta(days=365 * _YEARS_COLLECTED)
    for debt in Debt.objects.filter(due_on__gte=oldest, due_on__lt=today):
        days, percent = _HABITS[debt.account_id % len(_HABITS)]
        if days is not None and (on := debt.due_on + dt.timedelta(days=days)) < today:
            yield _weekday(on), debt.account_id, percent


def _weekday(on: dt.date) -> dt.date:
    return on - dt.timedelta(days=max(0, on.weekday() - 4))


def _work_a_day(on: dt.date, visits: list[tuple[Account, int]], collector: User) -> None:
    """Open the drawer of a past day and take what each visitor brings of what they owe of that year."""
    opening = timezone.make_aware(dt.datetime.combine(on, dt.time(8)))
    services.drawer_open(collector=collector, window="Ventanilla 1", float_cents=20_000, at=opening)
    for minutes, (account, percent) in enumerate(visits, start=1):
        owed_cents = _current_cents(account, on)
        if owed_cents:
            _take(
                account, owed_cents * percent // 100, collector, opening + dt.timedelta(minutes=7 * minutes)
            )


def _current_cents(account: Account, on: dt.date) -> int:
    """Return what is owed on a day of the instalments that fell due within the last weeks or are about to."""
    first = on - dt.timedelta(days=120)
    (statement,) = statements([account], as_of=on)
    return sum(
        line.balance.total_cents
        for line in statement.lines
        if first <= line.debt.due_on <= on + dt.timedelta(days=10)
    )


def _take(account: Account, cents: int, collector: User, at: dt.datetime) -> None:
    kind = ("cash", "card", "electronic")[cents % 3]
    reference = "" if kind == "cash" else f"A{cents % 1_000_000:06d}"
    intent = CobroIntent(
        uuid5(_NAMESPACE, f"{account.pk} {at.isoformat()}"),
        account.taxpayer.display_name,
        (AccountIntent(account.pk, cents),),
        (TenderIntent(kind, cents, reference),),
    )
    told = services.cobro_preview(intent=intent, as_of=timezone.localdate(at))
    services.cobro_confirm(
        intent=intent, told_digest=told.digest(), accepts_credit=True, collector=collector, at=at
    )
