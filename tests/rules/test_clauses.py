"""The list of clauses, the articles, the knobs and the cases hold together."""

from __future__ import annotations

import ast
import importlib
import re
from pathlib import Path

import pytest

import poolenv.games  # noqa: F401 - the pages file their articles
from poolenv.knobs import GAME_NAMES, KNOBS, RUN_OUT
from poolenv.rules.book import ARTICLES
from poolenv.rules.clauses import clauses
from poolenv.rules.edition import load_edition
from poolenv.rules.printed import EVERY_BOOK, GENERAL_RULES, article_lines, chapter, knobs_read
from tests.rules.casebook import load_cases

ROOT = Path(__file__).resolve().parents[2]
CASES = ROOT / "tests" / "cases"
ALL_CASES = load_cases(CASES / "rules_cases.yaml") + load_cases(CASES / "own_rules_cases.yaml")
CITED = {clause for case in ALL_CASES for clause in case["clauses"]}
GENERAL = [
    *(f"SK-{n}" for n in range(1, 43)),
    *(f"UA-{n}" for n in range(1, 13)),
    *(f"UA-F{n}" for n in range(17)),
]
#: Books of games that are not built; the shared cases cite them.
OTHER_GAMES = {"OP", "BANK", "ROT", "COWBOY", "WEPF", "BLACKBALL", "HEYBALL"}
#: Knobs of how balls come onto the table: play reads them, the referee has no part in them.
AT_THE_START = {"game", "lag_mode", "run_start", "rack_one_and_five", "nine_on_foot_spot"}


def test_the_general_rules_are_complete_and_in_order():
    listed = [c for c in clauses() if c.startswith(("SK-", "UA-"))]
    assert listed == GENERAL
    assert len(listed) == 42 + 29


def test_clauses_name_editions_and_classes():
    for clause in clauses().values():
        assert load_edition(clause.edition).clauses
        assert re.fullmatch("[ABCD]+", clause.kind), clause.id
        assert clause.title


@pytest.mark.parametrize("clause", clauses().values(), ids=lambda c: c.id)
def test_a_clause_is_carried_out_by_the_articles_it_lists(clause):
    """Two functions claim one id only where the list says that the clause has as many articles."""
    claiming = [a.title for a in ARTICLES if clause.id in a.ids]
    assert sorted(claiming) == sorted(clause.articles)


def test_every_claimed_id_is_listed():
    assert {i for a in ARTICLES for i in a.ids} - set(clauses()) == set()


def test_every_clause_of_equipment_is_looked_after_by_the_check():
    source = (ROOT / "poolenv" / "table" / "check.py").read_text(encoding="utf-8")
    checked = [c for c in clauses().values() if c.checked_by]
    assert {c.id for c in checked} == {c.id for c in clauses().values() if c.kind == "D"}
    for clause in checked:
        module, _, function = clause.checked_by.rpartition(".")
        assert callable(getattr(importlib.import_module(module), function))
        assert f'"{clause.id}"' in source


def test_what_is_out_of_reach_is_reasoned():
    beyond = [c for c in clauses().values() if c.status == "out of reach"]
    assert [c.id for c in beyond] == ["UA-1"]
    assert all(len(c.out_of_reach.split()) > 8 for c in beyond)


def test_every_clause_within_reach_has_a_case():
    within = {c.id for c in clauses().values() if not c.out_of_reach}
    assert sorted(within - CITED) == []


def test_every_article_has_a_case():
    assert [a.title for a in ARTICLES if not CITED & set(a.ids)] == []


def test_every_cited_clause_is_listed():
    assert CITED - set(clauses()) - OTHER_GAMES == set()


def knobs_of_kernels() -> set[str]:
    """Knobs that some function of the referee reads off a record of rules."""
    read = set()
    for part in ("rules", "games"):
        for file in sorted((ROOT / "poolenv" / part).glob("*.py")):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                    if node.value.id == "rules" and isinstance(node.ctx, ast.Load):
                        read.add(node.attr)
    return read


def test_every_knob_is_read_by_the_referee():
    assert sorted(set(KNOBS) - knobs_of_kernels() - AT_THE_START) == []
    play = (ROOT / "poolenv" / "play.py").read_text(encoding="utf-8")
    play += (ROOT / "poolenv" / "episode.py").read_text(encoding="utf-8")
    assert [name for name in AT_THE_START if f".{name}" not in play] == []


def test_knobs_cite_listed_clauses():
    cited = {i for knob in KNOBS.values() for i in knob.clauses} - {"-"}
    assert cited - set(clauses()) == set()


def test_chapters_hold_every_article_once_in_order():
    printed = [a for g in (GENERAL_RULES, *range(len(GAME_NAMES))) for a in chapter(g, EVERY_BOOK)]
    assert sorted(map(id, printed)) == sorted(map(id, ARTICLES))
    assert chapter(RUN_OUT, EVERY_BOOK) == []
    numbers = [
        min(list(clauses()).index(i) for i in a.ids) for a in chapter(GENERAL_RULES, EVERY_BOOK)
    ]
    assert numbers == sorted(numbers)


def test_an_article_is_printed_with_the_ids_of_all_books():
    article = next(a for a in ARTICLES if a.title == "Double hit")
    first, text, place = article_lines(article, EVERY_BOOK)
    assert first == "  SK-22, UA-F7  Double hit [DOUBLE_HIT]"
    assert text.strip() == article.text
    assert place.strip() == "(poolenv.rules.fouls.double_hit)"
    order = next(a for a in ARTICLES if a.title == "Order of break")
    assert knobs_read(order) == ("break_order",)
