"""The main job, in a real browser and by keyboard alone: find, see, take, hand over."""

import datetime as dt
import re
from io import BytesIO

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from receipts.models import Receipt
from receipts.services import document
from revenue.collection.models import Cobro, CobroPayment
from revenue.ledger.models import Allocation
from revenue.web import clock
from taxpayers.models import Taxpayer
from taxpayers.people.services import TaxpayerData, taxpayer_register
from tests.browser.accessibility import assert_accessible
from tests.collection.factories import account_with_debts, collector_on, open_town, taxpayer_named

pytestmark = pytest.mark.django_db(transaction=True)

CHECKS = (
    "Girado al puesto de Director de Finanzas del municipio",
    "Letras y números coinciden",
    "Firmado por el librador, firma completa",
    "Sin enmiendas en fecha o importe, o iniciadas por el librador",
)


@pytest.fixture
def collector():
    open_town()
    return collector_on(clock.today() - dt.timedelta(days=900), "recaudadora")


@pytest.fixture
def account(collector):
    data = TaxpayerData(
        kind=Taxpayer.Kind.INDIVIDUAL, given_names="Ana Luz", first_surname="Núñez", second_surname="Peñuelas"
    )
    taxpayer = taxpayer_register(data=data, actor=collector, at=clock.now())
    year = clock.today().year - 3
    return account_with_debts(
        taxpayer, collector, (dt.date(year, 7, 17), 100_000), (dt.date(year + 1, 1, 16), 100_000)
    )


@pytest.fixture
def counter(open_page, collector, account) -> Page:
    """The counter's first page, with nothing touched yet."""
    page = open_page("desktop", user=collector)
    page.set_default_timeout(8_000)
    page.goto("/")
    return page


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def type_into(page: Page, label: str, text: str) -> None:
    """Reach a field with the Tab key and write in it."""
    field = page.get_by_label(re.compile(rf"^\s*{re.escape(label)}\W*$")).filter(visible=True).last
    for _step in range(80):
        if field.evaluate("element => element === document.activeElement"):
            break
        page.keyboard.press("Tab")
    expect(field).to_be_focused()
    if field.evaluate("element => element.tagName") == "SELECT":
        field.select_option(label=text)  # what typing the first letters does, whatever the platform
    elif field.get_attribute("type") == "checkbox":
        page.keyboard.press("Space")
    else:
        page.keyboard.press("Control+A")
        page.keyboard.type(text)


def open_drawer(page: Page) -> None:
    press(page, "Alt+a")
    type_into(page, "Ventanilla", "1")
    type_into(page, "Fondo contado", "100.00")
    press(page, "Enter")
    expect(page.get_by_text("Caja abierta")).to_be_visible()


def find(page: Page, text: str) -> None:
    expect(page.get_by_label("Buscar contribuyente")).to_be_focused()
    page.keyboard.type(text)
    expect(page.get_by_role("link", name="Ana Luz Núñez Peñuelas")).to_be_visible()
    press(page, "Enter")
    expect(page.get_by_role("heading", level=1, name="Ana Luz Núñez Peñuelas")).to_be_visible()


def pay_in_cash(page: Page, amount: str, handed: str) -> None:
    press(page, "Alt+c")
    type_into(page, "Cantidad a pagar", amount)
    type_into(page, "Cantidad entregada", handed)
    press(page, "Enter")
    expect(page.get_by_role("heading", level=1, name="Diga al pagador")).to_be_visible()


