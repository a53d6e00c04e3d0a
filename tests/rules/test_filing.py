"""What a declaration owes, by real tables, and the dates of its year."""

from __future__ import annotations

import csv
from collections import defaultdict
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from revenue.rules import filing, personal_property, real_property
from revenue.rules.days import WorkingCalendar
from revenue.rules.errors import RateTableError
from revenue.rules.filing import NoRoll, instalments
from revenue.rules.rate_tables import DeclaredVolume, Decree, RateTable, Tier, tax_for_year

RATES = Path(__file__).parent.parent / "cases" / "license-tax-rates.csv"
CALENDAR = WorkingCalendar()


def cents_of(text):
    return None if not text else int(Decimal(text) * 100)


def published():
    rows = defaultdict(list)
    with RATES.open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            tier = Tier(
                cents_of(row["volume_from"]),
                cents_of(row["volume_to"]),
                cents_of(row["flat_amount"]),
                Decimal(row["rate_percent"]) if row["rate_percent"] else None,
            )
            rows[row["municipality"], row["class"], int(row["fiscal_year"][:4])].append(tier)
    return {
        key: RateTable(key[1], key[2], tuple(tiers), f"Ordenanza de {key[0]}") for key, tiers in rows.items()
    }


TABLES = published()


def tax(town, *volumes, year=2016, business_class="general"):
    tables = {key[1]: table for key, table in TABLES.items() if key[0] == town}
    declared = [
        one if isinstance(one, DeclaredVolume) else DeclaredVolume(business_class, one) for one in volumes
    ]
    return tax_for_year(declared, tables, year).tax_cents


def test_every_published_table_loads():
    assert len(TABLES) == 15
    assert sum(len(table.tiers) for table in TABLES.values()) == 18


@pytest.mark.parametrize(
    ("volume", "owed"),
    [
        (500_000, 0),  # $5,000.00 is exempt
        (500_100, 2500),  # the first flat dollar
        (833_400, 2500),
        (833_499, 2500),  # looked up without its cents
        (833_500, 2501),  # 0.30% of the whole volume: 25.005, half up
        (10_000_000, 30_000),
        (10_000_099, 30_000),  # still looked up as $100,000: 300.00297
        (10_000_100, 40_000),  # 0.40% of all of it: 400.004
        (20_000_000, 80_000),
        (20_000_100, 100_001),  # 0.50%: 1,000.005
        (99_999_999_999, 500_000_000),
    ],
)
def test_aguada_owes_by_its_tiers_on_the_whole_volume(volume, owed):
    assert tax("Aguada", volume) == owed


@pytest.mark.parametrize(
    ("volume", "owed"), [(500_000, 0), (500_001, 2500), (1_000_000, 5_000), (123_456_789, 617_284)]
)
def test_a_single_rate_starts_one_cent_above_the_exempt_volume(volume, owed):
    assert tax("Adjuntas", volume) == owed


def test_the_exemption_is_by_person_over_all_their_businesses():
    assert tax("Adjuntas", 300_000, 200_000) == 0
    assert tax("Adjuntas", 300_000, 200_001) == 2500  # together above $5,000: 0.50% of all
    assert tax("Adjuntas", 300_000) == 0


def test_classes_owe_by_their_own_table():
    both = (DeclaredVolume("general", 10_000_000), DeclaredVolume("financial", 10_000_000))
    assert tax("Cayey", *both, year=2025) == 50_000 + 150_000


def test_a_small_class_never_owes_more_than_the_ceiling_of_its_own_volume():
    tables = {"general": TABLES["Aguada", "general", 2016], "financial": TABLES["Cayey", "financial", 1992]}
    found = tax_for_year(
        [DeclaredVolume("general", 100_000), DeclaredVolume("financial", 10_000_000)], tables, 2016
    )
    assert [one.tax_cents for one in found.classes] == [500, 150_000]


def test_a_decree_lowers_the_volume_or_the_tax_between_its_dates():
    on_volume = Decree(9000, "volume", date(2020, 7, 1), date(2030, 6, 30), "Decreto 1")
    on_tax = Decree(5000, "tax", date(2020, 7, 1), date(2030, 6, 30), "Decreto 2")
    assert tax("Adjuntas", DeclaredVolume("general", 100_000_000, on_volume), year=2025) == 50_000
    assert tax("Adjuntas", DeclaredVolume("general", 100_000_000, on_tax), year=2025) == 250_000
    assert tax("Adjuntas", DeclaredVolume("general", 100_000_000, on_tax), year=2031) == 500_000
    # of two businesses, half the tax of one
    pair = (DeclaredVolume("general", 60_000_000, on_tax), DeclaredVolume("general", 40_000_000))
    assert tax("Adjuntas", *pair, year=2025) == 500_000 - 150_000


