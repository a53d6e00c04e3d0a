"""The same cases the rules answer, loaded as rows and read through the selectors: the database changes no cent."""

import datetime as dt
import json
from itertools import count
from pathlib import Path

import pytest
from django.utils import timezone

from revenue.ledger import selectors
from revenue.ledger.models import (
    Account,
    Adjustment,
    Cost,
    Debt,
    Demand,
    Extension,
    Liability,
    Opening,
    PartReturn,
    Payment,
    PaymentPart,
    PaymentPlan,
    Refund,
)
from revenue.rules.money import parse_cents
from revenue.rules.readings import policies_from
from taxpayers.models import Taxpayer, User
from tests.collection.factories import taxpayer_named

CASES = Path(__file__).parent.parent / "cases"
COMPONENTS = ("costs", "interest", "surcharge", "principal")
ALWAYS = dt.date(1900, 1, 1)

pytestmark = pytest.mark.django_db


def day(text):
    return text and dt.date.fromisoformat(text)


class Loader:
    """One case as rows, its dates taken as given."""

    def __init__(self, case: dict, number: int, clerk: User) -> None:
        self.case, self.clerk, self.places = case, clerk, count(1)
        self.holder = taxpayer_named(case["id"], f"X-{number:06d}", clerk)
        self.people: dict[str, Taxpayer] = {}
        self.accounts: dict[str, Account] = {}
        self.debts: dict[str, Debt] = {}
        self.payments: dict[int, str] = {}
        for data in case["debts"]:
            self.debts[data["id"]] = self.load_debt(data)
        for data in case.get("payments", []):
            self.load_payment(data)

    def person(self, name: str) -> Taxpayer:
        if name not in self.people:
            self.people[name] = taxpayer_named(name, f"{self.holder.number}-{len(self.people)}", self.clerk)
        return self.people[name]

    def fact(self, account: Account, recorded_on: dt.date) -> dict:
        return {
            "account": account,
            "sequence": next(self.places),
            "recorded_at": timezone.now(),
            "recorded_on": recorded_on,
            "recorded_by": self.clerk,
        }

    def load_debt(self, data: dict) -> Debt:
        name = data["account"]
        if name not in self.accounts:
            self.accounts[name] = Account.objects.create(
                taxpayer=self.holder, tax=data["tax"], reference=name
            )
        account = self.accounts[name]
        debt = Debt.objects.create(
            **self.fact(account, ALWAYS),
            nature=data.get("nature", "declared"),
            label=data["id"],
            fiscal_year=day(data["due_on"]).year,
            principal_cents=parse_cents(data["principal"]),
            due_on=day(data["due_on"]),
            semester_start_on=day(data.get("semester_start")),
            entered_on=day(data.get("entered_on")) or ALWAYS,
        )
        self.load_debt_facts(account, debt, data)
        return debt

    def load_debt_facts(self, account: Account, debt: Debt, data: dict) -> None:
        if "extended_to" in data:
            decided_on = day(data.get("extension_decided_on"))
            Extension.objects.create(
                **self.fact(account, ALWAYS),
                debt=debt,
                extended_to=day(data["extended_to"]),
                decided_on=decided_on,
            )
        if "demanded_on" in data:
            pay_by = day(data.get("pay_by"))
            Demand.objects.create(
                **self.fact(account, ALWAYS), debt=debt, demanded_on=day(data["demanded_on"]), pay_by=pay_by
            )
        if "opening" in data:
            sums = {f"{name}_cents": parse_cents(data["opening"].get(name, "0")) for name in COMPONENTS}
            Opening.objects.create(
                **self.fact(account, ALWAYS), debt=debt, on=day(data["opening"]["on"]), **sums
            )
        for cost in data.get("costs", []):
            cents = parse_cents(cost["amount"])
            Cost.objects.create(
                **self.fact(account, ALWAYS), debt=debt, on=day(cost["on"]), amount_cents=cents
            )
        for item in data.get("adjustments", []):
            Adjustment.objects.create(
                **self.fact(account, day(item.get("recorded_on", item["on"]))),
                debt=debt,
                on=day(item["on"]),
                component=item["component"],
                amount_cents=parse_cents(item["amount"]),
                authority="del caso",
            )
        for name in data.get("liable", []):
            Liability.objects.create(debt=debt, taxpayer=self.person(name))

    def load_payment(self, data: dict) -> None:
        account = self.accounts[data["account"]]
        received_on = day(data["on"])
        payment = Payment.objects.create(
            **self.fact(account, day(data.get("recorded_on", data["on"]))),
            received_on=received_on,
            amount_cents=parse_cents(data["amount"]),
            on_behalf_of=self.person(data["on_behalf_of"]) if "on_behalf_of" in data else None,
            plan=self.load_plan(account, data, received_on),
        )
        self.payments[payment.pk] = data["id"]
        whole = {"amount": data["amount"], "returned_on": data.get("returned_on")}
        for position, tender in enumerate(data.get("tenders") or [whole], start=1):
            part = PaymentPart.objects.create(
                payment=payment, position=position, amount_cents=parse_cents(tender["amount"])
            )
            if returned_on := day(tender.get("returned_on")):
                PartReturn.objects.create(
                    **self.fact(account, returned_on), part=part, returned_on=returned_on
                )
        for refund in data.get("refunds", []):
            on, cents = day(refund["on"]), parse_cents(refund["amount"])
            Refund.objects.create(**self.fact(account, on), payment=payment, on=on, amount_cents=cents)

    def load_plan(self, account: Account, data: dict, granted_on: dt.date) -> PaymentPlan | None:
        if not data.get("plan"):
            return None
        plan = PaymentPlan.objects.create(**self.fact(account, granted_on), granted_on=granted_on)
        plan.debts.set([self.debts[name] for name in data["plan"]])
        return plan

    def answer(self) -> dict:
        as_of, known_on = day(self.case["as_of"]), day(self.case.get("known_on"))
        policies = policies_from(self.case.get("policy", {}))
        names = {debt.pk: name for name, debt in self.debts.items()}
        facts = selectors.account_facts(self.accounts.values(), known_on=known_on)
        debts, allocations, credits = {}, {}, {}
        for name, account in self.accounts.items():
            result = selectors.replayed(facts[account.pk], as_of=as_of, known_on=known_on, policies=policies)
            debts |= {names[pk]: sums(balance) for pk, balance in result.balances.items()}
            allocations[name] = [
                (self.payments[row.payment], names[row.debt], row.on.isoformat(), sums(row))
                for row in result.allocations
            ]
            if result.credit_cents:
                credits[name] = result.credit_cents
        return {"debts": debts, "allocations": allocations, "credits": credits}

    def expected(self, answer: dict) -> dict:
        accounts = {data["id"]: data["account"] for data in self.case["debts"]}
        allocations: dict[str, list] = {name: [] for name in self.accounts}
        for row in answer["allocations"]:
            allocations[accounts[row["debt"]]].append((row["payment"], row["debt"], row["on"], cents(row)))
        return {
            "debts": {row["id"]: cents(row) for row in answer["debts"]},
            "allocations": allocations,
            "credits": {name: parse_cents(text) for name, text in answer["credits"].items()},
        }


def sums(row: object) -> list[int]:
    return [getattr(row, f"{name}_cents") for name in COMPONENTS]


def cents(row: dict) -> list[int]:
    return [parse_cents(row[name]) for name in COMPONENTS]


@pytest.mark.parametrize("name", ["boundaries.jsonl", "random.jsonl"])
def test_every_case_loaded_as_rows_is_answered_to_the_cent(name):
    clerk = User.objects.create_user("oficinista")
    rows = [
        json.loads(line) for line in (CASES / name).read_text(encoding="utf-8").splitlines() if line.strip()
    ]
    valid = [row for row in rows if "error" not in row["expected"]]
    assert len(valid) > 100
    for number, row in enumerate(valid):
        loader = Loader(row["case"], number, clerk)
        assert loader.answer() == loader.expected(row["expected"]), row["case"]["id"]
