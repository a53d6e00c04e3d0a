"""The tables of the demo town: Cayey with its real published rates, its calendar and its policies."""

import datetime as dt

from django.db import transaction
from django.utils import timezone

from revenue.municipality import services
from revenue.municipality.models import TableRow
from revenue.municipality.published_rates import PUBLISHED, read_published
from taxpayers.models import User

FIRST_YEAR, LAST_YEAR = 2020, 2028

_ORDINANCE = "Ordenanza Núm. 25, serie 1992-93, del Municipio de Cayey"
_TOWN = {
    "name": "Municipio de Cayey",
    "town": "Cayey",
    "office": "Oficina de Finanzas",
    "address": "Casa Alcaldía, Plaza Pública\nCayey, Puerto Rico 00736",
    "phone": "787-555-0100",
    "email": "finanzas@ejemplo.com",
    "seal": "img/seal.svg",
}
_STORM = "Orden ejecutiva del Gobernador por el huracán Fiona"
_STORM_DAYS = (dt.date(2022, 9, 19), dt.date(2022, 9, 20), dt.date(2022, 9, 21))
_POLICIES = (("uncertified_cheques", "accepted"), ("electronic_payments", "accepted"))


@transaction.atomic
def load(actor: User, approver: User, today: dt.date) -> None:
    """Write the municipality, its holidays, rates and policies; leave one closure waiting for approval.

    `actor` enters and `approver` approves: they are two people.
    """
    at = dt.datetime.combine(today, dt.time(8), timezone.get_default_timezone())
    services.municipality_set(actor=actor, at=at, **_TOWN)
    services.holidays_load(years=range(FIRST_YEAR, max(LAST_YEAR, today.year + 2) + 1), at=at)
    rows: list[TableRow] = [
        services.rate_table_enter(**vars(table), citation=_ORDINANCE, actor=actor, at=at)
        for table in read_published(PUBLISHED, "Cayey")
    ]
    rows += [
        services.policy_enter(
            policy=policy,
            value=value,
            starts_on=dt.date(FIRST_YEAR, 7, 1),
            citation="Resolución de la Legislatura Municipal sobre medios de pago",
            actor=actor,
            at=at,
        )
        for policy, value in _POLICIES
    ]
    rows += [
        services.closure_enter(on=day, name="Huracán Fiona", citation=_STORM, actor=actor, at=at)
        for day in _STORM_DAYS
    ]
    for row in rows:
        services.row_approve(row=row, approver=approver, at=at)
    services.closure_enter(
        on=dt.date(today.year + 1, 12, 24),
        name="Víspera de Navidad",
        citation="Orden ejecutiva municipal sobre el receso navideño",
        actor=actor,
        at=at,
    )
