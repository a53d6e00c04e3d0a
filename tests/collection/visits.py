"""Visits as the browser sends them, and what a page that refuses one must be."""

import html
import re

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from receipts.models import Receipt
from revenue.collection.models import Cobro, Tender
from revenue.ledger.models import Account, Allocation, Payment

CARD_NUMBER = "4111 1111 1111 1111"


def cash(account: Account, amount: str = "500.00", handed: str = "500.00") -> dict[str, str]:
    """A visit in cash, as the browser sends it."""
    return {
        "accion": "decir",
        "request_key": "11111111-1111-4111-8111-111111111111",
        "payer_name": "Ana Núñez Peñuelas",
        f"cuenta-{account.pk}-amount": amount,
        "medio-0-kind": "cash",
        "medio-0-handed": handed,
    }


def cheque(account: Account, kind: str = "personal_cheque", **changes: str) -> dict[str, str]:
    """A visit with a cheque that passes every point, but for `changes`; None takes a field out, as a box not ticked."""
    fields = {
        "kind": kind,
        "handed": "500.00",
        "reference": "1044",
        "drawn_on": "30/11/2026",
        "drawer_name": "Ana Núñez Peñuelas",
        "bank_name": "Banco del Pueblo",
        "bank_address": "Calle Luis Muñoz Rivera 1, Cayey",
        "payable_to_post": "on",
        "amounts_agree": "on",
        "signed": "on",
        "alterations_initialled": "on",
        "person_name": "Ana Núñez Peñuelas",
        "residential_address": "Urb. Aponte B-1, Cayey",
        "business_name": "Panadería La Espiga",
        "business_address": "Calle Luis Muñoz Rivera 12, Cayey",
        "document_kind": "passport",
        "document_last_four": "4402",
        "telephone": "787-555-0101",
        **changes,
    }
    tender = {f"medio-0-{name}": value for name, value in fields.items() if value is not None}
    return {**cash(account), **tender}


def send(counter: Client, account: Account, data: dict[str, str]) -> HttpResponse:
    """Post a visit as the page does."""
    return counter.post(reverse("cobro_new", args=[account.taxpayer.number]), data)


def sentences(response: HttpResponse) -> list[str]:
    """Return what the summary of the page says, each line once."""
    page = response.content.decode()
    summary = re.search(r'class="error-summary".*?</ul>', page, re.DOTALL)
    if summary is None:
        return []
    return [html.unescape(re.sub(r"<[^>]+>", "", line)) for line in re.findall(r"<li>(.*?)</li>", summary[0])]


def assert_refused(response: HttpResponse, sentence: str, data: dict[str, str]) -> None:
    """One sentence, what was typed still there, and not a row written."""
    assert response.status_code == 422
    assert [line for line in sentences(response) if sentence in line] == sentences(response) != []
    assert len(sentences(response)) == 1
    page = html.unescape(response.content.decode())
    typed = {name: value for name, value in data.items() if name not in {"accion"} and value.strip()}
    missing = [name for name, value in typed.items() if not kept(page, name, value)]
    assert not missing
    assert not any(model.objects.exists() for model in (Cobro, Payment, Allocation, Tender, Receipt))


def kept(page: str, name: str, value: str) -> bool:
    """Tell whether a field of the page still holds what was typed in it."""
    tag = re.search(rf'<(?:input|select)[^>]*name="{name}"[^>]*>(?:.*?</select>)?', page, re.DOTALL)
    if tag is None:
        return False
    if tag[0].startswith("<select"):
        return re.search(rf'value="{value}"\s+selected', tag[0]) is not None
    return "checked" in tag[0] if value == "on" else f'value="{value}"' in tag[0] or value.strip() in tag[0]


def told(counter: Client, account: Account, data: dict[str, str], **more: str) -> dict[str, str]:
    """Return what confirms a visit once its distribution was told."""
    digest = send(counter, account, data).context["counter"].distribution.digest()
    return {**data, "accion": "cobrar", "told_digest": digest, **more}
