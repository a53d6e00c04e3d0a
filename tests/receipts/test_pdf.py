"""The receipt on paper: the same facts under three labels, whatever the records say."""

import datetime as dt
import hashlib
import io
import unicodedata
from typing import Any
from zoneinfo import ZoneInfo

import pypdf
import pypdfium2
import pytest
import zxingcpp
from django.utils import translation
from fontTools.ttLib import TTFont
from weasyprint import HTML
from weasyprint.urls import URLFetcherResponse

from receipts import paper, pdf, snapshot, words
from tests.receipts import samples

LABELS = {
    "ORIGINAL": "para quien paga",
    "PRIMERA COPIA": "para el Director, con la relación",
    "SEGUNDA COPIA": "evidencia de operaciones",
}
URL = "https://rentas.example/recibos/verificar/K7QD-M3XA-9FTR/"


def stored(draft: dict[str, Any]) -> dict[str, Any]:
    told = snapshot.read_draft(draft)
    issued = snapshot.Issued(
        series="2026-27",
        number=123,
        label="2026-27-000123",
        issued_at=dt.datetime(2026, 8, 14, 10, 31, 5, tzinfo=ZoneInfo("America/Puerto_Rico")),
        total_in_words=words.amount_in_words(told.total_cents),
        verification_code="K7QD-M3XA-9FTR",
        verification_url=URL,
    )
    return snapshot.compose(told, issued)


def drawn(draft: dict[str, Any] | None = None) -> bytes:
    return pdf.receipt(paper.receipt_context(stored(draft or samples.draft())))


def texts(content: bytes) -> list[str]:
    """Return the text of each page, its spaces folded."""
    pages = pypdf.PdfReader(io.BytesIO(content)).pages
    return [" ".join(unicodedata.normalize("NFC", page.extract_text()).split()) for page in pages]


def without_label(text: str) -> str:
    for label, purpose in LABELS.items():
        text = text.replace(label, "").replace(purpose, "")
    return " ".join(text.split())


def test_three_pages_carry_the_three_labels_in_order() -> None:
    pages = texts(drawn())
    assert len(pages) == 3
    for text, (label, purpose) in zip(pages, LABELS.items(), strict=True):
        assert text.count(label) == 2  # at the head and at the foot
        assert purpose in text
        assert not any(other in text for other in LABELS if other != label)


def test_the_three_copies_carry_the_same_facts() -> None:
    assert len({without_label(text) for text in texts(drawn())}) == 1


@pytest.mark.parametrize(
    "fact",
    [
        "Municipio de Cayey",
        "Oficina de Finanzas",
        "787-555-0100",
        "2026-27-000123",
        "Pago recibido el 14 de agosto de 2026 Emitido a las 10:31 a. m.",
        "María Ibáñez-Muñoz",
        "a nombre de Panadería La Ñapa, Inc.",
        "MIL CIENTO CINCUENTA Y OCHO DÓLARES CON 67/100",
        "Patente municipal · C-000123",
        "Patente 2023-24, segundo plazo , vencía el 15 de enero de 2024 $612.50 $189.92 $61.25 $25.00 $888.67",
        "$812.50 $239.92 $81.25 $25.00 $1,158.67",
        "Balance pendiente de esta cuenta después del pago $1,482.11",
        "Cheque certificado Núm. 001482, Banco de Peñuelas $500.00",
        "Recibido $1,200.00",
        "Cambio entregado −$41.33",
        "Total pagado $1,158.67",
        "Su pago se aplica primero a la deuda más antigua",
        "K7QD-M3XA-9FTR",
        "Ana Núñez Rivera Recaudadora Auxiliar",
        "Reglas 2026.1",
        "Página 1 de 1",
    ],
)
def test_the_page_says(fact: str) -> None:
    assert fact.replace(" ,", ",") in texts(drawn())[0].replace(" ,", ",")


def test_a_payment_received_before_its_receipt_shows_both_days() -> None:
    text = texts(drawn(samples.draft(received_on="2026-08-12")))[0]
    assert "Pago recibido el 12 de agosto de 2026 Emitido el 14 de agosto de 2026, 10:31 a. m." in text


def test_a_credit_is_said_only_when_there_is_one() -> None:
    assert "crédito" not in texts(drawn())[0]
    draft = samples.draft(change_cents=0, total_cents=120_000)
    draft["accounts"][0] |= {"credit_cents": 4_133, "remaining_cents": 0}
    assert "Queda como crédito de esta cuenta $41.33" in texts(drawn(draft))[0]


