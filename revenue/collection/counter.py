"""The counter's page as one bundle of forms: what was typed stays typed from the first screen to the receipt.

Each account's fields travel under its own id and each tender's under its place, so that an account added meanwhile, in
another window or by a declaration, never shifts what was typed for another.
"""

import datetime as dt
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from django.forms import BoundField, Form
from django.http import HttpRequest

from revenue.charges.selectors import FullPaymentDiscount, full_payment_discounts
from revenue.collection import selectors, services
from revenue.collection.distribution import Distribution
from revenue.collection.errors import NoAccountsToAdd, TaxpayerAlreadyHere, TaxpayerNotFound
from revenue.collection.forms import (
    MAX_TENDERS,
    AccountLineForm,
    CobroForm,
    TenderForm,
    read_accounts,
    read_intent,
)
from revenue.collection.intent import CASH, CobroIntent, TenderIntent
from revenue.ledger.selectors import AccountStatement, accounts_of, statements
from revenue.rules.errors import DomainError
from taxpayers.models import Taxpayer
from taxpayers.people.selectors import number_of, taxpayers_numbered

AnyForm = TypeVar("AnyForm", bound=Form)


@dataclass(frozen=True)
class AccountRow:
    """One account on the page: what it owes, what is to be paid, and its discount if the day allows one."""

    statement: AccountStatement
    form: AccountLineForm
    discount: FullPaymentDiscount | None

    @property
    def discounted_cents(self) -> int:
        """Return what settles the account today when its discount is taken."""
        return self.statement.total_cents - (self.discount.amount_cents if self.discount else 0)


@dataclass
class Counter:
    """Forms, statements and errors of one visit, and the distribution once it can be told."""

    payer: Taxpayer
    others: list[Taxpayer]
    rows: list[AccountRow]
    form: CobroForm
    tenders: list[TenderForm]
    distribution: Distribution | None = None
    errors: list[str] = field(default_factory=list)
    other_typed: str = ""

    @property
    def field_errors(self) -> list[tuple[BoundField, str]]:
        """Return each field's errors beside it, to be listed and linked at the top."""
        forms: list[Form] = [self.form, *self._lines.values(), *self.tenders]
        return [
            (bound, str(error)) for form in forms if form.is_bound for bound in form for error in bound.errors
        ]

    @property
    def has_errors(self) -> bool:
        """Tell whether something must be put right."""
        return bool(self.errors or self.field_errors)

    @property
    def owed_cents(self) -> int:
        """Return what all the accounts on the page owe today."""
        return sum(row.statement.total_cents for row in self.rows)

    @property
    def sentence(self) -> str:
        """Return the sentence to say to the payer."""
        return self.distribution.sentence if self.distribution else ""

    @property
    def _lines(self) -> dict[int, AccountLineForm]:
        return {row.statement.account.pk: row.form for row in self.rows}

    def preview(self, as_of: dt.date) -> CobroIntent | None:
        """Compute where the money goes; None, with the reasons on the forms, when it can't be told."""
        forms = [self.form, *self._lines.values(), *self.tenders]
        valid = [form.is_valid() for form in forms]  # each of them, so that every error is told at once
        if not all(valid):
            return None
        intent = read_intent(self.form, self._lines, self.tenders)
        return intent if self._distribute(intent, as_of) else None

    def foresee(self, as_of: dt.date) -> None:
        """Compute, while the collector types, where the amounts to pay go, whatever is still missing of the tenders."""
        self.errors.extend(
            str(error) for line in self._lines.values() for bound in line for error in bound.errors
        )
        if self.errors:
            return
        accounts = read_accounts(self._lines)
        exact = TenderIntent(CASH, sum(account.amount_cents for account in accounts))
        if self._distribute(CobroIntent(CobroForm.new_key(), "", accounts, (exact,)), as_of):
            self._foresee_tenders(CobroIntent(CobroForm.new_key(), "", accounts, self._handed()))

    def _distribute(self, intent: CobroIntent, as_of: dt.date) -> bool:
        try:
            self.distribution = services.cobro_preview(intent=intent, as_of=as_of)
        except DomainError as error:
            self.errors.append(str(error))
        return self.distribution is not None

    def _handed(self) -> tuple[TenderIntent, ...]:
        valid = [tender.cleaned_data for tender in self.tenders if tender.is_valid() or tender.cleaned_data]
        return tuple(
            TenderIntent(data.get("kind", CASH), data["handed"]) for data in valid if data.get("handed")
        )

    def _foresee_tenders(self, intent: CobroIntent) -> None:
        """Tell the change, or what keeps the tenders from paying; nothing before the first amount is typed."""
        if not intent.tenders or self.distribution is None:
            return
        try:
            self.distribution = replace(self.distribution, change_cents=intent.change_cents)
        except DomainError as error:
            self.errors.append(str(error))


