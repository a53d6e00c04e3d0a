"""Random histories of one account, as hypothesis strategies: debts, costs, waivers, payments, returns, "
"refunds, history."""

from __future__ import annotations

from datetime import date, timedelta

from hypothesis import strategies as st

from revenue.rules.facts import AccountFacts, Adjustment, Cost, Debt, Opening, Payment, Refund, Tender
from revenue.rules.readings import COMPONENTS, SWITCHES, Policies

FIRST, LAST = date(2023, 1, 1), date(2025, 6, 30)
BOUNDARY_DAYS = (0, 1, 10, 11, 29, 30, 31, 59, 60, 61, 89, 90, 91, 120, 121, 150, 151)
AMOUNTS = st.one_of(st.sampled_from([1, 49, 99, 2500, 123_456]), st.integers(1, 500_000))

days = st.dates(FIRST, LAST)
policies = st.builds(
    Policies,
    **{
        name: st.sampled_from([c.value for c in one.choices])
        for name, one in SWITCHES.items()
        if one.in_assess
    },
)


def later(day: date) -> st.SearchStrategy[date]:
    """A day after another one: often one of those at which a bracket or a hold changes."""
    return st.one_of(st.sampled_from(BOUNDARY_DAYS), st.integers(0, 500)).map(
        lambda n: day + timedelta(days=n)
    )


def maybe(strategy):
    return st.one_of(st.none(), strategy)


@st.composite
def debts(draw, identity: str, tax: str, *, with_opening: bool = False, liable=None) -> Debt:
    due_on = draw(days)
    natures = (
        ["declared", "declared", "deficiency", "addition"]
        if tax == "license_tax" and not with_opening
        else ["declared"]
    )
    nature = draw(st.sampled_from(natures))
    fields = {"semester_start_on": due_on - timedelta(days=14)}
    if nature != "declared":
        fields |= {
            "demanded_on": due_on,
            "pay_by": draw(maybe(st.integers(10, 20).map(lambda n: due_on + timedelta(days=n)))),
        }
    elif draw(st.booleans()) and not with_opening:
        extended_to = due_on + timedelta(days=draw(st.integers(1, 200)))
        fields |= {"extended_to": extended_to, "extension_decided_on": draw(maybe(later(due_on)))}
    if tax == "personal_property" and draw(st.booleans()):
        fields["demanded_on"] = draw(later(due_on - timedelta(days=5)))
    fields["entered_on"] = draw(maybe(later(due_on - timedelta(days=60))))
    fields["costs"] = tuple(draw(st.lists(st.builds(Cost, later(due_on), AMOUNTS), max_size=2)))
    adjustment = st.builds(Adjustment, later(due_on), st.sampled_from(COMPONENTS), AMOUNTS, st.none())
    fields["adjustments"] = tuple(draw(st.lists(adjustment, max_size=2)))
    principal = draw(AMOUNTS)
    if with_opening:
        paid = draw(st.integers(0, principal))
        fields["opening"] = Opening(FIRST - timedelta(days=400), paid, draw(st.integers(0, 9_000)), 0, 0)
        fields["entered_on"] = None
    return Debt(identity, "A1", tax, nature, principal, due_on, liable=liable, **fields)


@st.composite
def payments(draw, identity: str, tax: str, debt_ids: list[str], payers: list[str | None]) -> Payment:
    on, amount = draw(days), draw(AMOUNTS)
    tenders: tuple[Tender, ...] = ()
    if draw(st.booleans()):
        first = draw(st.integers(0, amount))
        parts = [part for part in (first, amount - first) if part]
        tenders = tuple(Tender(part, draw(maybe(later(on)))) for part in parts)
    refunds: tuple[Refund, ...] = ()
    if not tenders and draw(st.integers(0, 4)) == 0:
        refunds = (Refund(draw(later(on)), draw(st.integers(1, amount))),)
    plan = (
        tuple(draw(st.lists(st.sampled_from(debt_ids), max_size=2, unique=True)))
        if tax != "real_property"
        else ()
    )
    return Payment(
        identity,
        "A1",
        on,
        amount,
        draw(maybe(later(on))),
        tenders,
        refunds,
        draw(st.sampled_from(payers)),
        plan,
    )


@st.composite
def accounts(draw, *, max_debts: int = 4, max_payments: int = 5, openings: bool = True) -> AccountFacts:
    """An account of one tax with everything that can happen to it."""
    tax = draw(st.sampled_from(["license_tax", "personal_property", "real_property"]))
    shared = draw(st.booleans())
    ids = [f"D{n}" for n in range(1, draw(st.integers(1, max_debts)) + 1)]
    own = []
    for index, identity in enumerate(ids):
        liable = draw(st.sampled_from([None, ("T1",), ("T2",), ("T1", "T2")])) if shared else None
        own.append(
            draw(
                debts(
                    identity, tax, with_opening=openings and index == 0 and draw(st.booleans()), liable=liable
                )
            )
        )
    payers = ["T1", "T2"] if shared else [None]
    paid = [
        draw(payments(f"P{n}", tax, ids, payers)) for n in range(1, draw(st.integers(0, max_payments)) + 1)
    ]
    return AccountFacts(tuple(own), tuple(paid))
