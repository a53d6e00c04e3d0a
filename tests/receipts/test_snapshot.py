"""What a receipt may carry, and what is refused before a number is taken."""

import copy
import unicodedata
from typing import Any

import pytest

from receipts import snapshot
from receipts.errors import SnapshotInvalidError
from tests.receipts import samples


def bent(path: str, value: Any) -> dict[str, Any]:
    """Return the sample draft with the field at `path` replaced."""
    draft = samples.draft()
    target: Any = draft
    *steps, last = path.split(".")
    for step in steps:
        target = target[int(step)] if step.isdigit() else target[step]
    target[last] = value
    return draft


def test_a_whole_draft_is_read_as_told() -> None:
    draft = snapshot.read_draft(samples.draft())
    assert draft.total_cents == 115_867
    assert [account.paid_cents for account in draft.accounts] == [115_867]
    assert draft.accounts[0].totals == [81_250, 23_992, 8_125, 2_500, 115_867]


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        ("received_cents", 119_999, "received_cents"),
        ("change_cents", 4_132, "total_cents"),
        ("accounts.0.credit_cents", 1, "total_cents"),
        ("accounts.0.lines.0.interest_cents", 18_991, "total_cents"),
        ("tenders.1.amount_cents", 50_001, "received_cents"),
        ("change_cents", -1, "change_cents"),
        ("total_cents", 1158.67, "total_cents"),
        ("total_cents", True, "total_cents"),
        ("total_cents", "115867", "total_cents"),
        ("total_cents", 10**30, "total_cents"),
        ("received_on", "2026-02-30", "received_on"),
        ("received_on", "14/8/2026", "received_on"),
        ("received_on", None, "received_on"),
        ("accounts.0.lines.1.due_on", "", "accounts[0].lines[1].due_on"),
        ("payer", "María", "payer"),
        ("payer.name", "  ", "payer.name"),
        ("payer.name", "x" * 1_001, "payer.name"),
        ("payer.ssn", "1", "payer.ssn"),
        ("accounts", [], "accounts"),
        ("tenders", [], "tenders"),
        ("tenders", {}, "tenders"),
        ("number", 7, "number"),
        ("version", 2, "version"),
        ("municipality.seal", "../../etc/passwd", "municipality.seal"),
        ("municipality.seal", "https://example.com/seal.svg", "municipality.seal"),
    ],
)
def test_a_wrong_field_is_named_in_the_refusal(path: str, value: Any, field: str) -> None:
    with pytest.raises(SnapshotInvalidError) as refusal:
        snapshot.read_draft(bent(path, value))
    assert refusal.value.data["field"] == field
    assert field in str(refusal.value)


@pytest.mark.parametrize("missing", [name for name in samples.DRAFT if name != "version"])
def test_nothing_may_be_left_out(missing: str) -> None:
    draft = samples.draft()
    del draft[missing]
    with pytest.raises(SnapshotInvalidError) as refusal:
        snapshot.read_draft(draft)
    assert refusal.value.data["field"] == missing


def test_a_payment_of_nothing_has_no_receipt() -> None:
    draft = samples.draft(total_cents=0, received_cents=0, change_cents=0)
    draft["tenders"] = [{"kind_label": "Efectivo", "amount_cents": 0}]
    draft["accounts"][0]["lines"] = []
    with pytest.raises(SnapshotInvalidError):
        snapshot.read_draft(draft)


def test_one_cent_left_as_credit_without_any_debt_has_a_receipt() -> None:
    draft = samples.draft(total_cents=1, received_cents=1, change_cents=0)
    draft["tenders"] = [{"kind_label": "Efectivo", "amount_cents": 1}]
    draft["accounts"][0] |= {"lines": [], "credit_cents": 1, "remaining_cents": 0}
    assert snapshot.read_draft(draft).accounts[0].paid_cents == 1


@pytest.mark.parametrize("path", ["payer.name", "tenders.1.reference", "oldest_first_sentence"])
def test_a_social_security_number_never_reaches_paper(path: str) -> None:
    with pytest.raises(SnapshotInvalidError, match="seguro social"):
        snapshot.read_draft(bent(path, "Ref. 581-00-1234"))


@pytest.mark.parametrize("text", ["787-555-0100", "1581-00-12345", "66-0123456", "C-000123"])
def test_what_only_resembles_one_is_taken(text: str) -> None:
    assert snapshot.read_draft(bent("tenders.1.reference", text)).tenders[1].reference == text


def test_names_are_composed_and_lose_what_would_break_the_line() -> None:
    name = unicodedata.normalize("NFD", "Peñuelas\tIbáñez\n-\u202eMuñoz\u0000")
    assert snapshot.read_draft(bent("payer.name", name)).payer.name == "Peñuelas Ibáñez -Muñoz"


def test_the_digest_does_not_depend_on_the_order_of_the_keys() -> None:
    straight = samples.draft()
    turned = dict(reversed(copy.deepcopy(straight).items()))
    assert snapshot.digest(straight) == snapshot.digest(turned)
    assert snapshot.digest(straight) != snapshot.digest(samples.draft(rules_version="2026.2"))
