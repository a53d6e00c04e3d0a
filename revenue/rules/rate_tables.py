"""The patente of a year from the declared volume, by the municipality's rate tables (rule P1).

«…sobre la base del volumen de los negocios efectuados durante el año inmediatamente anterior…» (S3 sec.
11). Each municipality sets a table by ordinance for a fiscal year and a class of business: flat amounts,
or rates that apply to the whole volume of their tier. A table above the legal ceiling, or with a hole in
it, is refused when entered.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction

from revenue.rules.errors import RateTableError
from revenue.rules.money import BASIS_POINTS, display_cents, round_half_up
from revenue.rules.parameters import LAW, Law

GENERAL, FINANCIAL = "general", "financial"
CLASSES = (GENERAL, FINANCIAL)

_HUNDRED = 100


@dataclass(frozen=True, slots=True)
class Tier:
    """Volumes from `from_cents` through `to_cents` (None: no end) owe a flat amount, or a percent of all
    their volume.
    """

    from_cents: int
    to_cents: int | None
    flat_cents: int | None = None
    rate_percent: Decimal | None = None

    def exact_tax(self, volume_cents: int) -> Fraction:
        """The tax of a volume in exact cents: the flat amount, or the rate on the whole volume."""
        if self.flat_cents is not None:
            return Fraction(self.flat_cents)
        assert self.rate_percent is not None
        return volume_cents * Fraction(self.rate_percent) / _HUNDRED


@dataclass(frozen=True)
class RateTable:
    """The tiers of one class for one fiscal year, cited and checked when built.

    `fiscal_year_start` is the year of its 1 July. A fiscal year without a new ordinance keeps the last
    table (P1): that is the caller's choice of row. Raises RateTableError for a hole, an overlap, a tier
    that is not one amount or one rate, a missing citation, or a tier above the ceiling of its class.
    """

    business_class: str
    fiscal_year_start: int
    tiers: tuple[Tier, ...]
    citation: str
    law: Law = LAW

    def __post_init__(self) -> None:
        if self.business_class not in CLASSES:
            raise RateTableError("table_class", f"La clase debe ser una de: {', '.join(CLASSES)}.")
        if not self.citation.strip():
            raise RateTableError(
                "table_no_citation", "Escriba la ordenanza: ninguna tabla entra sin su cita."
            )
        self._check_contiguous()
        for tier in self.tiers:
            self._check_ceiling(tier)

    @property
    def in_force_from(self) -> date:
        return date(self.fiscal_year_start, 7, 1)

    @property
    def is_in_whole_dollars(self) -> bool:
        """Whether it was published in whole dollars: then a volume is looked up without its cents (P1)."""
        bounds = [
            bound for tier in self.tiers for bound in (tier.from_cents, tier.to_cents) if bound is not None
        ]
        return all(bound % _HUNDRED == 0 for bound in bounds)

    @property
    def ceiling_basis_points(self) -> int:
        return self.law.value(f"license_tax.ceiling_{self.business_class}", self.in_force_from)

    def tier_of(self, volume_cents: int) -> Tier:
        """The tier of a volume; one below the first tier is looked up in the first."""
        looked_up = volume_cents - volume_cents % _HUNDRED if self.is_in_whole_dollars else volume_cents
        for tier in reversed(self.tiers):
            if looked_up >= tier.from_cents:
                return tier
        return self.tiers[0]

    def _check_contiguous(self) -> None:
        """The first tier starts right above the exempt volume, each follows the one before, and the last
        has no end.
        """
        step = _HUNDRED if self.is_in_whole_dollars else 1
        expected: int | None = self.law.value("license_tax.exempt_volume", self.in_force_from) + step
        for tier in self.tiers:
            if expected is None or tier.from_cents < expected:
                raise RateTableError(
                    "table_overlap",
                    f"El volumen de {display_cents(tier.from_cents)} está en dos renglones, o está "
                    "exento. Corrija los límites.",
                )
            if tier.from_cents > expected:
                raise _hole(expected)
            if tier.to_cents is not None and tier.to_cents < tier.from_cents:
                raise RateTableError(
                    "table_bounds",
                    f"El renglón de {display_cents(tier.from_cents)} termina antes de empezar. Corrija "
                    "los límites.",
                )
            expected = None if tier.to_cents is None else tier.to_cents + step
        if expected is not None:
            raise _hole(expected)

    def _check_ceiling(self, tier: Tier) -> None:
        """No volume of the tier may owe more than the ceiling: for a flat amount, its smallest volume decides."""
        if (tier.flat_cents is None) == (tier.rate_percent is None):
            raise RateTableError(
                "table_tier",
                f"El renglón de {display_cents(tier.from_cents)} lleva una cuota fija o una tasa: una de "
                "las dos.",
            )
        tax = tier.exact_tax(tier.from_cents)
        if tax < 0 or tax * BASIS_POINTS > tier.from_cents * self.ceiling_basis_points:
            ceiling = Decimal(self.ceiling_basis_points) / _HUNDRED
            raise RateTableError(
                "table_above_ceiling",
                f"El renglón de {display_cents(tier.from_cents)} pasa del tope legal de {ceiling}%. "
                "Corrija la tasa o la cuota.",
            )


@dataclass(frozen=True, slots=True)
class Decree:
    """An exemption decree of a business: a percent off its volume or off its tax, between two dates (P1)."""

    basis_points: int
    reduces: str
    from_on: date
    to_on: date
    citation: str

    def __post_init__(self) -> None:
        if (
            self.reduces not in ("volume", "tax")
            or not 0 < self.basis_points <= BASIS_POINTS
            or not self.citation.strip()
        ):
            raise RateTableError(
                "decree",
                "El decreto dice un por ciento de 0 a 100, si reduce el volumen o la patente, y su cita. "
                "Complételo.",
            )

    def share(self, reduces: str, on: date) -> Fraction:
        """The part of the volume (or tax) that it takes away on a date: zero when it reduces the other,
        or is not in force.
        """
        applies = self.reduces == reduces and self.from_on <= on <= self.to_on
        return Fraction(self.basis_points, BASIS_POINTS) if applies else Fraction(0)


@dataclass(frozen=True, slots=True)
class DeclaredVolume:
    """What one business declared, in cents of volume, with its decree if it has one."""

    business_class: str
    volume_cents: int
    decree: Decree | None = None


@dataclass(frozen=True, slots=True)
class ClassTax:
    """The patente of all of a person's businesses of one class: the volume after decrees, its tier, and the tax."""

    business_class: str
    volume_cents: int
    tier: Tier
    tax_cents: int


