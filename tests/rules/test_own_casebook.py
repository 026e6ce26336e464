"""Our own cases: clauses and contrasts that the shared casebook does not cover."""

from __future__ import annotations

from pathlib import Path

import pytest

import poolenv.games  # noqa: F401 - the pages file their articles
from poolenv.rules.book import ARTICLES
from tests.rules.casebook import check, load_cases

CASES = Path(__file__).resolve().parents[1] / "cases"
OWN = load_cases(CASES / "own_rules_cases.yaml")


@pytest.mark.parametrize("case", OWN, ids=[case["id"] for case in OWN])
def test_case(case) -> None:
    check(case)


def test_every_article_has_a_case():
    cited = {c for case in OWN + load_cases(CASES / "rules_cases.yaml") for c in case["clauses"]}
    assert [a.title for a in ARTICLES if not cited & set(a.ids)] == []
