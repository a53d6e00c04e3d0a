"""Fiscal years run from 1 July to 30 June and are named by both calendar years they touch (rule P2)."""

from __future__ import annotations

from datetime import date


def fiscal_year_of(day: date) -> int:
    """The calendar year in which the fiscal year of a day begins.

    >>> fiscal_year_of(date(2026, 6, 30)), fiscal_year_of(date(2026, 7, 1))
    (2025, 2026)
    """
    return day.year if day.month >= 7 else day.year - 1


def fiscal_year_label(start_year: int) -> str:
    """How documents name a fiscal year.

    >>> fiscal_year_label(2026), fiscal_year_label(1999)
    ('2026-27', '1999-00')
    """
    return f"{start_year}-{(start_year + 1) % 100:02d}"
