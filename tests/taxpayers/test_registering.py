"""Registering a taxpayer: the next number, no identifier twice, and a look at who may be the same person."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from taxpayers.audit.models import AuditEntry
from taxpayers.people.errors import IdentifierTakenError, PossibleDuplicatesError
from taxpayers.people.models import Address, TaxIdentifier, Taxpayer
from taxpayers.people.services import AddressData, TaxpayerData, taxpayer_edit
from taxpayers.staff.models import Role, User
from tests.taxpayers.conftest import AT, EIN, HOME, SSN


def test_numbers_follow_one_another(register: Callable[..., Taxpayer]) -> None:
    assert [register(name).number for name in ("Uno, Inc.", "Dos, Inc.")] == ["C-000001", "C-000002"]


def test_what_is_refused_takes_no_number(register: Callable[..., Taxpayer]) -> None:
    register("Ana|Peña|", identifiers={SSN: "666123456"})
    with pytest.raises(IdentifierTakenError):
        register("Otra, Inc.", identifiers={SSN: "666123456"})
    assert register("Dos, Inc.").number == "C-000002"


def test_registering_is_audited_with_what_it_is_and_nothing_more(
    register: Callable[..., Taxpayer], clerk: User
) -> None:
    taxpayer = register("Ana|Peña|", identifiers={SSN: "666123456"})
    entry = AuditEntry.objects.get(action="taxpayer.registered")
    assert (entry.actor, entry.at, entry.subject_label) == (clerk, AT, "C-000001 Ana Peña")
    assert entry.data == {"kind": "individual", "other_than": []}
    first = taxpayer.history.get()
    assert (first.history_user, first.history_date) == (clerk, AT)


@pytest.mark.parametrize(
    ("registered", "typed", "noticed"),
    [
        ("María|Núñez|Peña", "María|Núñez|Peña", True),
        ("María|Núñez|Peña", "maria|nunez|pena", True),
        ("María|Núñez|Peña", "Peña|María|Núñez", True),
        ("María|Núñez|Peña", "María|Núñez|", True),
        ("María|Núñez|", "María Luisa|Núñez|Peña", True),
        ("María|Núñez|Peña", "María|Nuñes|Peña", True),
        ("Vittorio|D'Angelo|", "Vittorio|DAngelo|", True),
        ("Panadería La Espiga, Inc.", "Panaderia Espiga", True),
        ("Panadería La Espiga, Inc.", "La Espiga Panadería, Corp.", True),
        ("María|Núñez|Peña", "Carmen|Rivera|Cruz", False),
        ("María|Núñez|Peña", "María|Torres|Rivera", False),
        ("José|Rivera|Cruz", "José|Torres|Cruz", False),
        ("Panadería La Espiga, Inc.", "Panadería Los Cidrines, Inc.", False),
        ("Farmacia San José", "Colmado San José", False),
    ],
)
def test_a_like_name_is_noticed(
    register: Callable[..., Taxpayer], registered: str, typed: str, noticed: bool
) -> None:
    first = register(registered)
    if not noticed:
        assert register(typed).number == "C-000002"
        return
    with pytest.raises(PossibleDuplicatesError) as refusal:
        register(typed)
    (duplicate,) = refusal.value.duplicates
    assert (duplicate.taxpayer, duplicate.reasons) == (first, ("nombre parecido",))
    assert register(typed, other_than=[first.number]).number == "C-000002"
    assert AuditEntry.objects.first().data["other_than"] == [first.number]  # type: ignore[union-attr]


def test_the_same_telephone_is_noticed(register: Callable[..., Taxpayer]) -> None:
    register("Ana|Peña|", phone="787-555-0100")
    with pytest.raises(PossibleDuplicatesError) as refusal:
        register("Luis|Rivera|", phone="787-555-0100")
    assert refusal.value.duplicates[0].reasons == ("mismo teléfono",)


def test_saying_that_one_is_somebody_else_says_nothing_of_another(register: Callable[..., Taxpayer]) -> None:
    register("Ana|Peña|", phone="787-555-0100")
    register("Ana|Peña|", phone="787-555-0101", other_than=["C-000001"])
    with pytest.raises(PossibleDuplicatesError):
        register("Ana|Peña|", other_than=["C-000001"])


def test_an_identifier_that_somebody_has_is_refused_outright(register: Callable[..., Taxpayer]) -> None:
    register("Ana|Peña|", identifiers={SSN: "666123456"})
    with pytest.raises(IdentifierTakenError) as refusal:
        register("Luis|Rivera|", identifiers={SSN: "666123456"}, other_than=["C-000001"])
    assert "C-000001" in refusal.value.message
    assert "666" not in refusal.value.message


def test_the_same_nine_digits_may_be_one_persons_ssn_and_another_ones_ein(
    register: Callable[..., Taxpayer],
) -> None:
    register("Ana|Peña|", identifiers={SSN: "666123456"})
    register("Otra, Inc.", identifiers={EIN: "666123456"})
    assert TaxIdentifier.objects.count() == 2


def test_the_database_refuses_an_identifier_twice(register: Callable[..., Taxpayer]) -> None:
    ana, luis = register("Ana|Peña|", identifiers={SSN: "666123456"}), register("Luis|Rivera|")
    held = ana.tax_identifiers.get()
    with pytest.raises(IntegrityError), transaction.atomic():
        TaxIdentifier.objects.create(
            taxpayer=luis, kind="ssn", number="x", last_four="3456", blind_index=held.blind_index
        )


# --- changing -------------------------------------------------------------------------------------------------


@pytest.fixture
def edit(clerk: User) -> Callable[..., Taxpayer]:
    def change(taxpayer: Taxpayer, **more: Any) -> Taxpayer:
        columns: dict[str, Any] = {
            "kind": Taxpayer.Kind.INDIVIDUAL,
            "given_names": taxpayer.given_names,
            "first_surname": taxpayer.first_surname,
            "residential": HOME,
        }
        return taxpayer_edit(actor=clerk, taxpayer=taxpayer, data=TaxpayerData(**{**columns, **more}), at=AT)

    return change


def test_a_change_that_changes_nothing_writes_nothing(
    register: Callable[..., Taxpayer], edit: Callable[..., Taxpayer]
) -> None:
    taxpayer = register("Ana|Peña|")
    edit(taxpayer)
    assert not AuditEntry.objects.filter(action="taxpayer.changed").exists()
    assert taxpayer.history.count() == 1


def test_the_audit_names_the_fields_that_changed(
    register: Callable[..., Taxpayer], edit: Callable[..., Taxpayer]
) -> None:
    postal = AddressData(line1="PO Box 1", town="Cayey", zip_code="00737")
    edit(register("Ana|Peña|"), phone="787-555-0100", postal=postal, identifiers={SSN: "666123456"})
    entry = AuditEntry.objects.get(action="taxpayer.changed")
    assert entry.data == {"changed": ["phone", "postal_address", "ssn_number"]}


def test_letters_go_to_the_residence_when_the_postal_address_is_taken_away(
    register: Callable[..., Taxpayer], edit: Callable[..., Taxpayer]
) -> None:
    postal = AddressData(line1="PO Box 1", town="Cayey", zip_code="00737")
    taxpayer = register("Ana|Peña|", postal=postal)
    assert str(taxpayer.postal_address) == "PO Box 1, Cayey PR 00737"
    assert str(edit(taxpayer).postal_address) == "Calle Barbosa 9, Cayey PR 00736"
    assert [row.history_type for row in Address.history.filter(kind="postal")] == ["-", "+"]


def test_an_edit_can_not_take_anothers_identifier(
    register: Callable[..., Taxpayer], edit: Callable[..., Taxpayer]
) -> None:
    register("Luis|Rivera|", identifiers={SSN: "666123456"})
    with pytest.raises(IdentifierTakenError):
        edit(register("Ana|Peña|"), identifiers={SSN: "666123456"})


def test_ones_own_identifier_typed_again_is_no_change(
    register: Callable[..., Taxpayer], edit: Callable[..., Taxpayer]
) -> None:
    edit(register("Ana|Peña|", identifiers={SSN: "666123456"}), identifiers={SSN: "666123456"})
    assert not AuditEntry.objects.filter(action="taxpayer.changed").exists()


# --- the pages --------------------------------------------------------------------------------------------------

PERSON = {
    "given_names": "Ana",
    "first_surname": "Peña",
    "second_surname": "",
    "phone": "(787) 555-0100",
    "email": "",
    "residential_line1": "Calle Barbosa 9",
    "residential_town": "Cayey",
    "residential_state": "pr",
    "residential_zip_code": "00736",
    "postal_same": "on",
    "ssn": "666-12-3456",
}
REGISTER = "/contribuyentes/nuevo/individuo/"


@pytest.fixture
def page(clerk: User, signed_in: Callable[[User], Client]) -> Client:
    return signed_in(clerk)


def test_the_clerk_registers_and_reads_what_was_registered(page: Client) -> None:
    response = page.post(REGISTER, PERSON, follow=True)
    assert response.redirect_chain == [("/contribuyentes/C-000001/", 302)]
    text = response.content.decode()
    for shown in ("Ana Peña", "787-555-0100", "Calle Barbosa 9", "Cayey PR 00736", "***-**-3456"):
        assert shown in text


def test_a_possible_duplicate_stops_the_page_until_it_is_ticked(page: Client) -> None:
    page.post(REGISTER, PERSON)
    again = {**PERSON, "ssn": "", "given_names": "Ana María"}
    response = page.post(REGISTER, again)
    text = response.content.decode()
    assert response.status_code == 422
    assert "Es otra persona" in text
    assert 'href="/contribuyentes/C-000001/"' in text
    assert 'value="Ana María"' in text
    assert page.post(REGISTER, {**again, "other_than": "C-000001"}).status_code == 302
    assert Taxpayer.objects.count() == 2


def test_a_taken_identifier_can_not_be_ticked_away(page: Client) -> None:
    page.post(REGISTER, PERSON)
    response = page.post(REGISTER, {**PERSON, "other_than": "C-000001"})
    assert response.status_code == 422
    assert "Ese número ya es de C-000001" in response.content.decode()
    assert Taxpayer.objects.count() == 1


@pytest.mark.parametrize("slug", ["individuo", "corporacion", "sociedad", "sucesion", "sin-fines-de-lucro"])
def test_each_kind_has_the_fields_that_fit_it(page: Client, slug: str) -> None:
    form = page.get(f"/contribuyentes/nuevo/{slug}/").context["form"]
    individual = slug == "individuo"
    assert ("legal_name" in form.fields) is not individual
    assert ("given_names" in form.fields) is individual
    assert ("ssn" in form.fields) is individual
    assert "ein" in form.fields


def test_a_kind_that_does_not_exist_is_not_found(page: Client) -> None:
    assert page.get("/contribuyentes/nuevo/robot/").status_code == 404


@pytest.mark.parametrize(
    ("field", "typed", "sentence"),
    [
        ("given_names", "", "Escriba el nombre."),
        ("given_names", "   ", "Escriba el nombre."),
        ("given_names", "A" * 300, "300"),
        ("given_names", "A\x00na", "Quite los caracteres invisibles de este texto."),
        ("given_names", "A\x07na", "Quite los caracteres invisibles de este texto."),
        ("given_names", "A\u200bna", "Quite los caracteres invisibles de este texto."),
        ("first_surname", "", "Escriba el primer apellido."),
        ("phone", "555", "Escriba el teléfono con sus diez números"),
        ("phone", "７８７５５５０１００", "Escriba el teléfono con sus diez números"),
        ("email", "ana@", "Escriba el correo electrónico completo"),
        ("residential_line1", "", "Escriba la calle y el número"),
        ("residential_zip_code", "0073", "Escriba el código postal con cinco números"),
        ("residential_zip_code", "００７３６", "Escriba el código postal con cinco números"),
        ("residential_state", "P1", "Escriba las dos letras"),
        ("ssn", "666-12-345", "Ese número no es válido"),
        ("ssn", "000-12-3456", "Ese número no es válido"),
        ("postal_same", "", "Escriba la dirección postal, o marque que es la misma."),
    ],
)
def test_bad_input_is_one_sentence_and_nothing_is_saved(
    page: Client, field: str, typed: str, sentence: str
) -> None:
    response = page.post(REGISTER, {**PERSON, field: typed})
    assert response.status_code == 422
    form = response.context["form"]
    errors = form.errors["postal_line1" if field == "postal_same" else field]
    assert len(errors) == 1
    assert sentence in errors[0]
    assert form["first_surname"].value() == (typed if field == "first_surname" else "Peña")
    assert not Taxpayer.objects.exists()


@pytest.mark.parametrize(
    "name",
    [
        "O'Connor",
        "D’Angelo",
        "Pen\u0303uelas",
        "Ibáñez-Muñoz",
        "<b>Ana</b>",
        "{{ 7|add:7 }}",
        "=1+1",
        "ÁÉÍÓÚÜÑ" * 5,
    ],
)
def test_a_name_is_kept_as_it_is_and_escaped_on_the_page(page: Client, name: str) -> None:
    response = page.post(REGISTER, {**PERSON, "first_surname": name}, follow=True)
    assert response.status_code == 200
    assert response.redirect_chain
    assert "<b>Ana</b>" not in response.content.decode()
    assert Taxpayer.objects.get().first_surname.replace("ñ", "n\u0303") == name.replace("ñ", "n\u0303")


def test_the_edit_page_begins_with_what_is_on_file_and_keeps_the_number_left_blank(page: Client) -> None:
    page.post(
        REGISTER,
        {
            **PERSON,
            "postal_same": "",
            "postal_line1": "PO Box 1",
            "postal_town": "Cayey",
            "postal_zip_code": "00737",
        },
    )
    address = "/contribuyentes/C-000001/editar/"
    form = page.get(address).context["form"]
    typed = {name: form[name].value() or "" for name in form.fields}
    assert typed["postal_line1"] == "PO Box 1"
    assert typed["ssn"] == ""
    assert not typed["postal_same"]
    response = page.post(address, {**typed, "postal_same": "", "first_surname": "Ñáñez"})
    assert response.status_code == 302
    taxpayer = Taxpayer.objects.get()
    assert (taxpayer.first_surname, taxpayer.tax_identifiers.get().number) == ("Ñáñez", "666123456")


def test_the_history_tells_each_value_before_and_after(page: Client, clerk: User) -> None:
    page.post(REGISTER, PERSON)
    page.post("/contribuyentes/C-000001/editar/", {**PERSON, "first_surname": "Ñáñez", "ssn": ""})
    change = page.get("/contribuyentes/C-000001/").context["changes"][0]
    assert (change.actor, change.what, change.verb) == (str(clerk), "Datos del contribuyente", "Cambiado")
    (difference,) = change.differences
    assert (difference.label, difference.before, difference.after) == ("primer apellido", "Peña", "Ñáñez")


WRITING = [
    "/contribuyentes/nuevo/",
    REGISTER,
    "/contribuyentes/C-000001/editar/",
    "/contribuyentes/C-000001/negocios/nuevo/",
    "/contribuyentes/C-000001/oficiales/nuevo/",
    "/contribuyentes/C-000001/identificaciones/nueva/",
]


@pytest.mark.parametrize("address", WRITING)
@pytest.mark.parametrize("role", list(Role))
def test_only_clerks_write(
    register: Callable[..., Taxpayer],
    signed_in: Callable[[User], Client],
    appoint_directly: Callable[..., User],
    role: Role,
    address: str,
) -> None:
    register("Ana|Peña|")
    expected = 200 if role == Role.CLERK else 403
    assert signed_in(appoint_directly(role)).get(address).status_code == expected


@pytest.mark.parametrize("address", ["/contribuyentes/C-999999/", "/contribuyentes/C-999999/editar/"])
def test_a_number_that_nobody_has_is_not_found(page: Client, address: str) -> None:
    assert page.get(address).status_code == 404
