"""The book: articles, knobs and editions hang together."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import poolenv.games  # noqa: F401 - the pages file their articles
from poolenv.__main__ import main
from poolenv.games.casebook.answer import rule_on
from poolenv.games.casebook.scene import ROW
from poolenv.games.referee import adjudicate
from poolenv.knobs import GAME_NAMES, KNOBS
from poolenv.rules import words
from poolenv.rules.book import ARTICLES, explain, rule
from poolenv.rules.clauses import clauses
from poolenv.rules.edition import load_edition, rules_rows
from poolenv.rules.effect import carry_out
from poolenv.rules.printed import book_lines, diff_lines
from poolenv.rules.shot import clear_shot
from poolenv.sources import ConfigError, names
from tests.rules.casebook import load_cases
from tests.rules.rows import layout, new_game, rules_of, sheets, table_marks

ROOT = Path(__file__).resolve().parents[2]


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


def test_every_knob_allows_its_default():
    for knob in KNOBS.values():
        allowed = set(knob.values.values()) if knob.values else None
        assert knob.default in allowed if allowed else knob.low <= knob.default <= knob.high
        assert knob.word(knob.default) and knob.doc


@pytest.mark.parametrize("name", names("rules"))
@pytest.mark.parametrize("game", range(len(GAME_NAMES)))
def test_the_book_prints(name, game):
    edition = load_edition(name)
    lines = list(book_lines([game], edition.clauses, edition))
    assert lines[0] == "General rules: articles"
    told = dict(line.split("  (")[0].split(" = ") for line in lines if " = " in line)
    rules = rules_rows([(edition, game, True)])[0]
    assert {key.strip(): value for key, value in told.items()} == {
        key: knob.word(getattr(rules, key)) for key, knob in KNOBS.items()
    }


def test_the_whole_book_cites_every_article_and_explains_every_clause():
    text = "\n".join(book_lines(range(len(GAME_NAMES))))
    for article in ARTICLES:
        assert f"  {article.title}" in text
    for clause in clauses().values():
        assert re.search(rf"(?<![\w-]){re.escape(clause.id)}\b", text), clause.id
    assert "SK-19, UA-F1  Cue ball scratch [CUE_SCRATCH]" in text


def test_two_editions_are_compared():
    first, second = load_edition("wsr"), load_edition("wpa2008")
    lines = list(diff_lines(first, second, range(len(GAME_NAMES))))
    alone = lines.index("Articles of wpa2008 alone")
    assert any("Scoop" in line for line in lines[:alone])
    assert any("Concession" in line for line in lines[alone:])
    assert any(line.split()[:3] == ["rail_rule", "sk37", "left_between"] for line in lines)
    assert sum(line.startswith("rail_rule") for line in lines) == 1  # told once for every game
    page = lines.index(next(line for line in lines if line.startswith("Knobs, straight-pool")))
    assert any(line.startswith("three_foul_effect") for line in lines[page:])
    same = list(diff_lines(first, first, [1]))
    assert [line for line in same if line and not line.startswith(("Articles", "Knobs"))] == []


@pytest.mark.parametrize(
    ("command", "begins"),
    [
        (["book"], "General rules: articles"),
        (["book", "--edition", "wsr"], "General rules: articles"),
        (["book", "--diff", "wsr", "wpa2008"], "Articles of wsr alone"),
        (["book", "--card"], "| | |"),
        (["referee", "tests/cases/own_rules_cases.yaml"], "PE-001 general wsr"),
        (["replay", "tests/notation/sample.pool"], "nine_ball"),
    ],
)
def test_a_reader_who_stops_early_is_no_error(command, begins):
    with subprocess.Popen(
        [sys.executable, "-m", "poolenv", *command],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as book:
        assert book.stdout and book.stderr
        assert book.stdout.readline().startswith(begins)
        book.stdout.close()
        assert book.stderr.read() == ""
        assert book.wait(60) == 141


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
    assert main(["book"]) == 0
    assert "Clauses without an article" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("cases: [", "not YAML"),
        ("cases: 3", "expected a list `cases`"),
        ("- {game: nine_bal, ruling: {}}", "unknown game 'nine_bal'; did you mean 'nine_ball'?"),
        ("- {game: nine_ball, edition: [wpa2007], ruling: {}}", "wpa2008"),
        ("- {game: nine_ball, events: [{e: ball_bal}]}", "did you mean 'ball_ball'?"),
        ("- {game: nine_ball, events: [{e: pocketed, ball: 3}]}", "pocketed: 'pocket' is missing"),
        ("- {game: nine_ball, events: [{e: cushion, ball: 3, rail: lft}]}", "did you mean 'left'?"),
    ],
)
def test_a_file_that_cannot_be_ruled_on_says_why(text, said, tmp_path, capsys):
    file = tmp_path / "cases.yaml"
    file.write_text(text, encoding="utf-8")
    assert main(["referee", str(file)]) == 2
    heard = capsys.readouterr()
    assert said in heard.err + heard.out
    assert "Traceback" not in heard.err


def test_explain_cites_the_books_of_the_edition():
    rules, edition = rules_of(), load_edition("wpa2008")
    game = new_game(rules)
    shot, ruling = sheets()
    clear_shot(shot)
    shot.struck, shot.crossed_head, game.stage = 1, 1, words.NORMAL
    adjudicate(rules, game, shot, ruling)
    said = explain(rules, ruling, edition.clauses)
    assert "Foul: NO_BALL_HIT." in said
    assert "UA-F3" in said and "SK-18" not in said
    assert "B is at the table, cue ball in_hand_table." in said


def words_on(id, name):
    """What the referee says about a case under an edition."""
    folder = ROOT / "tests" / "cases"
    cases = load_cases(folder / "rules_cases.yaml") + load_cases(folder / "own_rules_cases.yaml")
    case = next(case for case in cases if case["id"] == id)
    edition = load_edition(name)
    scene, _ = rule_on(case, edition, edition, True)
    return explain(scene.rules[ROW], scene.ruling[ROW], edition.clauses)


@pytest.mark.parametrize(
    ("id", "edition", "parts"),
    [
        ("PE-010", "wsr", ["A is warned: BREAK_DEFLECTION.", "B chooses: BIH_HEAD", "SK-8"]),
        ("PE-058", "wpa2008", ["Both players are put on the clock.", "UA-F15"]),
        ("PE-066", "wsr", ["The break is decided by lag or lot.", "SK-34"]),
        ("PE-105", "wpa2008_literal", ["Result: replay.", "All balls go back.", "UA-7"]),
        ("PE-117", "wsr", ["All balls go back.", "SK-34"]),
        ("PE-119", "wsr", ["no ruling before every ball is at rest", "SK-14"]),
        ("PE-012", "wsr", ["Result: no_shot.", "SK-7"]),
        ("PE-089", "wsr", ["Result: rack_win A."]),
        (
            "PE-102",
            "wpa2008",
            ["UNSPORTSMANLIKE", "Penalty by the table of offences: foul.", "UA-F16"],
        ),
    ],
)
def test_a_ruling_is_said_in_words_with_its_clauses(id, edition, parts):
    said = words_on(id, edition)
    assert [part for part in parts if part not in said] == [], said


@pytest.mark.parametrize(
    ("offences", "penalty", "result"),
    [(0, "foul", words.NO_RESULT), (1, "rack", words.RACK_WIN), (2, "match", words.MATCH_WIN)],
)
def test_offences_are_punished_by_the_table_and_counted(offences, penalty, result):
    rules = rules_of()
    game = new_game(rules, race_to=5)
    shot, ruling = sheets()
    clear_shot(shot)
    game.stage, game.offences[0] = words.NORMAL, offences
    shot.conduct[0] = 1 << words.UNSPORTSMANLIKE
    adjudicate(rules, game, shot, ruling)
    assert KNOBS["unsportsmanlike_first"].word(ruling.penalty) == penalty
    assert (ruling.result, ruling.is_foul) == (result, 1)
    assert ruling.winner == (words.NOBODY if result == words.NO_RESULT else 1)
    assert f"Penalty by the table of offences: {penalty}." in explain(rules, ruling)
    pos, motion = layout({0: (0.0, 0.0), 3: (0.5, 0.1), 9: (0.8, 0.2)})
    carry_out(rules, table_marks()[0], game, shot, ruling, pos, motion, pos.copy(), motion.copy())
    assert game.offences[0] == offences + 1


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
