"""Money rows are never changed or deleted, whoever asks: raw SQL, the ORM in bulk, one row."""

import datetime as dt
from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection, transaction
from django.db.utils import IntegrityError

from revenue.collection import services
from revenue.collection.models import Cobro
from tests.collection.conftest import NOW
from tests.collection.factories import (
    account_with_debts,
    cash_visit,
    collect,
    collector_on,
    open_town,
    taxpayer_named,
)

pytestmark = pytest.mark.django_db(transaction=True)

WRITTEN_BY_A_VISIT = [
    "allocation", "cobro", "cobropayment", "debt", "payment", "paymentpart", "tender", "tendershare",
]  # fmt: skip


@pytest.fixture
def cobro() -> Cobro:
    open_town()
    collector = collector_on(dt.date(2020, 1, 1), "recaudador")
    account = account_with_debts(
        taxpayer_named("Uno, Inc.", "C-000001", collector), collector, (dt.date(2026, 7, 15), 100)
    )
    services.drawer_open(collector=collector, window="1", float_cents=0, at=NOW)
    return collect(cash_visit(account, 50), collector, NOW)


def refused(statement: str) -> bool:
    with (
        pytest.raises(IntegrityError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)
    return True


@pytest.mark.parametrize("name", WRITTEN_BY_A_VISIT)
def test_raw_sql_cannot_change_or_delete_a_row_of_money(cobro, name):
    model = apps.get_model("revenue", name)
    assert model.objects.exists()
    column = model._meta.pk.column
    assert refused(f"UPDATE {model._meta.db_table} SET {column} = {column}")  # noqa: S608 - names of our own
    assert refused(f"DELETE FROM {model._meta.db_table}")  # noqa: S608


@pytest.mark.parametrize("name", ["allocation", "debt", "payment"])
def test_the_orm_cannot_change_money_in_bulk(cobro, name):
    manager = apps.get_model("revenue", name).objects
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        manager.update(account_id=1)
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        manager.bulk_update(manager.all(), ["account"])


def test_every_table_of_facts_and_documents_has_its_guard(db):
    guarded = set(import_module("revenue.migrations.0002_append_only").TABLES)
    topics = ("revenue.ledger.models", "revenue.collection.models")
    tables = {
        model._meta.model_name
        for model in apps.get_app_config("revenue").get_models()
        if model.__module__ in topics
    }
    # An account keeps its last place, a drawer is closed: those two change.
    assert tables - guarded == {"account", "drawer"}
