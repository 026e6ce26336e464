"""Match files: what a reader of a broken one is told, and that files are whole or not there."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from poolenv.notation import Heading, Match, NotationError, read_match, write_match
from poolenv.notation.board import Board
from poolenv.notation.match import DIVIDER
from poolenv.rules.edition import load_edition, rules_rows
from poolenv.table.specs import equip

PAGE = Path(__file__).resolve().parents[2] / "docs" / "notation.md"
SAMPLE = Path(__file__).with_name("sample.pool")


def sample() -> str:
    return SAMPLE.read_text(encoding="utf-8")


def test_the_sample_is_read_and_written_back():
    match = read_match(SAMPLE)
    again = Match.from_text(match.to_text())
    assert again == match
    told = [line for line in sample().splitlines() if not line.lstrip().startswith("#")]
    written = match.to_text(comments=False).splitlines()
    assert written[written.index(DIVIDER) :] == told[told.index(DIVIDER) :]
    assert match.heading.players == ("Ada", "Ben")


def test_the_heading_holds_every_knob_and_every_number_of_the_equipment():
    for name, game in (("wsr", 4), ("wpa2008", 2)):
        edition = load_edition(name)
        rules = rules_rows([(edition, game, False)])
        equipment = equip("seven_foot", "pool", "pool", "break")
        heading = Heading.of(rules[0], edition, equipment, ("Ada", "Ben"))
        again = Heading.from_values(tomllib.loads(heading.to_toml()), "heading")
        assert again == heading
        assert again.equipment == equipment
        assert again.rules.tobytes() == rules.tobytes()
        assert Board(again).world.editions.tobytes() == rules.tobytes()


def test_the_page_shows_lines_that_can_be_read():
    """Every line that the page shows in a block of the notation reads as one of a match."""
    text = sample()
    head = text[: text.index(DIVIDER)] + DIVIDER + "\n"
    blocks = re.findall(r"^```pool\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.M | re.S)
    assert len(blocks) >= 3
    for block in blocks:
        begins = block.startswith("start")
        match = Match.from_text(head + ("" if begins else "start\nballs\n") + block)
        told = match.to_text(comments=False).partition(DIVIDER)[2]
        shown = [re.sub(r"#.*", "", line).rstrip() for line in block.splitlines()]
        for line in filter(None, shown):
            assert line in told.splitlines(), line


BROKEN = [
    (("poolenv notation 1", "poolenv notation 2"), 1, "this release reads 1"),
    (("poolenv notation 1", "Dear diary"), 1, "expected 'poolenv notation 1'"),
    (("\n---\n", "\n"), 0, "no line '---'"),
    (('game = "nine_ball"', 'game = "nine_bal"'), "nine_bal", "did you mean 'nine_ball'?"),
    (('rail_rule = "left_between"', 'rail_rule = "left"'), 'rail_rule = "left"', "left_between"),
    (("break_rails = 4", "brake_rails = 4"), "brake_rails", "did you mean 'break_rails'?"),
    (("referee = true", "referee = 3"), 0, "referee: got 3, expected true or false"),
    (('players = ["Ada", "Ben"]', 'players = ["Ada"]'), 0, "expected two names"),
    (("[cloth]", "[clothes]"), "clothes", "did you mean 'cloth'?"),
    (("mu_roll = ", "mu_rol = "), 0, "mu_roll"),
    (("[rules]", "[rules"), 0, "the heading is not TOML"),
    (("\nstart ", "\nstrt "), "strt", "did you mean 'start'?"),
    (("stroke aim", "strok aim"), "A strok", "did you mean 'stroke'?"),
    (("A stroke aim=", "A stroke aym="), "aym=", "did you mean 'aim'?"),
    (("tip_contact", "tip_contac"), "tip_contac ", "did you mean 'tip_contact'?"),
    (("balls 1:", "balls 1:x,1:"), "balls 1:x", "a finite number"),
    (("balls 1:", "balls 3:0.1,0.1 1:"), "balls 3:0.1", "ball 3 once"),
    (("  ruling ", "  rulng "), "rulng", "did you mean 'ruling'?"),
    (("A place -", "A place x"), "A place x", "a finite number"),
]


@pytest.mark.parametrize(("change", "place", "said"), BROKEN, ids=[b[0][1] for b in BROKEN])
def test_a_broken_file_says_what_and_where(change, place, said):
    text = sample()
    assert change[0] in text
    broken = text.replace(*change, 1)
    with pytest.raises(NotationError) as raised:
        Match.from_text(broken, "m.pool")
    assert said in str(raised.value)
    if isinstance(place, str):
        line = raised.value.line
        assert place in broken.splitlines()[line - 1]
        assert str(raised.value).startswith(f"m.pool, line {line}: ")
    else:
        assert raised.value.line == place


def test_a_match_begins_with_start():
    text = sample()
    head = text[: text.index(DIVIDER)] + DIVIDER + "\n"
    for body, said in (
        ("", "begins with start"),
        ("A place 0.1,0.1\n", "begins with start"),
        ("balls 1:0.1,0.1\n", "balls right after start"),
        ("start\nballs\n  ruling foul=NO_RAIL\n", "ruling right after a stroke"),
        ("start\nstart\n", "start once"),
    ):
        with pytest.raises(NotationError, match=said):
            Match.from_text(head + body)


def test_knobs_younger_than_a_file_have_their_defaults():
    text = re.sub(r"^(hanging_replay|spot_in_front) = .*\n", "", sample(), flags=re.M)
    assert text != sample()
    assert Match.from_text(text).heading == read_match(SAMPLE).heading


def test_a_file_is_there_whole_or_not_at_all(tmp_path, monkeypatch):
    match = read_match(SAMPLE)
    file = tmp_path / "match.pool"
    file.write_text("older", encoding="utf-8")
    monkeypatch.setattr(Path, "replace", lambda *_: (_ for _ in ()).throw(OSError("disk full")))
    with pytest.raises(OSError, match="disk full"):
        write_match(match, file)
    assert file.read_text(encoding="utf-8") == "older"
    monkeypatch.undo()
    write_match(match, file)
    assert read_match(file) == match
    assert not list(tmp_path.glob("*.part"))


def test_a_file_that_is_no_text(tmp_path):
    file = tmp_path / "match.pool"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(NotationError, match="UTF-8"):
        read_match(file)
