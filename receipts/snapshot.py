"""What an issued receipt carries, complete and for ever: its snapshot (rules.md section 8, quality.md V6).

The caller describes the visit as a plain dict (the *draft*: `Draft` and the classes below are its schema);
`issue()` adds what only the moment of issue knows (`Issued`), and the whole is stored, hashed and never changed.
The PDF is drawn from it and from nothing else, so that a receipt shows the amounts of its day however often it is
printed.

Amounts are integer cents, dates ISO text. Nothing here is ever a social security or employer number: there is no
field for one, and a text that looks like one is refused (Ley 243-2006).
"""

import dataclasses as dc
import datetime as dt
import hashlib
import json
import re
import types
import typing
import unicodedata

from django.utils.translation import gettext as _

from receipts.errors import SnapshotInvalidError

VERSION = 1
MAX_TEXT = 1_000
MAX_ITEMS = 500
MAX_CENTS = 10**13

_SSN = re.compile(r"(?<![\w-])\d{3}-\d{2}-\d{4}(?![\w-])")
_SEAL = re.compile(r"img/[a-z0-9_-]+\.svg")
# Signs that break or reorder a line have no place on paper. They are dropped, not refused: an odd sign in an old
# record must not stop a payment.
_DROPPED = {"Cc", "Cs", "Zl", "Zp"}
_REORDERING = set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


@dc.dataclass(frozen=True, slots=True)
class Municipality:
    """The heading: `seal` names one of the seals shipped under static/, e.g. `img/seal.svg`."""

    name: str
    office: str
    address_lines: list[str]
    phone: str
    seal: str = "img/seal.svg"


@dc.dataclass(frozen=True, slots=True)
class Payer:
    """Who handed the money over, and on whose behalf (empty when it is their own debt)."""

    name: str
    on_behalf_of: str = ""


@dc.dataclass(frozen=True, slots=True)
class Line:
    """What one debt received, by component, in cents; `due_on` is the day it fell due."""

    debt_label: str
    due_on: dt.date
    principal_cents: int
    interest_cents: int
    surcharge_cents: int
    costs_cents: int

    @property
    def total_cents(self) -> int:
        """Return everything this debt received."""
        return self.principal_cents + self.interest_cents + self.surcharge_cents + self.costs_cents


@dc.dataclass(frozen=True, slots=True)
class Account:
    """One account paid in the visit.

    `credit_cents` is the part of this payment that no debt took and stays as a credit; `remaining_cents` is what
    the account still owes after it, on the day of receipt; `discount_cents` is what paying the whole year took off
    its principal, money that nobody handed over (rule P4).
    """

    taxpayer_number: str
    taxpayer_name: str
    tax_label: str
    lines: list[Line]
    remaining_cents: int
    credit_cents: int
    discount_cents: int = 0

    def sum_of(self, component: str) -> int:
        """Return the cents that `component` (principal, interest, surcharge, costs, total) received over all lines."""
        return sum(getattr(line, f"{component}_cents") for line in self.lines)

    @property
    def totals(self) -> list[int]:
        """Return the foot of this account's table: the sum of each column, in cents."""
        return [self.sum_of(column) for column in ("principal", "interest", "surcharge", "costs", "total")]

    @property
    def paid_cents(self) -> int:
        """Return the part of the visit's money that went to this account."""
        return self.sum_of("total") + self.credit_cents


@dc.dataclass(frozen=True, slots=True)
class Tender:
    """One means of payment as handed over; `reference` says which cheque, order or authorisation."""

    kind_label: str
    amount_cents: int
    reference: str = ""


@dc.dataclass(frozen=True, slots=True)
class Collector:
    """Who took the money and the title of their appointment."""

    name: str
    title: str


@dc.dataclass(frozen=True, slots=True)
class Draft:
    """What the caller tells: received = sum of the tenders; total = received - change = sum of the accounts."""

    municipality: Municipality
    received_on: dt.date
    payer: Payer
    accounts: list[Account]
    tenders: list[Tender]
    received_cents: int
    change_cents: int
    total_cents: int
    oldest_first_sentence: str
    collector: Collector
    rules_version: str
    version: int = VERSION


@dc.dataclass(frozen=True, slots=True)
class Issued:
    """What the moment of issue adds; `issued_at` is local time with its offset."""

    series: str
    number: int
    label: str
    issued_at: dt.datetime
    total_in_words: str
    verification_code: str
    verification_url: str


def read_draft(data: dict[str, object]) -> Draft:
    """Return the draft in `data`, every text composed (NFC) and every sum checked.

    Raises:
        SnapshotInvalidError: naming the field.
    """
    draft = typing.cast(Draft, _read(Draft, data, ""))
    _check_shape(draft)
    _check_sums(draft)
    return draft


