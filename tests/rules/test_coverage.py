"""`docs/rules/coverage.md` walks the four texts to code and tests that exist, and no rule is left without them."""

from __future__ import annotations

import ast
import hashlib
import importlib
import inspect
import re
from collections import defaultdict
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest

from tests.rules.pages import RULES, cells

TESTS = Path(__file__).parents[1]
ROOTS = ("revenue", "taxpayers", "receipts")
COUNTS = {"C": range(1, 12), "P": range(1, 14), "M": range(1, 6), "I": range(10), "A": range(1, 9)}
RULE_IDS = [f"{letter}{number}" for letter, numbers in COUNTS.items() for number in numbers]

# The letters of each text, hashed: a sentence that is lost, added or retyped changes them.
LETTERS = {
    "S0": "d08ed5ce3d5e53ef",
    "S1": "65d6761cbb179c85",
    "S2": "c964699eb6056bef",
    "S3": "5b90d0aecd9a8f77",
}


class Line(NamedTuple):
    """A row of coverage: where it is from, the rules it became, and the code and the tests that are named."""

    source: str
    words: str
    rules: list[str]
    code: str
    named: list[str]
    tests: list[str]


def read_lines() -> list[Line]:
    """Read the rows of the sentences and those of the rules that no sentence says."""
    found = []
    for row in (RULES / "coverage.md").read_text(encoding="utf-8").splitlines():
        if re.match(r"\| (S\d\.\d+|[A-Z]\d+) \|", row):
            first, second, third, code, tests = cells(row)
            said = re.match(r"S\d\.", first)
            source, words, rules = (first, second, third) if said else (second, third, first)
            named = re.findall(r"`([^`]+)`", code) if not code.startswith("Not ") else []
            ids = [] if rules == "—" else rules.split(", ")
            found.append(Line(source, words, ids, code, named, re.findall(r"`([^`]+)`", tests)))
    return found


LINES = read_lines()
BY_RULE = defaultdict(list)
for line in LINES:
    for rule in line.rules:
        BY_RULE[rule].append(line)


def module_of(name: str) -> tuple[ModuleType, list[str]]:
    """Import the module of a dotted name and return it with the names inside it."""
    parts = name.split(".") if name.startswith(ROOTS) else ["revenue", *name.split(".")]
    for length in range(len(parts) - 1, 0, -1):
        try:
            return importlib.import_module(".".join(parts[:length])), parts[length:]
        except ModuleNotFoundError:
            continue
    raise ModuleNotFoundError(name)


def exists(name: str) -> bool:
    """Say whether a dotted name is something of the project."""
    found: object
    found, inside = module_of(name)
    for part in inside:
        found = getattr(found, part, None)
    return found is not None


@cache
def functions_of(path: Path) -> frozenset[str]:
    """Return the tests of a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


def test_every_sentence_of_the_four_texts_is_there_in_its_order() -> None:
    letters: dict[str, str] = defaultdict(str)
    numbers = defaultdict(list)
    for line in LINES:
        if match := re.fullmatch(r"(S\d)\.(\d+)", line.source):
            sentence = line.words.strip("«»").lower().replace("0", "o")  # the scan reads «o» as a zero
            letters[match[1]] += "".join(re.findall(r"\w+", sentence))
            numbers[match[1]].append(int(match[2]))
    assert {name: hashlib.sha256(text.encode()).hexdigest()[:16] for name, text in letters.items()} == LETTERS
    assert all(found == list(range(1, len(found) + 1)) for found in numbers.values())


def test_every_sentence_is_code_with_its_test_or_says_why_it_is_not() -> None:
    for line in LINES:
        if line.code.startswith(("Not code: ", "Not yet: ")):
            assert not line.tests, line
            assert len(line.code) > 30, line
        else:
            assert line.named, line
            assert line.tests, line


@pytest.mark.parametrize("name", sorted({name for line in LINES for name in line.named}))
def test_a_function_that_coverage_names_exists(name: str) -> None:
    assert exists(name)


@pytest.mark.parametrize("name", sorted({name for line in LINES for name in line.tests}))
def test_a_test_that_coverage_names_exists(name: str) -> None:
    file, test = name.split("::")
    assert test in functions_of(TESTS / f"{file}.py")


@pytest.mark.parametrize("rule", RULE_IDS)
def test_a_rule_has_code_that_names_it_and_a_test(rule: str) -> None:
    assert any(line.tests for line in BY_RULE[rule]), f"{rule}: no test"
    modules = {module_of(name)[0] for line in BY_RULE[rule] for name in line.named}
    naming = [one.__name__ for one in modules if re.search(rf"\b{rule}\b", inspect.getsource(one))]
    assert naming, f"{rule}: none of {sorted(one.__name__ for one in modules)} names it"


def test_coverage_names_no_rule_that_does_not_exist() -> None:
    assert set(BY_RULE) == set(RULE_IDS)
