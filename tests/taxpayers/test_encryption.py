"""Identifiers at rest: no digits in any table, masked on every page, found by exact match, and rotated."""

from collections.abc import Callable
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.core.management import call_command
from django.db import connection
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from taxpayers import encryption
from taxpayers.audit.models import AuditEntry
from taxpayers.people.identifiers import IdentifierKind, digits_of, recognise
from taxpayers.people.models import Identification, TaxIdentifier, Taxpayer
from taxpayers.people.selectors import search
from taxpayers.people.services import identification_add
from taxpayers.staff.models import User
from tests.taxpayers.conftest import AT, EIN, HOME, SSN, TODAY

LICENSE = "PR4418273"


@pytest.fixture
def holder(register: Callable[..., Taxpayer], clerk: User) -> Taxpayer:
    taxpayer = register("Ana|Peña|Ibáñez", identifiers={SSN: "666123456", EIN: "891234567"})
    identification_add(
        actor=clerk,
        taxpayer=taxpayer,
        kind=Identification.Kind.DRIVERS_LICENSE,
        number=LICENSE,
        expires_on=None,
        shown_on=TODAY,
        at=AT,
    )
    return taxpayer


def everything_stored() -> str:
    """Return every value of every row of every table, as the database holds them."""
    with connection.cursor() as cursor:
        texts = []
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")  # noqa: S608
            texts += [str(row) for row in cursor.fetchall()]
    return "\n".join(texts)


def test_no_table_holds_the_digits(holder: Taxpayer) -> None:
    stored = everything_stored()
    assert "Peña" in stored
    for secret in ("666123456", "666-12-3456", "891234567", "89-1234567", LICENSE, "12345", "44182"):
        assert secret not in stored


def test_what_is_stored_is_read_back(holder: Taxpayer) -> None:
    assert {i.kind: i.number for i in holder.tax_identifiers.all()} == {
        "ssn": "666123456",
        "ein": "891234567",
    }
    assert holder.identifications.get().number == LICENSE


def test_the_same_number_is_never_the_same_ciphertext() -> None:
    assert encryption.encrypt("666123456") != encryption.encrypt("666123456")


def test_numbers_are_shown_by_their_last_four(
    holder: Taxpayer, clerk: User, signed_in: Callable[[User], Client]
) -> None:
    browser = signed_in(clerk)
    for address in (f"/contribuyentes/{holder.number}/", f"/contribuyentes/{holder.number}/editar/"):
        text = browser.get(address).content.decode()
        assert "***-**-3456" in text
        assert "**-***4567" in text
        assert "666" not in text
    assert "····8273" in browser.get(f"/contribuyentes/{holder.number}/").content.decode()


def test_neither_history_nor_audit_tells_a_number(holder: Taxpayer) -> None:
    rows = [str(list(Taxpayer.history.values())), str(list(AuditEntry.objects.values()))]
    assert not any(digits in row for row in rows for digits in ("3456", "4567", "8273"))
    fields = {field.name for field in Taxpayer.history.model._meta.fields}
    assert not fields & {"ssn", "ein", "number_encrypted", "search_text"}


OLD, NEW = "una llave vieja", "una llave nueva"


def test_a_rotation_loses_nobody_at_any_moment(
    register: Callable[..., Taxpayer], clerk: User, settings: Any
) -> None:
    settings.FIELD_ENCRYPTION_KEYS = [OLD]
    taxpayer = register("Ana|Peña|", identifiers={SSN: "666123456"})
    secret = generate_totp_secret()
    TOTP.activate(clerk, secret)
    before = TaxIdentifier.objects.get().blind_index

    settings.FIELD_ENCRYPTION_KEYS = [NEW, OLD]
    assert search("666-12-3456") == [taxpayer]
    call_command("rotate_field_keys")
    call_command("rotate_field_keys")
    assert search("666-12-3456") == [taxpayer]

    settings.FIELD_ENCRYPTION_KEYS = [NEW]
    assert search("666-12-3456") == [taxpayer]
    assert TaxIdentifier.objects.get().number == "666123456"
    assert TaxIdentifier.objects.get().blind_index != before
    assert encryption.decrypt(Authenticator.objects.get().data["secret"]) == secret


def test_a_lost_key_is_an_error_and_never_ciphertext_on_a_page(
    register: Callable[..., Taxpayer], settings: Any
) -> None:
    register("Ana|Peña|", identifiers={SSN: "666123456"})
    settings.FIELD_ENCRYPTION_KEYS = [NEW]
    with pytest.raises(encryption.UnreadableSecretError):
        TaxIdentifier.objects.get()


def test_encryption_does_not_hang_from_the_secret_key(
    register: Callable[..., Taxpayer], settings: Any
) -> None:
    register("Ana|Peña|", identifiers={SSN: "666123456"}, residential=HOME)
    settings.SECRET_KEY = "otra"
    assert TaxIdentifier.objects.get().number == "666123456"


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("666-12-3456", {IdentifierKind.SSN}),
        ("66-6123456", {IdentifierKind.EIN}),
        ("666123456", {IdentifierKind.SSN, IdentifierKind.EIN}),
        (" 666123456 ", {IdentifierKind.SSN, IdentifierKind.EIN}),
        ("66612345", set()),
        ("6661234567", set()),
        ("666-123-456", set()),
        ("000-12-3456", set()),
        ("666-00-3456", set()),
        ("666-12-0000", set()),
        ("00-1234567", set()),
        ("٦٦٦١٢٣٤٥٦", set()),
        ("６６６１２３４５６", set()),
        ("nunez", set()),
        ("", set()),
    ],
)
def test_what_looks_like_an_identifier(text: str, kinds: set[IdentifierKind]) -> None:
    assert {kind for kind, _digits in recognise(text)} == kinds


@given(st.text(max_size=20))
def test_any_text_is_nine_ascii_digits_or_nothing(text: str) -> None:
    for kind in IdentifierKind:
        digits = digits_of(kind, text)
        assert digits is None or (len(digits) == 9 and digits.isascii() and digits.isdecimal())
