"""Reading `docs/rules`: the worked tables of a page, each under a comment that says how it is checked.

`<!-- worked: assess -->` stands before a table that is answered by the case (JSON, as `manage.py assess`
takes it) nearest above it; `<!-- worked: NAME -->` before one answered by the function NAME of
`worked.py`; `<!-- readings -->` before the readings that a page adopts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[2] / "docs"
RULES = DOCS / "rules"

_MARK = re.compile(r"<!-- (worked: (?P<how>\w+)|(?P<readings>readings)) -->")


@dataclass(frozen=True)
class Table:
    """A table of a page: how it is checked (None: it says nothing), the case above it, its header and its rows."""

    page: str
    line: int
    how: str | None
    case: dict[str, Any]
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


def topics() -> list[Path]:
    """Return the pages of rules, one a topic."""
    ledgers = {"README.md", "coverage.md", "mutants.md"}
    return sorted(path for path in RULES.glob("*.md") if path.name not in ledgers)


def tables(path: Path) -> Iterator[Table]:
    """Read the tables of a page in order."""
    how: str | None = None
    case: list[str] = []
    in_case = False
    table: list[str] = []
    lines = [*path.read_text(encoding="utf-8").splitlines(), ""]
    for number, line in enumerate(lines, start=1):
        if line.startswith("|"):
            table.append(line)
        elif table:
            header, _rule, *rows = (cells(row) for row in table)
            document = json.loads("".join(case)) if case else {}
            yield Table(path.name, number - len(table), how, document, header, tuple(rows))
            table, how = [], None
        if line.startswith("```"):
            in_case = line == "```json"
            case = [] if in_case else case
        elif in_case:
            case.append(line)
        elif mark := _MARK.match(line):
            how = mark["how"] or mark["readings"]


def cells(row: str) -> tuple[str, ...]:
    """Return the cells of a row of a table."""
    return tuple(cell.strip() for cell in row.strip().strip("|").split("|"))
