"""What paper refuses, each with the sentence that the person reads."""

from revenue.rules.errors import DomainError


class SeriesMissing(DomainError):
    """A receipt asked for a series that nobody opened."""


class SnapshotInvalid(DomainError):
    """What a receipt should carry is incomplete, malformed, or its sums disagree."""


class ReprintRefused(DomainError):
    """A reprint of a receipt whose original was never printed."""
