"""The working-day calendar: holidays of the law, closures of the municipality (rule C10)."""

import datetime as dt

import pytest
from django.core.management import call_command

from revenue.municipality import services
from revenue.municipality.errors import CalendarMissing, CitationMissing, DayAlreadyClosed
from revenue.municipality.holidays import election_day, holidays_of
from revenue.municipality.models import NonWorkingDay
from revenue.municipality.selectors import loaded_years, working_calendar
from revenue.rules.days import WorkingCalendar
from revenue.rules.filing import filing_due_on
from tests.municipality.conftest import NOW


def calendar() -> WorkingCalendar:
    return working_calendar(dt.date(2023, 1, 1), dt.date(2024, 12, 31))


@pytest.mark.parametrize(
    ("last_day", "rolled"),
    [
        (dt.date(2023, 7, 15), dt.date(2023, 7, 17)),  # a Saturday
        (dt.date(2024, 1, 15), dt.date(2024, 1, 16)),  # Martin Luther King
        (dt.date(2024, 7, 15), dt.date(2024, 7, 15)),  # a working Monday
        (dt.date(2024, 12, 25), dt.date(2024, 12, 26)),
    ],
)
def test_a_last_day_rolls_to_the_next_working_day(holidays, last_day, rolled):
    assert calendar().roll_forward(last_day) == rolled


@pytest.mark.parametrize("year", [2016, 2021, 2024])
def test_the_declaration_was_due_on_22_april(db, year):
    services.holidays_load(years=[year], at=NOW)
    assert filing_due_on(year, working_calendar(dt.date(year, 4, 1), dt.date(year, 4, 30))) == dt.date(
        year, 4, 22
    )


def test_general_elections_are_held_on_the_tuesday_after_the_first_monday_of_november():
    assert [election_day(year) for year in (2020, 2024, 2028, 2032)] == [
        dt.date(2020, 11, 3),
        dt.date(2024, 11, 5),
        dt.date(2028, 11, 7),
        dt.date(2032, 11, 2),
    ]
    assert holidays_of(2024)[dt.date(2024, 11, 5)] == "Día de las Elecciones Generales"
    assert not any("Elecciones" in name for name in holidays_of(2025).values())


def test_the_monday_after_every_sunday_holiday_is_a_holiday():
    for year in range(2000, 2041):
        found = holidays_of(year)
        assert all(day + dt.timedelta(1) in found for day in found if day.weekday() == 6), year
    assert holidays_of(2019)[dt.date(2019, 1, 7)] == "Día de los Reyes Magos (se observa el lunes)"


def test_the_friday_before_a_saturday_holiday_is_a_working_day():
    assert dt.date(2026, 7, 4) in holidays_of(2026)
    assert dt.date(2026, 7, 3) not in holidays_of(2026)


def test_every_holiday_has_a_name_in_spanish():
    names = {name for year in range(1995, 2045) for name in holidays_of(year).values()}
    assert not any(" Day" in name for name in names)


def test_loading_a_year_twice_adds_nothing(db, capsys):
    call_command("load_holidays", "2024", "2025")
    before = NonWorkingDay.objects.count()
    call_command("load_holidays", "2025", "2024")
    assert NonWorkingDay.objects.count() == before
    assert loaded_years() == [2024, 2025]
    assert "Se añadieron 0 feriados." in capsys.readouterr().out


def test_a_year_without_holidays_is_an_error_and_never_a_guess(holidays):
    with pytest.raises(CalendarMissing, match="Faltan los feriados de 2031"):
        working_calendar(dt.date(2031, 1, 1), dt.date(2031, 12, 31)).roll_forward(dt.date(2031, 7, 15))


def test_a_closure_counts_from_the_approval_of_a_second_person(holidays, admin, director):
    day = dt.date(2024, 7, 15)
    row = services.closure_enter(on=day, name="Huracán", citation="Orden ejecutiva 7", actor=admin, at=NOW)
    assert calendar().roll_forward(day) == day
    services.row_approve(row=row, approver=director, at=NOW)
    assert calendar().roll_forward(day) == dt.date(2024, 7, 16)


def test_a_closure_needs_its_citation_and_is_entered_once(holidays, admin):
    day = dt.date(2024, 7, 15)
    with pytest.raises(CitationMissing):
        services.closure_enter(on=day, name="Huracán", citation="  ", actor=admin, at=NOW)
    services.closure_enter(on=day, name="Huracán", citation="Orden 7", actor=admin, at=NOW)
    with pytest.raises(DayAlreadyClosed, match="15 de julio de 2024"):
        services.closure_enter(on=day, name="Otra", citation="Orden 8", actor=admin, at=NOW)
