"""`manage.py assess` says what the module says."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from revenue.management.commands.assess import Command

CASES = Path(__file__).parent.parent / "cases" / "boundaries.jsonl"


def test_the_command_answers_a_file_line_by_line_and_fails_when_one_cannot_be_answered(tmp_path):
    rows = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]
    good = next(row for row in rows if "error" not in row["expected"])
    bad = next(row for row in rows if "error" in row["expected"])
    file, out = tmp_path / "cases.jsonl", io.StringIO()
    file.write_text(f"{json.dumps(bad['case'])}\n{json.dumps(good['case'])}\n", encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        call_command(Command(), str(file), stdout=out)
    first, second = (json.loads(line) for line in out.getvalue().splitlines())
    assert ended.value.code == 1
    assert set(first) == {"id", "error"}
    assert second == good["expected"]


def test_the_command_explains_when_asked(tmp_path):
    good = json.loads(CASES.read_text(encoding="utf-8").splitlines()[0])
    file, out = tmp_path / "cases.jsonl", io.StringIO()
    file.write_text(json.dumps(good["case"]), encoding="utf-8")
    call_command(Command(), "--explain", str(file), stdout=out)
    assert "text" in json.loads(out.getvalue())["debts"][0]["steps"][0]


def test_a_file_that_is_missing_is_a_sentence(tmp_path):
    with pytest.raises(CommandError, match="No se puede leer"):
        call_command(Command(), str(tmp_path / "no.jsonl"))
