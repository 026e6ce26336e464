"""Contacts of a launch, in order of time, and how two lists of them differ."""

from __future__ import annotations

import math
from typing import NamedTuple

from experiments.launch import Laboratory, Launch, release
from poolenv.events import BALL_BALL, CUSHION

#: Time [s] and place [m] of the first contact of two balls agree within this.
CLOSE = 1e-6
#: Kinds of contact: two balls, a ball and a cushion.
BALLS, RAIL = 0, 1


class Contact(NamedTuple):
    """Two balls meet, or a ball and a cushion."""

    t: float
    kind: int
    ball: int
    other: int
    x: float
    y: float

    @property
    def what(self) -> tuple[int, int, int]:
        """Without time and place."""
        return self.kind, self.ball, self.other


def our_contacts(laboratory: Laboratory, start: Launch) -> list[Contact]:
    """The contacts of a launch in this engine, in order of time."""
    events = release(laboratory, start).events
    found = []
    for e in events:
        if e.kind == BALL_BALL:
            found.append(Contact(e.t, BALLS, min(e.ball, e.other), max(e.ball, e.other), e.x, e.y))
        elif e.kind == CUSHION:
            found.append(Contact(e.t, RAIL, e.ball, e.other, e.x, e.y))
    return found


def first_of_balls(contacts: list[Contact]) -> int:
    """Index of the first contact of two balls, -1 if there is none."""
    return next((k for k, c in enumerate(contacts) if c.kind == BALLS), -1)


def first_difference(ours: list[Contact], theirs: list[Contact]) -> int:
    """Index of the first contact that is another one, -1 if there is none.

    Two contacts less than CLOSE apart may come in either order.
    """
    swapped = False
    for k in range(max(len(ours), len(theirs))):
        if k >= len(ours) or k >= len(theirs):
            return k
        if swapped:
            swapped = False
            continue
        if ours[k].what != theirs[k].what:
            follow = ours[k : k + 2], theirs[k : k + 2]
            mirrored = [c.what for c in follow[0]] == [c.what for c in follow[1]][::-1]
            if not (mirrored and len(follow[0]) == 2 and follow[0][1].t - follow[0][0].t < CLOSE):
                return k
            swapped = True
    return -1


class Comparison(NamedTuple):
    """One launch in both engines."""

    balls_meet: bool  # in at least one of them
    direct: bool  # no cushion before balls meet
    time_off: float  # of the first contact of two balls [s]
    place_off: float  # [m]
    differs_at: int  # first contact that is another one, -1: none

    @property
    def first_agrees(self) -> bool:
        """Whether the first contact of two balls is the same, within CLOSE."""
        return self.time_off <= CLOSE and self.place_off <= CLOSE


def compare(ours: list[Contact], theirs: list[Contact]) -> Comparison:
    """Two lists of contacts of one launch."""
    a, b = first_of_balls(ours), first_of_balls(theirs)
    differs = first_difference(ours, theirs)
    if a < 0 and b < 0:
        return Comparison(False, False, 0.0, 0.0, differs)
    if a < 0 or b < 0 or ours[a].what != theirs[b].what:
        return Comparison(True, a == 0 and b == 0, math.inf, math.inf, differs)
    off = math.hypot(ours[a].x - theirs[b].x, ours[a].y - theirs[b].y)
    return Comparison(True, a == 0 and b == 0, abs(ours[a].t - theirs[b].t), off, differs)


def is_chaotic(laboratory: Laboratory, start: Launch, shift: float, differs_at: int) -> bool:
    """Whether our own contacts change, no later, when the cue ball is shifted a little."""
    ours = our_contacts(laboratory, start)
    for dx, dy in ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)):
        places = start.places.copy()
        places[0, :2] += shift * dx, shift * dy
        changed = first_difference(ours, our_contacts(laboratory, start._replace(places=places)))
        if 0 <= changed <= differs_at:
            return True
    return False
