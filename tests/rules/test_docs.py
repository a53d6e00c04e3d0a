"""The pages of `docs/rules` say what the rules do: their worked tables, their readings and their quotations."""

from __future__ import annotations

import re
import unicodedata

import pytest

from revenue.rules.readings import READINGS
from tests.rules import worked
from tests.rules.pages import RULES, Table, tables, topics

TABLES = [table for path in topics() for table in tables(path)]
QUOTED = re.compile(r"«([^»]*)»")


def words(text: str) -> str:
    """Return a text as its letters and figures alone, so that a line break or a scanned comma is no difference."""
    plain = unicodedata.normalize("NFKC", text).lower().replace("0", "o")  # the scan reads «o» as a zero
    return " ".join(re.findall(r"\w+", plain))


def worked_rows(table: Table) -> list[tuple[str, ...]]:
    """Return the rows of a table as the rules answer them."""
    if table.how == "assess":
        return [tuple(worked.assess(table.case, table.header, row)) for row in table.rows]
    found = []
    for row in table.rows:
        cells = dict(zip(table.header, row, strict=True))
        found.append(tuple({**cells, **getattr(worked, str(table.how))(cells)}.values()))
    return found


@pytest.mark.parametrize("table", [one for one in TABLES if one.how != "readings"], ids=str)
def test_a_worked_table_has_the_figures_of_the_rules(table: Table) -> None:
    assert table.how, f"{table}: this table is not checked by anything"
    assert worked_rows(table) == list(table.rows)


def test_every_page_works_numbers_out() -> None:
    assert {table.page for table in TABLES if table.how != "readings"} == {path.name for path in topics()}
    assert sum(len(table.rows) for table in TABLES) > 150


def test_every_reading_is_on_one_page_with_its_default_and_its_alternatives() -> None:
    rows = [row for table in TABLES if table.how == "readings" for row in table.rows]
    assert sorted(row[0] for row in rows) == sorted(f"`{name}`" for name in READINGS)
    for name, adopted, otherwise in rows:
        reading = READINGS[name.strip("`")]
        labels = [choice.label for choice in reading.alternatives]
        if len(labels) > 3:  # every order of the components
            labels = ["cualquier otro orden"]
        assert adopted == reading.choices[0].label
        assert otherwise == ("; o bien: ".join(labels) or "un importe con su cita")


def test_what_a_page_quotes_is_in_the_texts() -> None:
    law = words(" ".join(QUOTED.findall((RULES / "coverage.md").read_text(encoding="utf-8"))))
    quoted = [(path.name, quote) for path in topics() for quote in QUOTED.findall(path.read_text("utf-8"))]
    assert len(quoted) > 40
    strange = [
        (name, part)
        for name, quote in quoted
        for part in re.split(r"…", quote)
        if words(part) and words(part) not in law
    ]
    assert not strange
