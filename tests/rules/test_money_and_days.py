"""Cents, dates and working days: the shapes that are refused, the roundings, the days that roll."""

from __future__ import annotations

import doctest
from datetime import date
from fractions import Fraction
from math import floor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from revenue.rules import days, money, personal_property, real_property
from revenue.rules.days import WorkingCalendar, add_months, days_between, display_date, parse_date
from revenue.rules.errors import AmountError, DateError, DomainError
from revenue.rules.money import (
    MAX_CENTS,
    display_cents,
    format_cents,
    parse_cents,
    round_half_up,
    split_in_two,
)

NOT_AMOUNTS = [
    "", " ", "-1", "-1.00", "+1.00", "0.001", "100.001", "1e3", "1E3", "NaN", "Infinity", "inf",
    "1.250,00", "1,250.00", "1 250.00", "$5.00", "5/2", "０.５０", "１２３", "١٠.00", "1.", ".50",
    "1.00 ", "1.00\n", "0x10", "1_000", "10" + "0" * 29, 100.0, 100, True, None, [], {}, b"1.00",
]  # fmt: skip


@pytest.mark.parametrize("text", NOT_AMOUNTS, ids=repr)
def test_what_is_not_dollars_and_cents_is_refused_with_what_to_write(text):
    with pytest.raises(AmountError) as refused:
        parse_cents(text)
    assert refused.value.code == "not_an_amount"
    assert "1234.50" in str(refused.value)


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("0", 0),
        ("0.00", 0),
        ("1", 100),
        ("1.5", 150),
        ("1.05", 105),
        ("007.10", 710),
        ("999999999999.99", MAX_CENTS),
    ],
)
def test_dollars_and_cents_are_read_exactly(text, cents):
    assert parse_cents(text) == cents


@given(st.integers(0, MAX_CENTS))
def test_an_amount_written_is_read_back_as_itself(cents):
    assert parse_cents(format_cents(cents)) == cents
    assert display_cents(cents) == f"${cents // 100:,}.{cents % 100:02d}"


@settings(derandomize=True)
@given(st.integers(0, 10**15), st.integers(1, 10**8))
def test_halves_round_up_and_only_halves_and_more(numerator, denominator):
    assert round_half_up(numerator, denominator) == floor(Fraction(numerator, denominator) + Fraction(1, 2))


@pytest.mark.parametrize(
    ("cents", "halves"), [(0, (0, 0)), (1, (1, 0)), (2, (1, 1)), (100_001, (50_001, 50_000))]
)
def test_the_odd_cent_goes_to_the_first_instalment(cents, halves):
    assert split_in_two(cents) == halves


@pytest.mark.parametrize(
    "text",
    ["", "2025-02-29", "2025-02-30", "2025-13-01", "20250715", "2025-W29-2", "2025-7-15", "15/07/2025",
     "2025-07-15T00:00", "２０２５-07-15", "1899-12-31", "2200-01-01", "0000-00-00", 20250715, None],
)  # fmt: skip
def test_what_is_not_a_date_is_refused_with_what_to_write(text):
    with pytest.raises(DateError) as refused:
        parse_date(text)
    assert "2025-07-15" in str(refused.value)


def test_the_29th_of_february_exists_in_a_leap_year():
    assert parse_date("2024-02-29") == date(2024, 2, 29)


@pytest.mark.parametrize(
    ("start", "end", "count"),
    [
        (date(2020, 1, 1), date(2020, 3, 31), 90),  # the deadline published in 2020
        (date(2009, 9, 1), date(2009, 11, 30), 90),  # the deadline published in 2009
        (date(2024, 2, 28), date(2024, 3, 1), 2),
        (date(2025, 7, 15), date(2025, 7, 15), 0),
    ],
)
def test_the_start_day_is_out_and_the_end_day_is_in(start, end, count):
    assert days_between(start, end) == count


@pytest.mark.parametrize(
    ("start", "months", "end"),
    [
        (date(2024, 4, 22), 6, date(2024, 10, 22)),
        (date(2024, 8, 31), 6, date(2025, 2, 28)),
        (date(2023, 8, 31), 6, date(2024, 2, 29)),
        (date(2024, 12, 15), 1, date(2025, 1, 15)),
    ],
)
def test_a_calendar_month_later_is_the_same_day_or_the_last_one(start, months, end):
    assert add_months(start, months) == end


def test_a_last_day_on_a_saturday_before_a_holiday_rolls_over_both():
    calendar = WorkingCalendar({date(2023, 7, 17): "Día de Luis Muñoz Rivera"})
    assert calendar.roll_forward(date(2023, 7, 15)) == date(2023, 7, 18)
    assert calendar.roll_forward(date(2023, 7, 14)) == date(2023, 7, 14)
    assert calendar.next_working_day(date(2023, 7, 14)) == date(2023, 7, 18)


def test_a_closure_of_the_municipality_is_not_a_working_day():
    calendar = WorkingCalendar(frozenset({date(2025, 7, 15)}))
    assert not calendar.is_working_day(date(2025, 7, 15))
    assert calendar.is_working_day(date(2025, 7, 16))
    assert calendar.add_working_days(date(2025, 7, 14), 1) == date(2025, 7, 16)
    assert calendar.add_working_days(date(2025, 7, 14), 0) == date(2025, 7, 14)


def test_a_date_is_said_with_its_month_in_words():
    assert display_date(date(2026, 11, 30)) == "30 de noviembre de 2026"


def test_an_error_is_its_sentence_and_keeps_its_code_and_data():
    error = DomainError("drawer_closed", "La caja está cerrada. Ábrala antes de cobrar.", drawer=7)
    assert str(error) == error.message == "La caja está cerrada. Ábrala antes de cobrar."
    assert (error.code, error.data) == ("drawer_closed", {"drawer": 7})


@pytest.mark.parametrize(
    "module", [money, days, personal_property, real_property], ids=lambda module: module.__name__
)
def test_the_examples_of_the_docstrings_hold(module):
    found = doctest.testmod(module)
    assert found.attempted > 0
    assert found.failed == 0