def test_the_first_cobro_of_the_day_by_keyboard_alone_in_cash_and_a_cheque(counter, account):
    open_drawer(counter)
    find(counter, "nunez ana")
    assert_accessible(counter)
    press(counter, "Alt+c")
    type_into(counter, "Cantidad a pagar", "500.00")
    type_into(counter, "Cantidad entregada", "220.00")
    press(counter, "Alt+m")
    type_into(counter, "Medio de pago", "Cheque sin certificar")
    type_into(counter, "Cantidad entregada", "300.00")
    type_into(counter, "Número", "1044")
    type_into(counter, "Fecha del cheque o giro", clock.today().strftime("%d/%m/%Y"))
    type_into(counter, "Librador", "Ana Luz Núñez Peñuelas")
    type_into(counter, "Banco o institución que lo paga", "Banco del Pueblo")
    type_into(counter, "Dirección del banco", "Calle Luis Muñoz Rivera 1, Cayey")
    for check in CHECKS:
        type_into(counter, check, "")
    type_into(counter, "Nombre completo de la persona", "Ana Luz Núñez Peñuelas")
    type_into(counter, "Dirección residencial", "Urb. Aponte B-1, Cayey")
    type_into(counter, "Negocio u oficina", "Panadería La Espiga")
    type_into(counter, "Dirección del negocio u oficina", "Calle Luis Muñoz Rivera 12, Cayey")
    type_into(counter, "Documento", "Pasaporte")
    type_into(counter, "Últimos 4 del documento", "4402")
    type_into(counter, "Teléfono de la casa o del negocio", "787-555-0101")
    assert_accessible(counter)
    press(counter, "Enter")
    expect(
        counter.get_by_text("Su pago se acredita primero a la deuda pendiente más antigua").first
    ).to_be_visible()
    expect(counter.get_by_text("$20.00").first).to_be_visible()
    assert_accessible(counter)
    press(counter, "Alt+c")
    expect(counter.get_by_role("heading", level=1, name="Recibo")).to_be_visible()
    expect(counter.get_by_role("button", name="Imprimir original y copias")).to_be_focused()
    assert_accessible(counter)
    oldest = account.debts.first()
    assert [row.debt for row in Allocation.objects.all()] == [oldest]
    assert Cobro.objects.get().change_cents == 2_000


def test_the_receipt_has_three_labelled_pages_with_the_same_facts(counter, account):
    open_drawer(counter)
    find(counter, "penuelas")
    pay_in_cash(counter, "250.00", "250.00")
    press(counter, "Alt+c")
    expect(counter.get_by_role("heading", level=1, name="Recibo")).to_be_visible()
    reader = PdfReader(BytesIO(bytes(document(Receipt.objects.get()).content)))
    pages = [page.extract_text() for page in reader.pages]
    labels = ("ORIGINAL", "PRIMERA COPIA", "SEGUNDA COPIA")
    assert len(pages) == 3
    assert all(label in page for label, page in zip(labels, pages, strict=True))
    bare = {page.split("Página 1 de 1")[0] for page in pages}  # what follows is the label of the copy
    assert len(bare) == 1
    assert "Ana Luz Núñez Peñuelas" in pages[0]
    assert "$250.00" in pages[0]


def test_the_second_payment_goes_on_where_the_first_stopped(counter, account):
    open_drawer(counter)
    find(counter, "ana nunez")
    pay_in_cash(counter, "500.00", "500.00")
    press(counter, "Alt+c")
    expect(counter.get_by_role("heading", level=1, name="Recibo")).to_be_visible()
    counter.goto("/")
    find(counter, "ana nunez")
    pay_in_cash(counter, "1500.00", "2000.00")
    press(counter, "Alt+c")
    expect(counter.get_by_role("heading", level=1, name="Recibo")).to_be_visible()
    first, second = account.debts.all()
    assert [row.debt for row in Allocation.objects.order_by("pk")] == [first, first, second]


def test_a_double_click_and_going_back_never_take_the_money_twice(counter, account):
    open_drawer(counter)
    find(counter, "ana nunez")
    pay_in_cash(counter, "10.00", "10.00")
    counter.get_by_role("button", name="Se lo dije").dblclick()
    expect(counter.get_by_role("heading", level=1, name="Recibo")).to_be_visible()
    counter.go_back()
    press(counter, "Alt+c")
    expect(counter.get_by_role("heading", level=1, name="Recibo")).to_be_visible()
    assert Cobro.objects.count() == Receipt.objects.count() == 1


def test_what_was_typed_stays_when_a_cheque_is_refused(counter, account):
    open_drawer(counter)
    find(counter, "ana nunez")
    press(counter, "Alt+c")
    type_into(counter, "Cantidad a pagar", "500.00")
    type_into(counter, "Medio de pago", "Cheque certificado")
    type_into(counter, "Cantidad entregada", "500.00")
    type_into(counter, "Número", "77")
    press(counter, "Enter")
    expect(counter.locator(".error-summary")).to_be_focused()
    expect(counter.locator(".error-summary")).to_contain_text("debe tener la firma completa del librador")
    expect(counter.get_by_label("Número").filter(visible=True).first).to_have_value("77")
    assert not Cobro.objects.exists()


