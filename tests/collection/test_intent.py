"""The sums of a visit: what must close before anything is told to the payer."""

import uuid

import pytest
from hypothesis import given
from hypothesis import strategies as st

from revenue.collection.errors import CashNotNeeded, ChangeOnlyFromCash, NothingToPay, TendersFallShort
from revenue.collection.intent import AccountIntent, CobroIntent, TenderIntent

KEY = uuid.UUID(int=1)


def visit(accounts: list[int], tenders: list[tuple[str, int]]) -> CobroIntent:
    return CobroIntent(
        KEY,
        "Ana Núñez",
        tuple(AccountIntent(index, cents) for index, cents in enumerate(accounts, start=1)),
        tuple(TenderIntent(kind, cents) for kind, cents in tenders),
    )


def test_exact_cash_gives_no_change():
    assert visit([500], [("cash", 500)]).change_cents == 0


def test_change_comes_out_of_cash():
    intent = visit([500], [("personal_cheque", 300), ("cash", 1000)])
    assert intent.change_cents == 800
    assert intent.kept_cents() == [300, 200]


def test_the_whole_of_a_bill_is_not_change():
    with pytest.raises(CashNotNeeded, match=r"devuelva los \$1\.00"):
        visit([500], [("personal_cheque", 500), ("cash", 100)]).check()


def test_cash_counted_twice_is_one_tender_and_its_change_comes_out_of_the_whole():
    intent = visit([1_000], [("cash", 700), ("card", 500), ("cash", 400)])
    assert [(tender.kind, tender.handed_cents) for tender in intent.tenders] == [
        ("cash", 1_100),
        ("card", 500),
    ]
    assert intent.kept_cents() == [500, 500]


def test_a_cheque_gives_no_change():
    with pytest.raises(ChangeOnlyFromCash, match=r"\$1\.00"):
        visit([500], [("personal_cheque", 600)]).check()


def test_one_cent_short_is_refused_with_what_is_missing():
    with pytest.raises(TendersFallShort, match=r"\$0\.01"):
        visit([500], [("cash", 499)]).check()


def test_a_visit_without_accounts_is_refused():
    with pytest.raises(NothingToPay):
        visit([], [("cash", 499)]).check()


def test_one_cheque_for_two_accounts_has_a_share_in_each():
    assert visit([300, 200], [("certified_cheque", 400), ("cash", 150)]).shares() == [
        [(0, 300)],
        [(0, 100), (1, 100)],
    ]


def test_the_digest_changes_with_any_detail():
    assert visit([500], [("cash", 500)]).digest() == visit([500], [("cash", 500)]).digest()
    assert visit([500], [("cash", 500)]).digest() != visit([500], [("cash", 501)]).digest()


@given(
    accounts=st.lists(st.integers(1, 10**9), min_size=1, max_size=5),
    cheques=st.lists(st.integers(1, 10**9), max_size=4),
    cash_cents=st.integers(0, 10**10),
)
def test_shares_pay_every_account_and_spend_what_was_kept(accounts, cheques, cash_cents):
    tenders = [("certified_cheque", cents) for cents in cheques] + (
        [("cash", cash_cents)] if cash_cents else []
    )
    intent = visit(accounts, tenders)
    try:
        intent.check()
    except (TendersFallShort, ChangeOnlyFromCash, CashNotNeeded):
        return
    shares = intent.shares()
    assert [sum(cents for _index, cents in parts) for parts in shares] == accounts
    spent = [
        sum(cents for parts in shares for index, cents in parts if index == tender)
        for tender in range(len(tenders))
    ]
    assert spent == intent.kept_cents()
    assert sum(intent.kept_cents()) + intent.change_cents == intent.handed_cents