@pytest.mark.parametrize(
    "broken", [(0, "tax", "c"), (10_001, "tax", "c"), (100, "half", "c"), (100, "tax", " ")]
)
def test_a_decree_without_a_percent_an_effect_or_a_citation_is_refused(broken):
    percent, reduces, citation = broken
    with pytest.raises(RateTableError):
        Decree(percent, reduces, date(2020, 7, 1), date(2030, 6, 30), citation)


def tier(start, end, flat=None, rate=None):
    return Tier(start, end, flat, None if rate is None else Decimal(rate))


@pytest.mark.parametrize(
    ("business_class", "tiers", "code"),
    [
        ("general", [tier(500_001, None, rate="0.501")], "table_above_ceiling"),
        ("financial", [tier(500_001, None, rate="1.51")], "table_above_ceiling"),
        ("general", [tier(500_001, None, rate="-0.1")], "table_above_ceiling"),
        ("general", [tier(500_100, None, flat=2501)], "table_above_ceiling"),  # 0.50% of $5,001.00 is 25.005
        ("general", [tier(500_100, 833_400, rate="0.3"), tier(833_600, None, rate="0.3")], "table_gap"),
        ("general", [tier(500_100, 833_400, rate="0.3"), tier(833_400, None, rate="0.3")], "table_overlap"),
        ("general", [tier(500_100, 833_400, rate="0.3")], "table_gap"),
        ("general", [tier(600_000, None, rate="0.3")], "table_gap"),
        ("general", [tier(500_000, None, rate="0.3")], "table_overlap"),
        ("general", [tier(500_001, 500_000, rate="0.3")], "table_bounds"),
        ("general", [tier(500_001, None)], "table_tier"),
        ("general", [tier(500_001, None, flat=10, rate="0.3")], "table_tier"),
        ("general", [], "table_gap"),
        ("luxury", [tier(500_001, None, rate="0.3")], "table_class"),
    ],
)
def test_a_table_above_the_ceiling_or_with_a_hole_is_refused(business_class, tiers, code):
    with pytest.raises(RateTableError) as refused:
        RateTable(business_class, 2025, tuple(tiers), "Ordenanza 1")
    assert refused.value.code == code


def test_a_table_at_the_ceiling_loads_and_one_without_its_ordinance_does_not():
    assert RateTable("financial", 2025, (tier(500_001, None, rate="1.50"),), "Ordenanza 1").tiers
    with pytest.raises(RateTableError):
        RateTable("general", 2025, (tier(500_001, None, rate="0.50"),), " ")


def test_a_class_without_a_table_or_with_one_of_a_later_year_is_an_error():
    with pytest.raises(RateTableError, match="2015"):
        tax("Adjuntas", 1_000_000, year=2015)
    with pytest.raises(RateTableError, match="financial"):
        tax("Adjuntas", DeclaredVolume("financial", 1_000_000))
    with pytest.raises(RateTableError):
        tax("Adjuntas", -1)


def test_two_instalments_with_the_odd_cent_first_by_15_july_and_15_january():
    first, second = instalments(100_001, 2025, CALENDAR)
    assert (first.amount_cents, first.semester_start_on, first.due_on) == (
        50_001,
        date(2025, 7, 1),
        date(2025, 7, 15),
    )
    assert (second.amount_cents, second.semester_start_on, second.due_on) == (
        50_000,
        date(2026, 1, 2),
        date(2026, 1, 15),
    )


def test_january_may_be_the_16th_by_policy_and_rolls_like_the_15th():
    assert instalments(2, 2024, CALENDAR, 16)[1].due_on == date(2025, 1, 16)
    assert instalments(2, 2026, CALENDAR, 16)[1].due_on == date(2027, 1, 18)  # the 16th is a Saturday


def test_a_last_day_on_a_saturday_rolls_unless_the_town_notified_that_it_does_not():
    no_roll = NoRoll(date(2023, 7, 1), date(2023, 12, 31), notified_on=date(2023, 7, 15))
    assert instalments(2, 2023, CALENDAR)[0].due_on == date(2023, 7, 17)
    assert instalments(2, 2023, CALENDAR, no_roll=no_roll)[0].due_on == date(2023, 7, 15)
    too_late = NoRoll(date(2023, 7, 1), date(2023, 12, 31), notified_on=date(2023, 7, 16))
    assert instalments(2, 2023, CALENDAR, no_roll=too_late)[0].due_on == date(2023, 7, 17)
    other_period = NoRoll(date(2022, 7, 1), date(2022, 12, 31), notified_on=date(2022, 7, 1))
    assert instalments(2, 2023, CALENDAR, no_roll=other_period)[0].due_on == date(2023, 7, 17)