def read(data: dict[str, typing.Any]) -> tuple[Draft, Issued]:
    """Return both halves of a stored snapshot."""
    names = {field.name for field in dc.fields(Issued)}
    issued = _read(Issued, {key: value for key, value in data.items() if key in names}, "")
    draft = read_draft({key: value for key, value in data.items() if key not in names})
    return draft, typing.cast(Issued, issued)


def compose(draft: Draft, issued: Issued) -> dict[str, typing.Any]:
    """Return the snapshot to store: plain JSON values only."""
    return typing.cast(
        dict[str, typing.Any], json.loads(_canonical({**dc.asdict(draft), **dc.asdict(issued)}))
    )


def digest(snapshot: dict[str, typing.Any]) -> str:
    """Return the SHA-256 of a snapshot, the same on every database: keys sorted, no spaces, UTF-8."""
    return hashlib.sha256(_canonical(snapshot).encode()).hexdigest()


def _canonical(data: dict[str, typing.Any]) -> str:
    return json.dumps(
        data,
        sort_keys=True,
        separators=(",", ":"),
        ensure_ascii=False,
        allow_nan=False,
        default=lambda date: date.isoformat(),
    )


def _refuse(field: str, why: str) -> typing.NoReturn:
    raise SnapshotInvalidError(
        "snapshot_invalid",
        _("No se emitió el recibo: %(field)s %(why)s.") % {"field": field or "recibo", "why": why},
        field=field,
    )


def _read(kind: typing.Any, value: object, field: str) -> object:
    """Build `kind` (dataclass, list, text, integer or date) from JSON; refuse what is missing, extra or malformed."""
    if dc.is_dataclass(kind):
        return _read_record(typing.cast(type, kind), value, field)
    if isinstance(kind, types.GenericAlias):
        if not isinstance(value, list) or len(value) > MAX_ITEMS:
            _refuse(field, _("debe ser una lista de a lo sumo %(limit)d renglones") % {"limit": MAX_ITEMS})
        return [_read(kind.__args__[0], item, f"{field}[{index}]") for index, item in enumerate(value)]
    if kind is str:
        return _read_text(value, field)
    if kind is int:
        if type(value) is not int or not 0 <= value < MAX_CENTS:
            _refuse(field, _("debe ser un número entero, cero o más"))
        return value
    if isinstance(value, kind) and type(value) is kind:
        return value
    try:
        return kind.fromisoformat(value)
    except (TypeError, ValueError):
        _refuse(field, _("debe ser una fecha"))


def _read_record(kind: type, value: object, field: str) -> object:
    if not isinstance(value, dict):
        _refuse(field, _("debe ser un registro"))
    prefix = f"{field}." if field else ""
    fields = {item.name: item for item in dc.fields(kind)}
    hints = typing.get_type_hints(kind)
    for name in value.keys() - fields.keys():
        _refuse(f"{prefix}{name}", _("no pertenece a un recibo"))
    for name in fields.keys() - value.keys():
        if fields[name].default is dc.MISSING:
            _refuse(f"{prefix}{name}", _("falta"))
    return kind(**{name: _read(hints[name], item, f"{prefix}{name}") for name, item in value.items()})


def _read_text(value: object, field: str) -> str:
    if not isinstance(value, str) or len(value) > MAX_TEXT:
        _refuse(field, _("debe ser un texto de a lo sumo %(limit)d letras") % {"limit": MAX_TEXT})
    spaced = " ".join(unicodedata.normalize("NFC", value).split())
    text = "".join(
        sign for sign in spaced if unicodedata.category(sign) not in _DROPPED and sign not in _REORDERING
    )
    if _SSN.search(text):
        _refuse(field, _("parece llevar un número de seguro social"))
    return text


def _check_shape(draft: Draft) -> None:
    if draft.version != VERSION:
        _refuse("version", _("no es la versión %(version)d") % {"version": VERSION})
    if not _SEAL.fullmatch(draft.municipality.seal):
        _refuse("municipality.seal", _("no nombra un sello del programa"))
    if not draft.accounts or not draft.tenders:
        _refuse("accounts" if not draft.accounts else "tenders", _("está vacío"))
    needed = {
        "municipality.name": draft.municipality.name,
        "payer.name": draft.payer.name,
        "collector.name": draft.collector.name,
        "collector.title": draft.collector.title,
        "rules_version": draft.rules_version,
    }
    for field, text in needed.items():
        if not text.strip():
            _refuse(field, _("está vacío"))


def _check_sums(draft: Draft) -> None:
    if draft.total_cents == 0:
        _refuse("total_cents", _("debe ser mayor que cero"))
    if sum(tender.amount_cents for tender in draft.tenders) != draft.received_cents:
        _refuse("received_cents", _("no es la suma de los medios de pago"))
    if draft.received_cents - draft.change_cents != draft.total_cents:
        _refuse("total_cents", _("no es lo recibido menos el cambio"))
    if sum(account.paid_cents for account in draft.accounts) != draft.total_cents:
        _refuse("total_cents", _("no es la suma de lo aplicado a las cuentas"))
