"""One number as a word: whatever is written reads back to the same number."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from poolenv.notation.codecs import (
    BallNumber,
    BallNumbers,
    Bits,
    Real,
    Unreadable,
    Whole,
    Word,
    bits_of,
)
from poolenv.position import Position

NAMES = ("", "scratch", "push_out", "safety")


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_number_keeps_every_bit(number):
    again = Real().read(Real().write(number))
    assert struct.pack("<d", again) == struct.pack("<d", number)


@given(st.integers(-(2**62), 2**62))
def test_a_whole_number(number):
    assert Whole().read(Whole().write(number)) == number


@given(st.integers(-5, 20))
def test_a_name_or_the_number_itself(number):
    word = Word(NAMES, none="nobody")
    assert word.read(word.write(number)) == number


@given(st.integers(0, 2**40))
def test_names_of_bits_and_what_has_no_name(bits):
    codec = bits_of(NAMES)
    assert codec.read(codec.write(bits)) == bits


@given(st.integers(-1, 15), st.integers(0, 0xFFFF))
def test_balls(ball, balls):
    assert BallNumber().read(BallNumber().write(ball)) == ball
    assert BallNumbers().read(BallNumbers().write(balls)) == balls


@given(
    st.dictionaries(st.integers(0, 15), st.tuples(st.floats(-1.27, 1.27), st.floats(-0.635, 0.635)))
)
def test_a_position_keeps_a_hundredth_of_a_millimetre(balls):
    position = Position(balls)
    again = Position.from_text(str(position))
    assert list(again) == list(position)
    for ball, (x, y) in position.items():
        assert abs(again[ball][0] - x) <= 5.1e-6 and abs(again[ball][1] - y) <= 5.1e-6
    assert str(again) == str(position)
    assert Position.from_text(str(again)) == again


def test_words_read_as_people_write_them():
    assert Bits({1: "miscue", 2: "below_centre"}).write(3) == "miscue+below_centre"
    assert BallNumbers().write(0b1000_0010_0001) == "cue,5,11"
    assert (BallNumber().write(0), BallNumber().write(-1)) == ("cue", "none")
    assert Word(NAMES).write(0) == "none"


@pytest.mark.parametrize(
    ("codec", "word", "said"),
    [
        (Real(), "fast", "got 'fast', expected a finite number"),
        (Real(), "nan", "a finite number"),
        (Real(), "inf", "a finite number"),
        (Whole(), "1.5", "a whole number"),
        (Word(NAMES), "safty", "did you mean 'safety'?"),
        (bits_of(NAMES), "scratch+pushout", "did you mean 'push_out'?"),
        (BallNumber(), "16", "a ball from 1 to 15"),
        (BallNumber(), "que", "did you mean 'cue'?"),
        (BallNumbers(), "3,3", "every ball once"),
        (BallNumbers(), "3,none", "or none alone"),
    ],
)
def test_a_word_that_cannot_be_read_says_what_could_stand_there(codec, word, said):
    with pytest.raises(Unreadable) as raised:
        codec.read(word)
    assert said in str(raised.value)
