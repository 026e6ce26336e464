"""The pages about the games tell what the code tells."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from poolenv.__main__ import main
from poolenv.envs.card import card, editions_table
from poolenv.envs.ids import GAMES
from poolenv.knobs import KNOBS
from poolenv.rules import words

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "games"
PAGES = {
    id: FOLDER / f"{'practice' if game == 'run_out' else game}.md" for id, game in GAMES.items()
}
CODES = {*words.FOUL_NAMES, *words.LOSS_NAMES, *words.MENU_NAMES}


@pytest.mark.parametrize("id", PAGES)
def test_a_page_opens_with_the_card_that_the_command_prints(id, capsys):
    lines = PAGES[id].read_text(encoding="utf-8").splitlines()
    told = card(id)
    assert lines[0].startswith("# ") and lines[1] == ""
    assert lines[2 : 2 + len(told)] == told, "see `python -m poolenv book --card`"
    assert main(["book", "--card", "--game", GAMES[id]]) == 0
    assert "\n".join(told) in capsys.readouterr().out


@pytest.mark.parametrize("id", [id for id in PAGES if GAMES[id] != "run_out"])
def test_a_page_tells_where_the_editions_differ(id):
    text = PAGES[id].read_text(encoding="utf-8")
    assert "\n".join(["", *editions_table(GAMES[id]), ""]) in text


@pytest.mark.parametrize("id", PAGES)
def test_codes_and_knobs_of_a_page_exist(id):
    text = PAGES[id].read_text(encoding="utf-8")
    assert [w for w in re.findall(r"`([A-Z][A-Z0-9]*_[A-Z0-9_]+)`", text) if w not in CODES] == []
    knobs = [w for w in re.findall(r"`([a-z]+_[a-z_]+)`", text) if w not in KNOBS]
    assert [w for w in knobs if not w.startswith("wpa")] == []


def test_every_page_belongs_to_a_game():
    assert sorted(FOLDER.glob("*.md")) == sorted(PAGES.values())
