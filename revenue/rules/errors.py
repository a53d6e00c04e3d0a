"""The one base error of the project.

Whatever a user can cause is refused by raising a `DomainError`: a stable `code` for programs, one Spanish
sentence for people that says what to do next, and the data behind it. `str(error)` is the sentence.
Programmer errors are assertions instead.
"""

from __future__ import annotations


class DomainError(Exception):
    """Something that can be refused: `code` (stable, English, snake_case), `message` (Spanish sentence), `data`."""

    def __init__(self, code: str, message: str, **data: object) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data

    def __str__(self) -> str:
        return self.message


class AmountError(DomainError):
    """A text that is not an amount of dollars and cents."""


class DateError(DomainError):
    """A text that is not a calendar date, or a date outside the years the product handles."""


class LawError(DomainError):
    """The dated legal parameters: a malformed row, or a date for which no row is in force (rule C9)."""


class PolicyError(DomainError):
    """A policy that does not exist, or a value that it cannot take (rules.md section 10)."""


class RateTableError(DomainError):
    """A municipal rate table that cannot be entered, or a volume that it does not cover (rule P1)."""


class CircularError(DomainError):
    """A circular's dated table with a hole or an overlap (rule P8)."""


class FactsError(DomainError):
    """Facts that contradict each other: they cannot be replayed (rule C11, section 9)."""


class CaseError(DomainError):
    """A case of the `assess` command that cannot be read; the sentence names the field (section 9)."""
