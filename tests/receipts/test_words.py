"""Amounts in words."""

import pytest

from receipts.words import amount_in_words


@pytest.mark.parametrize(
    ("cents", "words"),
    [
        (0, "CERO DÓLARES CON 00/100"),
        (1, "CERO DÓLARES CON 01/100"),
        (99, "CERO DÓLARES CON 99/100"),
        (1_00, "UN DÓLAR CON 00/100"),
        (2_00, "DOS DÓLARES CON 00/100"),
        (21_45, "VEINTIÚN DÓLARES CON 45/100"),
        (31_00, "TREINTA Y UN DÓLARES CON 00/100"),
        (123_45, "CIENTO VEINTITRÉS DÓLARES CON 45/100"),
        (1_000_00, "MIL DÓLARES CON 00/100"),
        (999_999_99, "NOVECIENTOS NOVENTA Y NUEVE MIL NOVECIENTOS NOVENTA Y NUEVE DÓLARES CON 99/100"),
        (1_000_000_00, "UN MILLÓN DE DÓLARES CON 00/100"),
        (1_000_001_00, "UN MILLÓN UN DÓLARES CON 00/100"),
        (2_000_000_50, "DOS MILLONES DE DÓLARES CON 50/100"),
        (
            1_234_567_89,
            "UN MILLÓN DOSCIENTOS TREINTA Y CUATRO MIL QUINIENTOS SESENTA Y SIETE DÓLARES CON 89/100",
        ),
    ],
)
def test_an_amount_is_written_as_a_cheque_writes_it(cents: int, words: str) -> None:
    assert amount_in_words(cents) == words