@dataclass(frozen=True, slots=True)
class YearTax:
    """The patente of a year. With `is_exempt`, the person's whole volume was within the exempt one."""

    volume_cents: int
    is_exempt: bool
    classes: tuple[ClassTax, ...]

    @property
    def tax_cents(self) -> int:
        return sum(one.tax_cents for one in self.classes)


def tax_for_year(
    declared: Iterable[DeclaredVolume],
    tables: Mapping[str, RateTable],
    fiscal_year_start: int,
    law: Law = LAW,
) -> YearTax:
    """What a declaration owes for a fiscal year, before instalments and discount (P1).

    Volume up to $5,000 is exempt, by person, over all their businesses in the town. Above it each class
    owes by its own table on the sum of its volumes, rounded once; a decree lowers the volume before the
    table, or its business's share of the tax. A class whose own volume is below its first tier uses that
    tier, and never owes more than the ceiling. Raises RateTableError when a class has no table, or its
    table is of a later year.

    Example: $8,334.99 in Aguada is looked up as $8,334: $25.00; $100,000.00 owes 0.30%, $300.00.
    """
    on = date(fiscal_year_start, 7, 1)
    volumes: dict[str, Fraction] = {}
    relieved: dict[str, Fraction] = {}
    for one in declared:
        if one.volume_cents < 0:
            raise RateTableError(
                "volume_negative", "El volumen declarado no puede ser menor que cero. Corríjalo."
            )
        kept = one.volume_cents * (1 - (one.decree.share("volume", on) if one.decree else 0))
        volumes[one.business_class] = volumes.get(one.business_class, Fraction(0)) + kept
        off = kept * (one.decree.share("tax", on) if one.decree else 0)
        relieved[one.business_class] = relieved.get(one.business_class, Fraction(0)) + off
    total = _cents(sum(volumes.values(), Fraction(0)))
    if total <= law.value("license_tax.exempt_volume", on):
        return YearTax(total, True, ())
    classes = [
        _class_tax(_table(tables, business_class, fiscal_year_start), volume, relieved[business_class])
        for business_class, volume in volumes.items()
        if volume
    ]
    return YearTax(total, False, tuple(classes))


def _class_tax(table: RateTable, volume: Fraction, relieved: Fraction) -> ClassTax:
    volume_cents = _cents(volume)
    tier = table.tier_of(volume_cents)
    ceiling = Fraction(volume_cents * table.ceiling_basis_points, BASIS_POINTS)
    exact = min(tier.exact_tax(volume_cents), ceiling) * (1 - relieved / volume)
    return ClassTax(table.business_class, volume_cents, tier, _cents(exact))


def _table(tables: Mapping[str, RateTable], business_class: str, fiscal_year_start: int) -> RateTable:
    table = tables.get(business_class)
    if table is None or table.fiscal_year_start > fiscal_year_start:
        raise RateTableError(
            "table_missing",
            f"No hay tabla de patentes de la clase {business_class} para el año económico "
            f"{fiscal_year_start}."
            " Entre la ordenanza con su cita.",
        )
    return table


def _cents(exact: Fraction) -> int:
    return round_half_up(exact.numerator, exact.denominator)


def _hole(volume_cents: int) -> RateTableError:
    return RateTableError(
        "table_gap",
        f"El volumen de {display_cents(volume_cents)} no está en ningún renglón. Complete la tabla.",
    )
