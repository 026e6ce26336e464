"""What holds for the repository as a whole: one job per file, no machine named, no dead links."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent
LONGEST = 320

#: Parts of the repository; whatever else lies in a checkout is made by tools.
PARTS = "poolenv agents experiments configs docs tests .github .ci".split()
TEXT = set(".py .md .toml .yaml .yml .txt .cff .ipynb .html .js .json .csv".split()) | {""}
FILES = sorted(
    path
    for part in PARTS
    for path in (ROOT / part).rglob("*")
    if path.is_file() and path.suffix in TEXT and "__pycache__" not in path.parts
) + sorted(
    path
    for path in ROOT.iterdir()
    if path.is_file() and path.suffix in TEXT and path.name != ".git"
)
CODE = [p for p in FILES if p.suffix == ".py" and p.relative_to(ROOT).parts[0] != "tests"]
PAGES = [p for p in FILES if p.suffix == ".md"]

#: Folders of one machine, and hosts that a reader may not reach or may want to choose.
OF_ONE_MACHINE = re.compile(
    r"(?<![\w.>])/(work|root|home|Users)/\w|(?<!\w)/tmp/\w|(?<!\w)/opt/\w"
    r"|pypi\.org|pythonhosted\.org|download\.pytorch\.org|registry\.npmjs",
)
UNFINISHED = re.compile(
    r"\b(TODO|FIXME|XXX|HACK|NotImplementedError)\b|\bfor now\b|\blorem ipsum\b"
)


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def matches(pattern: re.Pattern[str], files: list[Path]) -> list[str]:
    """Lines that hold the pattern, this file left out: it spells the pattern."""
    return [
        f"{name(path)}:{number}: {line.strip()}"
        for path in files
        if path != Path(__file__).resolve()
        for number, line in enumerate(text(path).splitlines(), 1)
        if pattern.search(line)
    ]


def test_no_line_names_a_machine() -> None:
    assert matches(OF_ONE_MACHINE, FILES) == []


def test_no_code_is_unfinished() -> None:
    assert matches(UNFINISHED, [*CODE, *PAGES]) == []


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("cd /" + "root/poolenv", True),
        ("see /home/me/poolenv", True),
        ("open('/tmp/out.json')", True),
        ("simulated work/rest cycles", False),
        ("tmp_path / 'out.json'", False),
        ("https://example.org/home/page", False),
    ],
)
def test_the_pattern_of_a_machine(line: str, found: bool) -> None:
    assert bool(OF_ONE_MACHINE.search(line)) is found


def test_files_have_one_job() -> None:
    lengths = {name(path): len(text(path).splitlines()) for path in CODE}
    assert {file: n for file, n in lengths.items() if n > LONGEST} == {}


def test_inits_only_re_export() -> None:
    """Code in ``__init__`` has no file name that announces it; ``__getattr__`` exports late."""
    found = [
        f"{name(path)}: {node.name}"
        for path in CODE
        if path.name == "__init__.py"
        for node in ast.parse(text(path)).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
        and node.name not in ("__getattr__", "__dir__")
    ]
    assert found == []


def test_pages_that_are_named_exist() -> None:
    """A comment that sends the reader to a page sends him to one of this repository."""
    pages = {path.name for path in PAGES}
    found = {
        f"{name(path)}: {page}"
        for path in [*CODE, *PAGES]
        for page in re.findall(r"(?<![\w/*.-])(?:[\w-]+/)*([\w-]+\.md)\b", text(path))
        if page not in pages
    }
    assert found == set()


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_and_paths_of_a_page_exist(page: Path) -> None:
    prose = text(page)
    links = [m for m in re.findall(r"\]\(([^)#\s]+)", prose) if "://" not in m]
    paths = re.findall(rf"`((?:{'|'.join(map(re.escape, PARTS))})/[\w./-]*)`", prose)
    missing = [link for link in links if not (page.parent / link).exists()]
    paths = [path for path in paths if not re.search(r"-v\d+$", path)]  # an environment's id
    missing += [path for path in paths if not (ROOT / path).exists()]
    assert missing == []


def test_metadata_agree() -> None:
    project = tomllib.loads(text(ROOT / "pyproject.toml"))["project"]
    citation = yaml.safe_load(text(ROOT / "CITATION.cff"))
    assert citation["version"] == project["version"]
    assert citation["license"] == project["license"]
    assert f"## [{project['version']}]" in text(ROOT / "CHANGELOG.md")


def test_every_dependency_is_pinned() -> None:
    def normal(requirement: str) -> str:
        match = re.match(r"[\w.-]+", requirement)
        assert match
        return re.sub(r"[-_.]+", "-", match.group()).lower()

    project = tomllib.loads(text(ROOT / "pyproject.toml"))["project"]
    wanted = {normal(r) for r in project["dependencies"]}
    wanted |= {normal(r) for group in project["optional-dependencies"].values() for r in group}
    pins = [line for line in text(ROOT / "constraints.txt").splitlines() if "==" in line]
    assert wanted - {normal(pin) for pin in pins} == set()
