"""The counter's page as one bundle of forms: what was typed stays typed from the first screen to the receipt."""

import datetime as dt
from dataclasses import dataclass, field

from django.forms import BaseFormSet, BoundField
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _

from revenue.charges.selectors import FullPaymentDiscount, full_payment_discounts
from revenue.collection import selectors, services
from revenue.collection.distribution import Distribution
from revenue.collection.forms import (
    AccountLineForm,
    AccountLineFormSet,
    CobroForm,
    TenderForm,
    TenderFormSet,
    read_intent,
)
from revenue.collection.intent import CobroIntent
from revenue.ledger.selectors import AccountStatement, accounts_of, statements
from revenue.rules.errors import DomainError
from taxpayers.models import Taxpayer


@dataclass
class Counter:
    """Forms, statements and errors of one visit, and the distribution once everything in them is right."""

    payer: Taxpayer
    others: list[Taxpayer]
    statements: list[AccountStatement]
    discounts: dict[int, FullPaymentDiscount]
    form: CobroForm
    lines: "BaseFormSet[AccountLineForm]"
    tenders: "BaseFormSet[TenderForm]"
    distribution: Distribution | None = None
    errors: list[str] = field(default_factory=list)

    @property
    def rows(self) -> list[tuple[AccountStatement, AccountLineForm, FullPaymentDiscount | None]]:
        """Return each account's statement beside its form and its discount, if the day allows one."""
        return [
            (statement, line, self.discounts.get(statement.account.pk))
            for statement, line in zip(self.statements, self.lines, strict=True)
        ]

    @property
    def field_errors(self) -> list[tuple[BoundField, str]]:
        """Return each field's errors beside it, to be listed and linked at the top."""
        forms = [self.form, *self.lines, *self.tenders]
        return [(field, error) for form in forms if form.is_bound for field in form for error in field.errors]

    @property
    def has_errors(self) -> bool:
        """Tell whether something must be put right."""
        return bool(self.errors or self.field_errors)

    @property
    def pending(self) -> str:
        """Return the first thing that keeps the distribution from being told."""
        return next(iter([*self.errors, *(error for _field, error in self.field_errors)]), "")

    @property
    def owed_cents(self) -> int:
        """Return what all the accounts on the page owe today."""
        return sum(statement.total_cents for statement in self.statements)

    @property
    def sentence(self) -> str:
        """Return the sentence to say to the payer."""
        return self.distribution.sentence if self.distribution else ""

    def read(self) -> CobroIntent | None:
        """Return what is intended if every field is right; otherwise the forms carry the errors."""
        valid = [self.form.is_valid(), self.lines.is_valid(), self.tenders.is_valid()]
        shown = {statement.account.pk for statement in self.statements}
        if not all(valid):
            return None
        intent = read_intent(self.form, self.lines, self.tenders)
        if not {line.account_id for line in intent.accounts} <= shown:
            self.errors.append(_("Esa cuenta no está en esta página: vuelva a buscar al contribuyente."))
            return None
        return intent

    def preview(self, as_of: dt.date) -> CobroIntent | None:
        """Compute where the money goes; None, with the reasons on the forms, when it can't be told."""
        intent = self.read()
        if intent is None:
            return None
        try:
            self.distribution = services.cobro_preview(intent=intent, as_of=as_of)
        except DomainError as error:
            self.errors.append(str(error))
            return None
        return intent


def counter_for(request: HttpRequest, payer: Taxpayer, today: dt.date) -> Counter:
    """Build the page of a visit: the payer's accounts, and those of whoever was added to it (`con`)."""
    data = request.POST if request.method == "POST" else None
    others = _others(request, payer)
    accounts = [account for taxpayer in (payer, *others) for account in accounts_of(taxpayer)]
    rows = statements(accounts, as_of=today)
    return Counter(
        payer=payer,
        others=others,
        statements=rows,
        discounts=full_payment_discounts([account.pk for account in accounts], as_of=today),
        form=CobroForm(data, initial={"request_key": CobroForm.new_key(), "payer_name": payer.display_name}),
        lines=_lines(data, rows),
        tenders=TenderFormSet(
            data,
            prefix="medio",
            form_kwargs={"received_on": today, "accepted": selectors.accepted_kinds(today)},
        ),
    )


def _others(request: HttpRequest, payer: Taxpayer) -> list[Taxpayer]:
    numbers = (request.POST if request.method == "POST" else request.GET).getlist("con")
    return list(Taxpayer.objects.filter(number__in=numbers).exclude(pk=payer.pk).order_by("number"))


def _lines(data: QueryDict | None, rows: list[AccountStatement]) -> "BaseFormSet[AccountLineForm]":
    initial = [{"account_id": row.account.pk, "amount": row.total_cents or None} for row in rows]
    lines = AccountLineFormSet(data, prefix="cuenta", initial=initial)
    for line in lines.forms[:1]:
        line.fields["amount"].widget.attrs["data-autofocus"] = True
    return lines