def test_many_debts_flow_to_several_pages_of_each_copy() -> None:
    pages = texts(drawn(samples.draft_of_debts(40)))
    per_copy = len(pages) // 3
    assert per_copy > 1
    assert len(pages) == 3 * per_copy
    for index, text in enumerate(pages):
        label = list(LABELS)[index // per_copy]
        assert text.count(label) == 2
        assert f"Página {index % per_copy + 1} de {per_copy}" in text
        assert "2026-27-000123" in text
    copies = [
        [without_label(text) for text in pages[start : start + per_copy]]
        for start in range(0, len(pages), per_copy)
    ]
    assert copies[0] == copies[1] == copies[2]
    assert all(sum(f"Patente {1990 + debt}-" in text for text in copies[0]) == 1 for debt in range(40))


def test_the_same_snapshot_gives_the_same_bytes_whenever_it_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    first = drawn()
    monkeypatch.setattr("time.time", lambda: 2_000_000_000.0)
    for kept in (pdf.font, pdf._engine, pdf._labels):
        kept.cache_clear()
    assert hashlib.sha256(drawn()).hexdigest() == hashlib.sha256(first).hexdigest()


def test_the_language_of_the_screen_does_not_change_the_paper() -> None:
    with translation.override("en"):
        english = drawn()
    assert english == drawn()


def fonts(content: bytes) -> dict[str, bool]:
    """Return each font's name and whether its file is embedded."""
    found: dict[str, bool] = {}

    def walk(resources: Any) -> None:
        for font in (resources.get("/Font") or {}).values():
            descendant = font.get_object()["/DescendantFonts"][0].get_object()
            found[descendant["/BaseFont"]] = "/FontFile2" in descendant["/FontDescriptor"].get_object()
        for drawing in (resources.get("/XObject") or {}).values():
            if "/Resources" in (inner := drawing.get_object()):
                walk(inner["/Resources"].get_object())

    for page in pypdf.PdfReader(io.BytesIO(content)).pages:
        walk(page["/Resources"].get_object())
    return found


def test_the_only_family_is_ours_embedded_and_cut_to_what_is_used() -> None:
    found = fonts(drawn())
    assert len(found) == 3
    assert all(found.values())
    assert all("+Public-Sans" in name for name in found)
    assert len(drawn()) < 60_000


def test_figures_are_tabular() -> None:
    """Digits of one weight take one width, so that columns of cents stand under each other."""
    face = TTFont(io.BytesIO(pdf.font(400)))
    features = {record.FeatureTag for record in face["GSUB"].table.FeatureList.FeatureRecord}
    assert "tnum" in features
    assert "fvar" not in face


UNPRINTABLE = (
    "Z͑a̎lgo̿ Ruiz",
    "Panadería 🥖 日本 עברית",
)  # the font lacks some of their signs; the page survives them


@pytest.mark.parametrize(
    "name",
    [
        *UNPRINTABLE,
        "Municipio de Peñuelas",
        "José Núñez",
        "María Ibáñez-Muñoz",
        "Güeybaná O’Neill d'Ávila",
        unicodedata.normalize("NFD", "Ángela Nuñez Güiro"),
        "Ñ" * 300,
        "Peñuelas " * 33,
        "<b>Negrita</b> & «Cía.»",
        "{{ draft.total_cents }} {% now 'Y' %}",
    ],
)
def test_any_name_is_printed_and_keeps_the_receipt_whole(name: str) -> None:
    draft = samples.draft()
    draft["payer"]["name"] = draft["accounts"][0]["taxpayer_name"] = draft["collector"]["name"] = name
    pages = texts(drawn(draft))
    assert len(pages) % 3 == 0
    if name not in UNPRINTABLE and len(name) < 60:
        assert unicodedata.normalize("NFC", name) in pages[0]
    assert without_label(pages[0]) == without_label(pages[len(pages) // 3])


HOSTILE = [
    '<img src="file:///etc/passwd">',
    '<img src="http://127.0.0.1:9/x.png">',
    '<link rel="attachment" href="file:///etc/passwd">',
    '<style>@import url("file:///etc/passwd"); * { display: none }</style>',
    '<object data="file:///etc/passwd"></object>',
    '"><svg><image href="file:///etc/passwd"/></svg>',
    "</title><base href='file:///etc/'><img src=passwd>",
    "<a href='javascript:alert(1)'>x</a>",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_markup_in_a_record_is_printed_as_text_and_fetches_nothing(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    answer = pdf.HouseFetcher.fetch

    def watch(self: pdf.HouseFetcher, url: str, headers: object = None) -> URLFetcherResponse:
        asked.append(url)
        return answer(self, url, headers)

    monkeypatch.setattr(pdf.HouseFetcher, "fetch", watch)
    draft = samples.draft(oldest_first_sentence=text, rules_version=text)
    draft["municipality"] |= {"name": text, "office": text, "phone": text, "address_lines": [text]}
    draft["payer"] = {"name": text, "on_behalf_of": text}
    draft["collector"] = {"name": text, "title": text}
    draft["tenders"][0] |= {"kind_label": text, "reference": text}
    account = draft["accounts"][0]
    account |= {"taxpayer_number": text, "taxpayer_name": text, "tax_label": text}
    account["lines"][0]["debt_label"] = text
    content = drawn(draft)
    assert {url.partition("/")[0] for url in asked} == {"house:seal", "house:qr"}
    page = "".join(texts(content)[0].split())
    assert page.count("".join(text.split())) >= 10
    reader = pypdf.PdfReader(io.BytesIO(content))
    assert not reader.attachments
    assert not any("/Annots" in page for page in reader.pages)


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "file:///work",
        "http://127.0.0.1/",
        "https://example.com/a.png",
        "ftp://example.com/a",
        "data:text/css,*{}",
        "house:font/../../etc/passwd",
        "house:font/500",
        "house:seal/img/../../manage.py",
        "house:seal/css/house.css",
        "house:seal//etc/passwd",
        "house:other/x",
        "HOUSE:qr/x",
    ],
)
def test_the_fetcher_refuses_all_but_what_we_ship(url: str) -> None:
    with pytest.raises(pdf.FetchRefusedError):
        pdf.HouseFetcher().fetch(url)


def test_even_unescaped_markup_could_read_no_file(tmp_path: Any) -> None:
    """The second wall: were an escape forgotten, the engine would still be refused."""
    secret = tmp_path / "secret.svg"
    secret.write_text('<svg xmlns="http://www.w3.org/2000/svg"><text y="9">SECRETO</text></svg>')
    page = f'<img src="{secret.as_uri()}"><link rel="attachment" href="{secret.as_uri()}"><p>visible</p>'
    content = HTML(string=page, url_fetcher=pdf.HouseFetcher()).write_pdf()
    assert texts(content) == ["visible"]
    assert not pypdf.PdfReader(io.BytesIO(content)).attachments


@pytest.mark.parametrize("copy", range(3))
def test_a_telephone_reads_the_address_to_check_from_each_copy(copy: int) -> None:
    page = pypdfium2.PdfDocument(drawn())[copy].render(scale=2).to_pil().convert("L")
    assert [code.text for code in zxingcpp.read_barcodes(page)] == [URL]


def test_a_reprint_is_marked_on_every_page_and_changes_no_amount() -> None:
    issued = drawn(samples.draft_of_debts(14))
    mark = paper.reprint_mark(
        ordinal=2, at=dt.datetime(2026, 9, 1, 15, 4, tzinfo=ZoneInfo("America/Puerto_Rico")), user="Ana Núñez"
    )
    assert mark == "REIMPRESIÓN 2 — 1 de septiembre de 2026, 3:04 p. m. — Ana Núñez"
    marked = pdf.stamped(issued, mark)
    assert [text.replace(mark, "").strip() for text in texts(marked)] == texts(issued)
    assert all(text.count(mark) == 1 for text in texts(marked))
    assert pdf.stamped(issued, mark) == marked
    assert drawn(samples.draft_of_debts(14)) == issued


def test_the_file_says_what_it_is() -> None:
    about = pypdf.PdfReader(io.BytesIO(drawn())).metadata
    assert about is not None
    assert (about.title, about.author) == ("Recibo 2026-27-000123", "Municipio de Cayey")
    assert about.creation_date == dt.datetime(2026, 8, 14, 10, 31, 5, tzinfo=ZoneInfo("America/Puerto_Rico"))
