"""Every point that the texts leave open, as a named choice (the D of rules.md), with its default, its
alternatives and why.

The readings of `SWITCHES` can be changed by dated policy (rules.md section 10); those of `RECORDED` have
no switch yet and stand as the rules say. `confirmed_by` is empty until the Director signs a reading.
`Policies` carries the six that change a computed balance; rule C9 picks the ones in force on each debt's
due date (the component order: on the payment's day).
"""

from __future__ import annotations

import tomllib
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import date
from importlib import resources
from itertools import permutations
from typing import Any, Protocol

from revenue.rules.days import display_date
from revenue.rules.errors import PolicyError

COMPONENTS = ("costs", "interest", "surcharge", "principal")
"""The four parts of a debt, in the order in which a payment covers them by default (rule C6)."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One value a reading can take, and what it means in Spanish."""

    value: Any
    label: str


@dataclass(frozen=True, slots=True)
class Reading:
    """A point the law leaves open: the question, the choices (the default first), the reason, and who confirmed it."""

    id: str
    rule: str
    question: str
    choices: tuple[Choice, ...]
    why: str
    citation: str
    switch: bool = False
    in_assess: bool = False
    free_value: bool = False
    confirmed_by: str = ""

    @property
    def default(self) -> Any:
        return self.choices[0].value

    @property
    def alternatives(self) -> tuple[Choice, ...]:
        return self.choices[1:]

    def label(self, value: Any) -> str:
        """The Spanish label of a value. Raises PolicyError when the reading cannot take it."""
        for choice in self.choices:
            if type(choice.value) is type(value) and choice.value == value:
                return choice.label
        raise _impossible(self.id, value)


class PolicySource(Protocol):
    """What answers which policies are in force on a date: a `Policies`, the same on every date, or a
    `PolicyHistory`.
    """

    def on(self, day: date) -> Policies: ...


@dataclass(frozen=True, slots=True)
class Policies:
    """The policies that change a computed balance, with their defaults. Raises PolicyError for an impossible value."""

    year_basis: int = 365
    license_tax_surcharge_clock: str = "prescribed_date"
    deficiency_surcharge_clock: str = "pay_by"
    personal_property_demand_gap: str = "literal"
    real_property_additions: str = "after_delinquency"
    component_order: tuple[str, ...] = COMPONENTS

    def __post_init__(self) -> None:
        for item in fields(self):
            SWITCHES[item.name].label(getattr(self, item.name))

    def on(self, day: date) -> Policies:
        return self


@dataclass(frozen=True)
class PolicyHistory:
    """Dated policies: each `Policies` is in force from its date until the next. Raises PolicyError on a
    repeated date.
    """

    rows: tuple[tuple[date, Policies], ...]
    _starts: list[date] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        ordered = tuple(sorted(self.rows, key=lambda row: row[0]))
        starts = [start for start, _ in ordered]
        if len(set(starts)) < len(starts):
            raise PolicyError(
                "policy_repeated_date", "Hay dos políticas que rigen desde el mismo día. Deje una sola."
            )
        object.__setattr__(self, "rows", ordered)
        object.__setattr__(self, "_starts", starts)

    def on(self, day: date) -> Policies:
        """The policies in force on a date. Raises PolicyError when none had begun (rule C9: an error,
        never a guess).
        """
        index = bisect_right(self._starts, day) - 1
        if index < 0:
            raise PolicyError(
                "policy_no_row",
                f"Ninguna política rige el {display_date(day)}. Añada la fila con su cita.",
                day=day,
            )
        return self.rows[index][1]


def policies_from(values: Mapping[str, Any]) -> Policies:
    """Policies from named values (a case of `assess`, a row of a table); what is not named keeps its default.

    Raises PolicyError naming an unknown policy, one that does not change balances, or a value that it
    cannot take.
    """
    known = {item.name for item in fields(Policies)}
    for name, value in values.items():
        if name not in known:
            raise PolicyError(
                "policy_unknown",
                f"«{name}» no es una política del cómputo. Use una de: {', '.join(sorted(known))}.",
                name=name,
            )
        SWITCHES[name].label(_frozen(value))
    return replace(Policies(), **{name: _frozen(value) for name, value in values.items()})


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _impossible(name: str, value: object) -> PolicyError:
    allowed = SWITCHES[name].choices if name in SWITCHES else ()
    listed = "; ".join(str(choice.value) for choice in allowed[:6])
    return PolicyError(
        "policy_value",
        f"La política «{name}» no puede valer {value!r}. Valores posibles: {listed}.",
        name=name,
    )


_ORDER_NAMES = {"costs": "costas", "interest": "intereses", "surcharge": "recargos", "principal": "principal"}


def _read_readings() -> dict[str, Reading]:
    text = (resources.files(__package__) / "law" / "readings.toml").read_text(encoding="utf-8")
    return {name: _reading(name, row) for name, row in tomllib.loads(text).items()}


def _reading(name: str, row: dict[str, Any]) -> Reading:
    if row.pop("orders_of_components", False):
        choices = tuple(Choice(order, _order_label(order)) for order in permutations(COMPONENTS))
    else:
        choices = tuple(Choice(**choice) for choice in row.pop("choices"))
    return Reading(id=name, choices=choices, **row)


def _order_label(order: tuple[str, ...]) -> str:
    return ", ".join(_ORDER_NAMES[component] for component in order)


READINGS: Mapping[str, Reading] = _read_readings()
"""Every reading by id, as `law/readings.toml` records them."""

SWITCHES: Mapping[str, Reading] = {name: reading for name, reading in READINGS.items() if reading.switch}
"""The readings of rules.md section 10: each can be switched by dated policy."""

RECORDED: Mapping[str, Reading] = {name: one for name, one in READINGS.items() if not one.switch}
"""Readings that stand without a switch: shown beside the others, to be confirmed by the Director like " "them."""

DEFAULT_POLICIES = Policies()
