"""Whatever is sent to whatever address, the answer is a sentence or a refusal: never a failure, nothing half saved."""

from urllib.parse import quote, quote_from_bytes

from django.urls import reverse

from taxpayers.audit.models import AuditEntry
from tests.access.test_table import names
from tests.access.town import Town, arguments, body, undone

# Who may do what the form of an address does; every other address takes no form.
WRITERS = {
    "taxpayer_search": "clerk", "taxpayer_register": "clerk", "taxpayer_edit": "clerk", "officer_add": "clerk",
    "officer_edit": "clerk", "identification_add": "clerk", "business_add": "clerk", "business_edit": "clerk",
    "business_cease": "clerk", "user_create": "admin", "appointment_add": "admin", "appointment_end": "admin",
    "receipt_reprint": "collector", "rate_table_enter": "admin", "table_row_enter": "admin", "drawer_open": "collector",
    "declaration_new": "clerk", "declaration_preview": "clerk", "cobro_new": "collector",
    "cobro_distribution": "collector", "account_login": "anonymous", "set_language": "anonymous",
}  # fmt: skip
NUL, INVALID_UTF8, LONE_SURROGATE = b"A\x00B", b"\xff\xfe\xc3(", b"\xed\xa0\x80"
HOSTILE: dict[str, bytes] = {
    "empty": b"",
    "nul": NUL,
    "not utf-8": INVALID_UTF8,
    "lone surrogate": LONE_SURROGATE,
    "huge number": b"1" + b"0" * 30,
    "below zero": b"-1",
    "not a number": b"NaN",
    "full-width digits": "１２３".encode(),
    "very long": b"x" * 70_000,
    "markup": "\u202e<script>alert(1)</script>{{7*7}}".encode(),
}


def encoded(form: dict[str, str], field: str, payload: bytes) -> str:
    """Write a form as browsers send it, with a payload in one field."""
    others = "".join(f"{quote(key)}={quote(value)}&" for key, value in form.items() if key != field)
    return f"{others}{quote(field)}={quote_from_bytes(payload)}"


def test_every_field_takes_hostile_values_without_failing(town: Town) -> None:
    for name in sorted(WRITERS):
        spoil_each_field(town, name)


def spoil_each_field(town: Town, name: str) -> None:
    """Send the form of a page with one field spoiled at a time: refused and not saved, or taken, and never a failure."""
    address, form, browser = (
        reverse(name, args=arguments(town, name)),
        body(town, name),
        town.browser(WRITERS[name]),
    )
    for field in form:
        for what, payload in HOSTILE.items():
            entries = AuditEntry.objects.count()
            with undone():
                response = browser.post(
                    address, encoded(form, field, payload), content_type="application/x-www-form-urlencoded"
                )
                saved = AuditEntry.objects.count() > entries
            assert response.status_code < 500, f"{name}, {field}: {what}"
            assert not (saved and response.status_code >= 400), (
                f"{name}, {field}: {what} was refused and saved"
            )


HOSTILE_PARTS = (
    "%00",
    "C-000001%00",
    "%ff%fe",
    "C-999999999",
    "c-000001",
    "C-000001%0a",
    "..%2f..%2fetc",
    "9" * 40,
    "١٢٣",
)
QUERIES = ("al", "conocido", "ano", "con", "numero", "desde", "hasta", "cajero", "page", "pagina", "persona", "accion",
           "codigo", "next", "uid", "q")  # fmt: skip


# Whoever may open something, and whoever may open nothing.
CURIOUS = ("anonymous", "clerk", "collector", "director", "admin")


def test_every_address_takes_hostile_parts_and_questions_without_failing(town: Town) -> None:
    failed = []
    for who in CURIOUS:
        for name in sorted(set(names()) - {"account_logout"}):
            browser = town.browser(who)
            with undone():
                for path in hostile_addresses(town, name):
                    if browser.get(path).status_code >= 500 or browser.post(path).status_code >= 500:
                        failed.append(f"{who}: {path}")
    assert not failed, "\n".join(failed)


def hostile_addresses(town: Town, name: str) -> list[str]:
    """Return the addresses of a page with each part spoiled, and with every question spoiled in the same way."""
    given = [quote(str(part)) for part in arguments(town, name)]
    address = reverse(name, args=arguments(town, name))
    parts = [address.replace(f"/{part}/", f"/{bad}/", 1) for part in given for bad in HOSTILE_PARTS]
    asked = [
        address + "?" + "&".join(f"{question}={quote_from_bytes(payload)}" for question in QUERIES)
        for payload in (NUL, INVALID_UTF8, b"9" * 40, b"-1", b"31/12/2200")
    ]
    return parts + asked
