"""Sheets as lines: any record comes back as it was, whatever its fields hold."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from poolenv import events as ev
from poolenv.actions import SECTIONS
from poolenv.notation.codecs import Unreadable
from poolenv.notation.entries import EVENTS, plain_event, read_event, write_event
from poolenv.notation.forms import CONDUCT, GAME, RULING, STROKE
from poolenv.records import Event, dtype_of, rows
from poolenv.rules import words

FORMS = {"game": GAME, "ruling": RULING, "conduct": CONDUCT, "stroke": STROKE}
#: Every bit of every set, and every number of every list of words, lies below.
WHOLE = st.integers(-1, 40) | st.integers(0, 2**33 - 1)
REAL = st.floats(allow_nan=False, allow_infinity=False)


def random_record(form, draw):
    """A record whose fields of the form hold anything that they may."""
    record = rows(form.record, 1)[0]
    sets = {"balls", "declared_cue", "declared_rail", "pending_balls", "spot", "stay_down"}
    sets |= {"restore", "moved"} if form is RULING else set()
    for name in form.fields:
        base, n = record.dtype[name].base, form.fields[name][2]
        strategy = REAL if base.kind == "f" else WHOLE
        if base.kind == "i" and name in sets:
            strategy = st.integers(0, 0xFFFF)
        elif name in ("ball", "called_ball", "near_ball"):
            strategy = st.integers(-1, 15)
        elif name in ("menu", "fouls", "pending_foul", "warned", "warnings"):
            strategy = st.integers(0, 2**40)
        values = [draw(strategy) for _ in range(max(n, 1))]
        record[name] = values if n else values[0]
    return record


@pytest.mark.parametrize("name", FORMS)
@given(data=st.data())
def test_a_record_comes_back_as_it_was(name, data):
    form = FORMS[name]
    record = random_record(form, data.draw)
    plain = form.plain(record)
    line = form.write(plain)
    assert form.read(line.split()) == plain
    again = rows(form.record, 1)[0]
    form.fill(form.read(line.split()), again)
    for field in form.fields:
        assert np.asarray(again[field]).tobytes() == np.asarray(record[field]).tobytes(), field


def test_every_field_is_written():
    assert set(RULING.fields) == set(dtype_of(RULING.record).names)
    assert set(CONDUCT.fields) == set(dtype_of(CONDUCT.record).names)
    assert set(GAME.fields) | {"edition", "table"} == set(dtype_of(GAME.record).names)
    assert set(STROKE.fields) == set(SECTIONS[words.STRIKE])


def test_a_blank_sheet_is_an_empty_line():
    for form in FORMS.values():
        record = rows(form.record, 1)[0]
        form.fill({}, record)
        assert form.plain(record) == {}
        assert form.read([]) == {}


@given(data=st.data(), kind=st.integers(0, len(ev.KIND_NAMES) - 1))
def test_an_event_comes_back_as_it_was(data, kind):
    record = rows(Event, 1)[0]
    record.t, record.kind = data.draw(REAL), kind
    record.t_end = data.draw(st.just(float(record.t)) | REAL)
    record.ball = data.draw(st.integers(-1, 15))
    record.other = data.draw(st.integers(-1, 15 if kind == ev.BALL_BALL else 3))
    record.x, record.y, record.value = data.draw(REAL), data.draw(REAL), data.draw(REAL)
    record.flag = data.draw(st.integers(0, 31))
    plain = plain_event(record)
    assert read_event(write_event(plain)) == plain
    again = rows(Event, 1)[0]
    EVENTS[kind].fill(plain, again)
    again.t, again.kind, again.t_end = plain["t"], plain["kind"], plain.get("t_end", plain["t"])
    assert again.tobytes() == record.tobytes()


def test_an_event_reads_like_the_log():
    text = "0.32 cushion ball=cue other=left x=0.5 y=0.6 value=1.25 flag=still_touching"
    event = read_event(text)
    assert event["kind"] == ev.CUSHION and event["other"] == ev.LEFT
    assert write_event(event) == text


@pytest.mark.parametrize(
    ("form", "line", "said"),
    [
        (RULING, "foul=NO_RAI", "did you mean 'NO_RAIL'?"),
        (RULING, "faul=NO_RAIL", "did you mean 'foul'?"),
        (RULING, "is_foul=1 is_foul=1", "is_foul once"),
        (RULING, "points=1", "2 values joined by /"),
        (RULING, "menu=ACEPT", "did you mean 'ACCEPT'?"),
        (GAME, "stage", "field=word"),
        (STROKE, "spede=3.0", "did you mean 'speed'?"),
        (CONDUCT, "kind=ball_touch", "did you mean 'ball_touched'?"),
    ],
)
def test_a_line_that_cannot_be_read(form, line, said):
    with pytest.raises(Unreadable) as raised:
        form.read(line.split())
    assert said in str(raised.value)
