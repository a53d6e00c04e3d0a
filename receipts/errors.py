"""What paper refuses, each with the sentence that the person reads."""

from revenue.rules.errors import DomainError


class SeriesMissingError(DomainError):
    """A receipt asked for a series that nobody opened."""


class SnapshotInvalidError(DomainError):
    """What a receipt should carry is incomplete, malformed, or its sums disagree."""


class PrintTakenError(DomainError):
    """A reprint whose number somebody else took first, or that is not the next one."""
