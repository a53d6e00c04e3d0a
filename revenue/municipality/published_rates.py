"""Reading a file of published rates: `municipality,fiscal_year,class,volume_from,volume_to,flat_amount,rate_percent,note`.

`fiscal_year` is the first one the rates rule, "2016-17" or "1992-93 on": the table stays until a later one.
"""

import csv
import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from revenue.municipality.errors import RatesFileError, TownNotInFile
from revenue.rules.errors import AmountError
from revenue.rules.money import parse_cents
from revenue.rules.rate_tables import Tier

PUBLISHED = Path(__file__).parent / "data" / "license-tax-rates.csv"

_YEAR = re.compile(r"(?P<start>[0-9]{4})-[0-9]{2}( on)?")
_PERCENT = re.compile(r"[0-9]{1,2}\.[0-9]{1,4}|[0-9]{1,2}")


@dataclass(frozen=True)
class PublishedTable:
    """The rates of one class of a town from a fiscal year on."""

    license_class: str
    fiscal_year_from: int
    tiers: tuple[Tier, ...]


def read_published(path: Path, town: str) -> list[PublishedTable]:
    """Return the tables of one town in a file of published rates.

    Raises RatesFileError naming the line that can't be read, and TownNotInFile.
    """
    with path.open(encoding="utf-8", newline="") as lines:
        return tables_of(csv.DictReader(lines), town)


def tables_of(rows: Iterable[dict[str, str]], town: str) -> list[PublishedTable]:
    """Return the tables of one town among rows of such a file."""
    found: dict[tuple[str, int], list[Tier]] = {}
    for line, row in enumerate(rows, start=2):  # line 1 is the header
        try:
            if row["municipality"] == town:
                found.setdefault((row["class"], _fiscal_year(row["fiscal_year"])), []).append(_tier(row))
        except KeyError as error:
            raise RatesFileError(line, f"falta la columna {error}.") from error
        except (AmountError, ValueError) as error:
            raise RatesFileError(line, str(error)) from error
    if not found:
        raise TownNotInFile(town)
    return [PublishedTable(name, year, tuple(tiers)) for (name, year), tiers in found.items()]


def _fiscal_year(text: str) -> int:
    match = _YEAR.fullmatch(text)
    if match is None:
        raise ValueError(f"«{text}» no es un año fiscal como 2016-17.")
    return int(match["start"])


def _tier(row: dict[str, str]) -> Tier:
    return Tier(
        parse_cents(row["volume_from"]),
        parse_cents(row["volume_to"]) if row["volume_to"] else None,
        parse_cents(row["flat_amount"]) if row["flat_amount"] else None,
        _percent(row["rate_percent"]) if row["rate_percent"] else None,
    )


def _percent(text: str) -> Decimal:
    if not _PERCENT.fullmatch(text):
        raise ValueError(f"«{text}» no es un por ciento como 0.50.")
    return Decimal(text)
