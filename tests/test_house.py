"""Rules of this house that hold for the whole tree, whoever wrote the line."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

HOUSE = Path(__file__).resolve().parent.parent
SOURCE_FOLDERS = ("revenue", "taxpayers", "receipts", "tests")
MODULE_LINES = 400
FUNCTION_LINES = 70
VIEW_LINES = 30


def relative(paths: Iterator[Path]) -> list[str]:
    """Return the paths as this house names them: from its top."""
    return sorted(str(path.relative_to(HOUSE)) for path in paths)


MODULES = [
    name
    for folder in SOURCE_FOLDERS
    for name in relative((HOUSE / folder).rglob("*.py"))
    if "migrations" not in Path(name).parts
]
TEMPLATES = relative((HOUSE / "templates").rglob("*.html"))


def own_files() -> list[str]:
    """Return every text file of the project that people write, without what tools generate."""
    listed = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=HOUSE,
        capture_output=True,
        text=True,
        check=True,
    )
    generated = {"uv.lock", "LICENSE"}
    binary = {".png", ".ico", ".woff2", ".pdf", ".sqlite3"}
    return [
        name
        for name in listed.stdout.splitlines()
        if name not in generated and Path(name).suffix not in binary and (HOUSE / name).is_file()
    ]


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Return every function of a module, methods and inner ones too."""
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Return how many lines a function takes, without its decorators."""
    return (function.end_lineno or function.lineno) - function.lineno + 1


@pytest.mark.parametrize("name", MODULES)
def test_a_module_and_its_functions_are_short(name: str) -> None:
    text = (HOUSE / name).read_text(encoding="utf-8")
    lines = text.count("\n")
    assert lines <= MODULE_LINES, f"{name} has {lines} lines: it holds two ideas"
    limit = VIEW_LINES if Path(name).name == "views.py" else FUNCTION_LINES
    long = [f"{f.name} ({length(f)} lines)" for f in functions(ast.parse(text)) if length(f) > limit]
    assert not long, f"{name}: {', '.join(long)}: at most {limit}"


@pytest.mark.parametrize("name", [name for name in MODULES if name.startswith("revenue/rules/")])
def test_the_rules_know_no_floats(name: str) -> None:
    tree = ast.parse((HOUSE / name).read_text(encoding="utf-8"))
    floats = [
        node.lineno
        for node in ast.walk(tree)
        if (isinstance(node, ast.Name) and node.id == "float")
        or (isinstance(node, ast.Constant) and isinstance(node.value, float))
    ]
    assert not floats, f"{name}: floats at lines {floats}; money is integer cents (rule C1)"


FORBIDDEN = {
    "an unfinished mark": re.compile(r"\b(?:TO" + r"DO|FIX" + r"ME|XX" + r"X|NotImplemented" + r"Error)\b"),
    "a path of one machine": re.compile(r"(?<![\w.:/])/(?:home|root|work|Users|opt)/\w"),
    "a conflict left by a merge": re.compile(r"^(?:<{7}|>{7}) ", re.MULTILINE),
}


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_file_of_the_project_holds(what: str) -> None:
    found = [
        f"{name}: {match.group()}"
        for name in own_files()
        for match in FORBIDDEN[what].finditer((HOUSE / name).read_text(encoding="utf-8"))
    ]
    assert not found, f"{what} in {found}"


# --- texts that a user reads -------------------------------------------------------------------------------

# What a template may hold besides text: translated blocks, comments, tags, variables, markup, and words that say
# themselves which language they are in.
NOT_TEXT = re.compile(
    r"""
      {%\s*comment.*?{%\s*endcomment\s*%}
    | {%\s*blocktrans(?:late)?\b.*?{%\s*endblocktrans(?:late)?\s*%}
    | {\#.*?\#} | {%.*?%} | {{.*?}}
    | <!--.*?--> | <!.*?> | <style\b.*?</style> | <script\b.*?</script>
    | <svg\b.*?</svg> | <(\w+)\b[^>]*\blang="[^>]*>.*?</\1>
    | &\w+; | &\#\d+;
    """,
    re.DOTALL | re.VERBOSE,
)
MARKUP = re.compile(r"<[^>]*>", re.DOTALL)
SPOKEN_ATTRIBUTE = re.compile(r"\b(?:alt|title|placeholder|aria-label|aria-description)=\"([^\"]*)\"")
WORD = re.compile(r"[^\W\d_]{3,}")


SAMPLES = "templates/portal/style.html"  # shows every component with made-up data, in Spanish only


@pytest.mark.parametrize("name", [name for name in TEMPLATES if name != SAMPLES])
def test_every_text_of_a_template_can_be_translated(name: str) -> None:
    text = NOT_TEXT.sub(" ", (HOUSE / name).read_text(encoding="utf-8"))
    spoken = " ".join(SPOKEN_ATTRIBUTE.findall(text))
    words = WORD.findall(MARKUP.sub(" ", text)) + WORD.findall(spoken)
    assert not words, f"{name}: outside translate and blocktranslate: {words}"


CATALOGUE = Path("locale/en/LC_MESSAGES/django.po")


def gettext(*command: str | Path) -> str:
    """Return what a gettext program prints."""
    return subprocess.run(command, cwd=HOUSE, capture_output=True, text=True, check=True).stdout


def source_texts(catalogue: Path) -> set[str]:
    """Return the Spanish texts of a catalogue, however its version of gettext orders and wraps them."""
    plain = gettext("msgattrib", "--no-obsolete", "--no-wrap", catalogue)
    return set(re.findall(r"^msgid (.*(?:\n\".*)*)", plain, re.MULTILINE))


def test_the_english_catalogue_holds_every_text_and_no_other(tmp_path: Path) -> None:
    for name in ("revenue", "taxpayers", "receipts", "templates", "locale"):
        shutil.copytree(HOUSE / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "*.mo"))
    shutil.copy(HOUSE / "manage.py", tmp_path)
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "revenue.settings"}
    gather = ["manage.py", "makemessages", "--locale=en", "--no-location", "--no-obsolete", "--verbosity=0"]
    subprocess.run([sys.executable, *gather], cwd=tmp_path, env=environment, check=True)
    had, has = source_texts(CATALOGUE), source_texts(tmp_path / CATALOGUE)
    assert had == has, f"Run make messages. New: {sorted(has - had)} Gone: {sorted(had - has)}"


def test_every_text_of_the_english_catalogue_is_translated() -> None:
    missing = gettext("msgattrib", "--untranslated", "--no-obsolete", CATALOGUE)
    guessed = gettext("msgattrib", "--only-fuzzy", "--no-obsolete", CATALOGUE)
    assert not missing + guessed, f"Without English, or only guessed:\n{missing}{guessed}"


# --- addresses ---------------------------------------------------------------------------------------------


def addresses(resolver: URLResolver, prefix: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Return every address of the site with the name under which it is reversed."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            namespace = f"{prefix}{pattern.namespace}:" if pattern.namespace else prefix
            yield from addresses(pattern, namespace)
        else:
            yield f"{prefix}{pattern.name}", pattern


def test_every_address_has_a_name_of_its_own() -> None:
    names = Counter(name for name, _pattern in addresses(get_resolver()))
    assert None not in names
    assert "None" not in names
    assert not {name for name, times in names.items() if times > 1}


@pytest.mark.parametrize("name", TEMPLATES)
def test_every_address_that_a_template_links_to_exists(name: str) -> None:
    linked = set(re.findall(r"{%\s*url\s+['\"]([\w:-]+)['\"]", (HOUSE / name).read_text(encoding="utf-8")))
    missing = linked - {name for name, _pattern in addresses(get_resolver())}
    assert not missing, f"{name} links to addresses that do not exist: {missing}"


# --- static files ------------------------------------------------------------------------------------------


def test_every_static_file_that_a_template_names_is_built(tmp_path: Path) -> None:
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "revenue.settings",
        "DEMO": "true",
        "VAR_DIR": str(tmp_path),
    }
    environment.pop("TESTING")
    subprocess.run([".ci/build"], cwd=HOUSE, env=environment, check=True)
    built = json.loads((tmp_path / "static" / "staticfiles.json").read_text(encoding="utf-8"))["paths"]
    named = {
        match
        for name in TEMPLATES
        for match in re.findall(r"{%\s*static\s+['\"]([^'\"]+)", (HOUSE / name).read_text(encoding="utf-8"))
    }
    assert named
    assert not named - built.keys()
