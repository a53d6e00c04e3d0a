"""The steps of a balance, as a citizen with a pencil reads them."""

from __future__ import annotations

from datetime import date

from revenue.rules.facts import AccountFacts, Adjustment, Cost, Debt, Opening, Payment
from revenue.rules.readings import READINGS, Policies
from revenue.rules.replay import replay
from revenue.rules.wording import describe

LATE = "21 L.P.R.A. sec. 651x(a)(1), regla P5"
PERIOD = "del 15 de julio de 2025 al 15 de agosto de 2025"
SURCHARGE = "21 L.P.R.A. sec. 651x(c), regla P8"


def sentences(debt, as_of, *payments, policies=None):
    replayed = replay(AccountFacts((debt,), payments), as_of, policies=policies or Policies())
    return [describe(step) for step in replayed.explain(debt.id).steps]


def patente(**fields):
    return Debt("D1", "A1", "license_tax", "declared", 100_000, date(2025, 7, 15), **fields)


def test_a_late_patente_reads_like_a_sum_on_paper():
    assert sentences(patente(), date(2025, 8, 15)) == [
        "$1,000.00, principal con fecha prescrita del 15 de julio de 2025",
        f"$1,000.00 × 12% × 31 días ÷ 365 = $10.19, intereses, {PERIOD} ({LATE})",
        f"$1,000.00 × 5% = $50.00, recargo por 31 días de demora, al 15 de agosto de 2025 ({SURCHARGE})",
    ]


def test_a_patente_paid_in_time_has_its_principal_and_its_payment_alone():
    assert sentences(patente(), date(2026, 1, 1), Payment("P1", "A1", date(2025, 7, 15), 100_000)) == [
        "$1,000.00, principal con fecha prescrita del 15 de julio de 2025",
        "−$1,000.00, pago el 15 de julio de 2025, a principal (regla C6)",
    ]


def test_a_part_payment_cuts_the_interest_in_two_and_the_surcharge_keeps_its_days():
    found = sentences(patente(), date(2025, 9, 14), Payment("P1", "A1", date(2025, 8, 24), 50_000))
    assert found[1].startswith("$1,000.00 × 12% × 40 días ÷ 365 = $13.15")
    assert found[2].startswith("$563.15 × 12% × 21 días ÷ 365 = $3.89")
    assert found[3].startswith(
        "$436.85 × 5% = $21.84, recargo por 40 días de demora, al 24 de agosto de 2025"
    )
    assert found[4].startswith(
        "$563.15 × 10% = $56.32, recargo por 61 días de demora, al 14 de septiembre de 2025"
    )
    assert found[5:] == [
        "−$13.15, pago el 24 de agosto de 2025, a intereses (regla C6)",
        "−$50.00, pago el 24 de agosto de 2025, a recargos (regla C6)",
        "−$436.85, pago el 24 de agosto de 2025, a principal (regla C6)",
    ]


def test_an_extension_shows_its_own_interest_and_what_joined_the_base():
    found = sentences(patente(extended_to=date(2025, 10, 14)), date(2025, 11, 14))
    assert "× 91 días ÷ 365 = $24.93, intereses de prórroga" in found[1]
    assert found[2].startswith(
        "$1,024.93 × 10% × 31 días ÷ 365 = $8.70, intereses, del 14 de octubre de 2025"
    )
    assert found[3].startswith("$1,024.93 × 5% = $51.25")


def test_a_hold_shows_its_days_and_then_counts_back():
    debt = Debt("D1", "A1", "real_property", "declared", 60_000, date(2025, 7, 1))
    waiting = sentences(debt, date(2025, 9, 29))
    assert waiting[1].startswith("$0.00, 90 días que no devengan intereses si se paga todo a tiempo")
    counted = sentences(debt, date(2025, 9, 30))
    assert counted[1].startswith("$600.00 × 10% × 90 días ÷ 365 = $14.79, intereses del período de espera")
    assert counted[2].startswith("$600.00 × 10% × 1 día ÷ 365 = $0.16")
    assert counted[3] == "$0.01, para redondear los intereses una sola vez (regla C1)"


def test_the_days_that_never_count_are_said_too():
    debt = Debt(
        "D1", "A1", "personal_property", "declared", 200_000, date(2025, 5, 15), demanded_on=date(2025, 6, 24)
    )
    found = sentences(debt, date(2025, 7, 5))
    assert found[2].startswith(
        "$0.00, 10 días que no devengan intereses, del 24 de junio de 2025 al 4 de julio de 2025"
    )


def test_costs_waivers_and_history_are_lines_of_their_own():
    debt = patente(
        costs=(Cost(date(2025, 9, 1), 7_500),),
        adjustments=(Adjustment(date(2025, 9, 20), "surcharge", 100_000),),
        opening=Opening(date(2025, 1, 2), 10_000, 2_000),
    )
    found = sentences(debt, date(2025, 9, 20))
    assert found[1] == "$75.00, costas de apremio del 1 de septiembre de 2025 (regla I9)"
    assert "−$20.00, pagado antes el 2 de enero de 2025, a intereses (regla C11)" in found
    assert "−$90.00, ajuste el 20 de septiembre de 2025, a recargos (regla A8)" in found


def test_history_that_paid_more_interest_than_accrued_is_kept_for_later():
    debt = patente(opening=Opening(date(2025, 1, 2), 0, 2_000))
    found = sentences(debt, date(2025, 7, 25))
    assert found[-1] == "$16.71, intereses ya pagados que cubrirán los que se añadan después (regla C11)"


def test_a_debt_not_yet_owed_has_no_steps():
    debt = Debt("D1", "A1", "license_tax", "addition", 5_000, date(2026, 3, 3), demanded_on=date(2026, 3, 3))
    assert sentences(debt, date(2026, 3, 2)) == []
    assert len(sentences(debt, date(2026, 3, 3))) == 1


def test_every_reading_a_step_names_is_recorded():
    debts = [
        patente(),
        patente(extended_to=date(2025, 8, 14)),
        Debt(
            "D1", "A1", "license_tax", "deficiency", 33_333, date(2025, 7, 15), demanded_on=date(2025, 7, 15)
        ),
        Debt(
            "D1",
            "A1",
            "personal_property",
            "declared",
            33_333,
            date(2025, 5, 15),
            demanded_on=date(2025, 6, 24),
        ),
        Debt(
            "D1",
            "A1",
            "personal_property",
            "declared",
            33_333,
            date(2025, 5, 15),
            extended_to=date(2025, 6, 24),
        ),
        Debt("D1", "A1", "real_property", "declared", 33_333, date(2025, 7, 1)),
    ]
    named = set()
    for debt in debts:
        for day in (date(2025, 7, 20), date(2026, 7, 20)):
            steps = replay(AccountFacts((debt,)), day).explain("D1").steps
            named |= {step.reading for step in steps if step.reading}
            assert all(
                step.rule and step.article for step in steps if step.concept in ("interest", "surcharge")
            )
    assert named <= set(READINGS)
    assert len(named) >= 5
