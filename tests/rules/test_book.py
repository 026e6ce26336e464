"""The book: articles, knobs and editions hang together."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import poolenv.games  # noqa: F401 - the pages file their articles
from poolenv.__main__ import main
from poolenv.knobs import GAME_NAMES, KNOBS
from poolenv.rules import words
from poolenv.rules.book import ARTICLES, book_lines, explain, rule
from poolenv.rules.edition import load_edition, rules_rows
from poolenv.sources import ConfigError, names
from tests.rules.rows import new_game, rules_of, sheets

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "poolenv"
#: Knobs of how an episode begins, which the referee has no part in.
AT_THE_START = {"lag_mode", "run_start"}


def test_no_id_and_title_is_claimed_twice():
    claimed = [(i, a.title) for a in ARTICLES for i in a.ids]
    assert len(claimed) == len(set(claimed))
    with pytest.raises(ValueError, match="already filed"):
        rule("SK-19", "Cue ball scratch")(max)


def test_every_foul_has_an_article():
    filed = {a.foul for a in ARTICLES}
    assert [words.FOUL_NAMES[k] for k in range(1, len(words.FOUL_NAMES)) if k not in filed] == []


def test_every_article_is_short_and_says_what_it_means():
    for article in ARTICLES:
        assert article.text.endswith((".", ":")), article.title
        assert article.ids and article.title


def test_every_knob_is_read_by_some_function():
    read = {
        node.attr
        for file in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)
    }
    assert sorted(set(KNOBS) - read - AT_THE_START) == []


def test_every_knob_allows_its_default():
    for knob in KNOBS.values():
        allowed = set(knob.values.values()) if knob.values else None
        assert knob.default in allowed if allowed else knob.low <= knob.default <= knob.high
        assert knob.word(knob.default) and knob.doc


@pytest.mark.parametrize("name", names("rules"))
@pytest.mark.parametrize("game", range(len(GAME_NAMES)))
def test_the_book_prints(name, game):
    edition = load_edition(name)
    lines = list(book_lines(game, rules_rows([(edition, game, True)])[0], edition.clauses))
    assert lines[0].endswith("articles")
    assert len(lines) > 2 * len(KNOBS)


def test_the_commands(capsys):
    assert main(["book", "--game", "nine_ball", "--edition", "wsr"]) == 0
    assert "Cue ball scratch [CUE_SCRATCH]" in capsys.readouterr().out
    assert main(["book", "--diff", "wsr", "wpa2008"]) == 0
    assert "intentional_policy" in capsys.readouterr().out
    assert main(["book", "--edition", "wpa2007"]) == 2
    assert "wpa2008" in capsys.readouterr().err
    cases = str(ROOT / "tests" / "cases" / "rules_cases.yaml")
    assert main(["referee", cases, "--id", "RC-058"]) == 0
    said = capsys.readouterr().out
    assert "Foul: CUE_SCRATCH." in said and "SK-19" in said and "UA-F1" in said
    assert main(["referee", str(ROOT / "nowhere.json")]) == 2


def test_explain_cites_the_books_of_the_edition():
    rules, edition = rules_of(), load_edition("wpa2008")
    game = new_game(rules)
    shot, ruling = sheets()
    from poolenv.games.referee import adjudicate
    from poolenv.rules.shot import clear_shot

    clear_shot(shot)
    shot.struck, shot.crossed_head, game.stage = 1, 1, words.NORMAL
    adjudicate(rules, game, shot, ruling)
    said = explain(rules, ruling, edition.clauses)
    assert "Foul: NO_BALL_HIT." in said
    assert "UA-F3" in said and "SK-18" not in said
    assert "B is at the table, cue ball in_hand_table." in said


def test_every_problem_of_an_edition_is_reported_at_once():
    wrong = {
        "three_foul_limt": 2,
        "break_rails": 99,
        "nine_ball": {"push_out": 3, "foul_region": "in_hand_tabel"},
        "nineball": {},
    }
    with pytest.raises(ConfigError) as raised:
        load_edition(wrong)
    text = str(raised.value)
    for part in ("three_foul_limit", "0 to 15", "true or false", "in_hand_table", "nine_ball"):
        assert part in text
    assert len(raised.value.problems) == 5


def test_layers_of_an_edition(tmp_path):
    file = tmp_path / "house.toml"
    file.write_text(
        'extends = "wsr"\nbreak_rails = 2\n[general]\nhanging_time = 3\n'
        "[nine_ball]\nthree_foul_limit = 2\n",
        encoding="utf-8",
    )
    rules = rules_rows([(load_edition(file), g, False) for g in (1, 2)])
    assert list(rules.break_rails) == [2, 2]
    assert list(rules.three_foul_limit) == [0, 2]
    assert list(rules.hanging_time) == [3.0, 3.0]
    assert list(rules.referee) == [0, 0]
    assert list(rules.rail_rule) == [1, 1]


def test_an_unknown_word_of_a_case_is_an_error():
    from poolenv.games.casebook import missing_feature

    with pytest.raises(ValueError, match="unknown event 'ball_explodes'"):
        missing_feature({"game": "nine_ball", "events": [{"e": "ball_explodes"}], "ruling": {}})
    assert missing_feature({"game": "cowboy", "ruling": {}}) == "cowboy"