@pytest.mark.parametrize(("paid_on", "off"), [(date(2024, 4, 22), 5_003), (date(2024, 4, 23), 0)])
def test_paying_the_year_by_the_filing_date_earns_5_percent_rounded_once(paid_on, off):
    assert filing.full_payment_discount(100_050, paid_on, date(2024, 4, 22)) == off


@pytest.mark.parametrize("year", [2016, 2021, 2024])
def test_the_declaration_was_due_on_22_april(year):
    assert filing.filing_due_on(year, CALENDAR) == date(year, 4, 22)


def test_an_extension_to_file_is_six_calendar_months_rolled():
    assert filing.filing_extended_to(date(2024, 4, 22), CALENDAR) == date(2024, 10, 22)
    assert filing.filing_extended_to(date(2022, 4, 22), CALENDAR) == date(2022, 10, 24)


@pytest.mark.parametrize(
    ("late", "percent"),
    [
        (-1, 0),
        (0, 0),
        (1, 5),
        (30, 5),
        (31, 10),
        (60, 10),
        (61, 15),
        (90, 15),
        (91, 20),
        (120, 20),
        (121, 25),
        (999, 25),
    ],
)
def test_filing_late_adds_5_percent_for_each_30_days_or_fraction_up_to_25(late, percent):
    due_on = date(2024, 4, 22)
    filed_on = date.fromordinal(due_on.toordinal() + late)
    for kind in ("license_tax", "personal_property"):
        assert filing.late_filing_basis_points(due_on, filed_on, kind) == percent * 100
        assert filing.late_filing_addition(100_010, due_on, filed_on, kind) == (100_010 * percent + 50) // 100


def test_the_last_day_to_pay_of_a_notice_and_an_extension_roll():
    assert filing.last_day_to_pay(date(2025, 3, 3), CALENDAR) == date(2025, 3, 13)
    assert filing.last_day_to_pay(date(2025, 3, 5), CALENDAR) == date(2025, 3, 17)  # the 15th is a Saturday
    assert filing.extension_expiry(date(2025, 10, 18), CALENDAR) == date(2025, 10, 20)
    assert filing.extension_expiry(date(2025, 10, 18), CALENDAR, may_be_non_working=True) == date(
        2025, 10, 18
    )


def test_a_business_that_ceased_owes_its_semester_and_none_after_it_once_it_gave_notice():
    july, january = date(2025, 7, 1), date(2026, 1, 2)
    ceased = date(2025, 12, 31)
    assert filing.owes_semester(july, ceased, ceased)
    assert not filing.owes_semester(january, ceased, ceased)
    assert filing.owes_semester(january, ceased, None)
    assert filing.owes_semester(january, None, None)


def test_a_new_business_is_free_in_its_semester_and_files_by_day_15_of_the_next():
    assert filing.is_free_semester(date(2025, 7, 1), date(2025, 12, 31))
    assert not filing.is_free_semester(date(2026, 1, 2), date(2025, 12, 31))
    assert filing.new_business_filing_due_on(date(2025, 6, 30), CALENDAR) == date(2025, 7, 15)
    assert filing.new_business_filing_due_on(date(2025, 7, 1), CALENDAR) == date(2026, 1, 15)


def test_mueble_is_due_15_may_and_its_penalties_are_10_and_100_percent_of_the_deficiency():
    assert personal_property.due_on(2025) == date(2025, 5, 15)
    assert personal_property.negligence_penalty(50_005, date(2025, 3, 3)) == 5_001
    assert personal_property.fraud_penalty(50_005, date(2025, 3, 3)) == 50_005


def test_inmueble_owes_two_semesters_in_advance_and_is_delinquent_after_day_90():
    assert real_property.semesters(2025, 60_001) == ((date(2025, 7, 1), 30_001), (date(2026, 1, 1), 30_000))
    assert real_property.tax_for_year(100_000, 200_000, 1_000) == 0
    assert real_property.last_day_before_delinquency(date(2009, 9, 1)) == date(2009, 11, 30)
    assert real_property.last_day_before_delinquency(date(2020, 1, 1)) == date(2020, 3, 31)
    assert real_property.first_auction_day(date(2025, 3, 3)) == date(2025, 4, 3)


def test_a_final_rate_that_differs_is_owed_or_credited():
    def difference(used, final):
        return real_property.final_rate_difference(10_000_000, 1_500_000, used, final)

    assert difference(1_000, 1_001) == 850
    assert difference(1_001, 1_000) == -850
    assert difference(1_000, 1_000) == 0