def test_the_exact_amount_is_one_key_and_the_next_taxpayer_two_more(counter, account):
    open_drawer(counter)
    find(counter, "ana nunez")
    press(counter, "Enter")  # the focus is on collecting
    expect(counter.get_by_label("Cantidad a pagar")).to_be_focused()
    press(counter, "5", "0", "Alt+x")
    expect(counter.get_by_label("Cantidad entregada").first).to_have_value("50.00")
    press(counter, "Enter")
    expect(counter.get_by_role("button", name="Se lo dije: cobrar $50.00")).to_be_focused()
    press(counter, "Enter")
    expect(counter.get_by_role("button", name="Imprimir original y copias")).to_be_focused()
    counter.wait_for_load_state("networkidle")  # the receipt is on the screen
    press(counter, "Tab", "Enter")
    expect(counter.get_by_label("Buscar contribuyente")).to_be_focused()
    assert Cobro.objects.get().total_cents == 5_000


def test_exact_fills_in_what_the_other_means_of_payment_leave(counter, account):
    open_drawer(counter)
    find(counter, "ana nunez")
    press(counter, "Alt+c")
    type_into(counter, "Cantidad a pagar", "1,000.10")
    type_into(counter, "Cantidad entregada", "300")
    press(counter, "Alt+m")
    type_into(counter, "Medio de pago", "Pago electrónico")
    press(counter, "Alt+x")
    expect(counter.get_by_label("Cantidad entregada").nth(1)).to_have_value("700.10")
    expect(counter.get_by_label("Cantidad entregada").first).to_have_value("300.00")


def test_enter_in_the_box_of_the_credit_collects_and_never_goes_back(counter, account):
    open_drawer(counter)
    find(counter, "ana nunez")
    pay_in_cash(counter, "9000.00", "9000.00")
    expect(counter.get_by_label("quede como crédito")).to_be_focused()
    press(counter, "Enter")
    expect(counter.locator(".error-summary")).to_contain_text("Marque que el pagador acepta")
    assert not Cobro.objects.exists()
    assert_accessible(counter)
    counter.get_by_label("quede como crédito").focus()
    press(counter, "Space", "Enter")
    expect(counter.get_by_role("heading", level=1, name="Recibo")).to_be_visible()


def test_the_distribution_is_told_before_any_money_is_counted(counter, account):
    open_drawer(counter)
    find(counter, "ana nunez")
    press(counter, "Alt+c")
    expect(counter.locator("#distribucion")).to_contain_text("Su pago se acredita primero")
    expect(counter.locator("#distribucion")).not_to_contain_text("Faltan")
    type_into(counter, "Cantidad a pagar", "100")
    type_into(counter, "Cantidad entregada", "60")
    expect(counter.locator("#distribucion")).to_contain_text("Faltan $40.00")


def test_an_account_joins_by_keyboard_and_what_was_typed_stays(counter, account, collector):
    other = account_with_debts(
        taxpayer_named("Colmado Ibáñez-Muñoz", "C-000902", collector),
        collector,
        (dt.date(clock.today().year - 1, 7, 15), 20_000),
    )
    open_drawer(counter)
    find(counter, "ana nunez")
    press(counter, "Alt+c")
    type_into(counter, "Cantidad a pagar", "100")
    press(counter, "Alt+o", "9", "0", "2", "Enter")
    expect(counter.locator(f"#id_cuenta-{other.pk}-amount")).to_be_focused()
    expect(counter.locator(f"#id_cuenta-{account.pk}-amount")).to_have_value("100.00")
    press(counter, "Control+A", "2", "5", "Alt+x", "Enter")
    expect(counter.get_by_role("heading", level=1, name="Diga al pagador")).to_be_visible()
    press(counter, "Alt+c")
    expect(counter.get_by_role("heading", level=1, name="Recibo")).to_be_visible()
    assert {row.payment.account for row in CobroPayment.objects.all()} == {account, other}