def counter_for(request: HttpRequest, payer: Taxpayer, today: dt.date, *, check: bool) -> Counter:
    """Build the page of a visit: the payer's accounts, and those of whoever was added to it (`con`).

    With `check`, what was typed is read and every error told; without it, it is only shown as it was typed.
    """
    counter = _build(request, payer, _others(request, payer), today, check=check)
    _focus_first(counter.rows)
    return counter


def counter_adding(request: HttpRequest, payer: Taxpayer, today: dt.date) -> Counter:
    """Build the same page with the accounts of the taxpayer whose number was typed (`otro`), or with what is wrong."""
    others, typed = _others(request, payer), request.POST["otro"].strip()
    try:
        others.append(_joining(typed, [payer, *others]))
    except DomainError as error:
        counter = _build(request, payer, others, today, check=False)
        counter.errors.append(str(error))
        counter.other_typed = typed
        return counter
    counter = _build(request, payer, others, today, check=False)
    _focus_first([row for row in counter.rows if row.statement.account.taxpayer == others[-1]])
    return counter


def _build(
    request: HttpRequest, payer: Taxpayer, others: list[Taxpayer], today: dt.date, *, check: bool
) -> Counter:
    accounts = [account for taxpayer in (payer, *others) for account in accounts_of(taxpayer)]
    discounts = full_payment_discounts([account.pk for account in accounts], as_of=today)
    accepted, on_file = selectors.accepted_kinds(today), selectors.payer_on_file(payer)
    return Counter(
        payer=payer,
        others=others,
        rows=[
            AccountRow(
                statement,
                _form(
                    AccountLineForm,
                    request,
                    prefix=AccountLineForm.prefix_of(statement.account.pk),
                    check=check,
                    initial={"amount": statement.total_cents or None},
                ),
                discounts.get(statement.account.pk),
            )
            for statement in statements(accounts, as_of=today)
        ],
        form=_form(
            CobroForm,
            request,
            check=check,
            initial={"request_key": CobroForm.new_key(), "payer_name": payer.display_name},
        ),
        tenders=[
            _form(
                TenderForm,
                request,
                prefix=f"medio-{n}",
                check=check,
                initial=on_file,
                received_on=today,
                accepted=accepted,
            )
            for n in range(MAX_TENDERS)
        ],
    )


def _form(
    kind: type[AnyForm],
    request: HttpRequest,
    *,
    check: bool,
    prefix: str = "",
    initial: dict[str, Any] | None = None,
    **extra: Any,
) -> AnyForm:
    """Return a form that reads what was sent, or (without `check`) one that shows it as it was typed."""
    if check:
        return kind(request.POST, prefix=prefix or None, initial=initial, **extra)
    sent = {name: request.POST.get(f"{prefix}-{name}" if prefix else name) for name in kind.base_fields}
    typed = {name: text for name, text in sent.items() if text is not None}
    return kind(prefix=prefix or None, initial={**(initial or {}), **typed}, **extra)


def _others(request: HttpRequest, payer: Taxpayer) -> list[Taxpayer]:
    numbers = dict.fromkeys(request.POST.getlist("con"))
    found = {taxpayer.number: taxpayer for taxpayer in taxpayers_numbered(numbers)}
    return [found[number] for number in numbers if number in found and found[number] != payer]


def _joining(typed: str, here: list[Taxpayer]) -> Taxpayer:
    """Return the taxpayer of a number, typed whole or as its last figures. Raises what keeps them from joining."""
    figures = typed.upper().removeprefix("C-")
    number = (
        number_of(int(figures)) if figures.isascii() and figures.isdecimal() and len(figures) <= 9 else typed
    )
    taxpayer = taxpayers_numbered([number]).first()
    if taxpayer is None:
        raise TaxpayerNotFound(typed)
    if taxpayer in here:
        raise TaxpayerAlreadyHere(taxpayer.display_name)
    if not accounts_of(taxpayer):
        raise NoAccountsToAdd(taxpayer.display_name)
    return taxpayer


def _focus_first(rows: list[AccountRow]) -> None:
    for row in rows[:1]:
        row.form.fields["amount"].widget.attrs["data-autofocus"] = True