def test_what_was_typed_survives_a_session_that_ended(open_page, account, collector):
    collector.set_password("una frase de prueba")
    collector.save()
    counter = open_page("desktop", user=collector)
    counter.goto("/")
    open_drawer(counter)
    find(counter, "ana nunez")
    press(counter, "Alt+c")
    type_into(counter, "Cantidad a pagar", "123.45")
    type_into(counter, "Medio de pago", "Cheque certificado")
    type_into(counter, "Número", "1044")
    counter.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    press(counter, "Enter")
    expect(counter.get_by_label("Usuario")).to_be_visible()
    counter.get_by_label("Usuario").fill(collector.username)
    counter.get_by_label("Contraseña").first.fill("una frase de prueba")
    press(counter, "Enter")
    expect(counter.get_by_text("No se había cobrado nada")).to_be_visible()
    expect(counter.get_by_label("Cantidad a pagar")).to_have_value("123.45")
    expect(counter.get_by_label("Número", exact=True).filter(visible=True)).to_have_value("1044")
    counter.reload()  # asks again for what was recovered: it is not kept anywhere else
    counter.goto(counter.url)
    expect(counter.get_by_label("Cantidad a pagar")).not_to_have_value("123.45")


def test_when_the_account_changes_after_telling_the_new_distribution_is_told(counter, account, collector):
    open_drawer(counter)
    find(counter, "ana nunez")
    pay_in_cash(counter, "50.00", "50.00")
    year = clock.today().year - 5
    account_with_debts(account.taxpayer, collector, (dt.date(year, 7, 15), 10_000))
    press(counter, "Alt+c")
    expect(counter.locator(".error-summary")).to_contain_text("No se tomó nada")
    expect(counter.locator(".say")).to_contain_text(f"vence {year}-07-15")
    assert not Cobro.objects.exists()
    press(counter, "Alt+c")
    expect(counter.get_by_role("heading", level=1, name="Recibo")).to_be_visible()


def test_the_whole_visit_works_without_scripts(open_page, collector, account):
    page = open_page("desktop", user=collector, scripts=False)
    page.goto(f"/caja/cobro/{account.taxpayer.number}/")
    page.get_by_label("Ventanilla").fill("1")
    page.get_by_label("Fondo contado").fill("0")
    page.get_by_role("button", name="Abrir la caja").click()
    page.get_by_label("Cantidad a pagar").fill("100")
    page.get_by_label("Cantidad entregada").nth(0).fill("60")
    page.get_by_label("Medio de pago").nth(5).select_option("card")
    page.get_by_label("Cantidad entregada").nth(5).fill("40")
    page.get_by_label("Número", exact=True).nth(5).fill("A-77")
    page.get_by_role("button", name="Revisar y decir").click()
    expect(page.get_by_text("Su pago se acredita primero")).to_be_visible()
    page.get_by_role("button", name="Se lo dije").click()
    expect(page.get_by_role("heading", level=1, name="Recibo")).to_be_visible()
    assert Cobro.objects.get().total_cents == 10_000


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("address", ["/", "/caja/abrir/", "/expediente/{number}/", "/caja/cobro/{number}/"])
def test_the_counters_pages_are_accessible_and_fit_the_screen(open_page, collector, account, size, address):
    from revenue.collection.services import drawer_open

    if "cobro" in address:
        drawer_open(collector=collector, window="1", float_cents=0, at=clock.now())
    page = open_page(size, user=collector)
    page.goto(address.format(number=account.taxpayer.number))
    page.wait_for_load_state("networkidle")
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


@pytest.mark.parametrize("typed", ["1250,00", "1,2,3", "1.250,00", "12,50"])
def test_an_amount_that_would_be_refused_is_never_turned_into_another(counter, account, typed):
    open_drawer(counter)
    find(counter, "ana nunez")
    press(counter, "Alt+c")
    type_into(counter, "Cantidad a pagar", typed)
    press(counter, "Tab")
    expect(counter.get_by_label(re.compile(r"^\s*Cantidad a pagar")).first).to_have_value(typed)
