"""A replay as one self-contained web page: it opens from a file and loads nothing."""

from __future__ import annotations

import html
import json
import os
import re
from importlib.resources import files
from typing import Any

import numpy as np

from poolenv.files import write_text
from poolenv.render import bare, colours, outline, spheres
from poolenv.render.outline import outline_of
from poolenv.render.replay import Replay, to_plain

_PARTS = ("viewer.css", "track.js", "table.js", "ball.js", "viewer.js")


def _rounded(points: Any) -> Any:
    """Coordinates to 0.1 mm."""
    return np.round(np.asarray(points, float), 4).tolist()


def look_of(replay: Replay) -> dict[str, Any]:
    """All the page needs to draw the table and the balls as the numpy picture does."""
    marks = replay.marks
    shape = outline_of(marks, replay.jaws)
    return {
        "length": shape.length,
        "width": shape.width,
        "ball_radius": float(marks.ball_radius),
        "head_string": float(marks.head_string),
        "foot_spot": float(marks.foot_spot),
        "cushions": [_rounded(points) for points in shape.cushions],
        "slopes": _rounded(shape.slopes),
        "openings": [
            {
                "centre": _rounded(opening.centre),
                "radius": opening.radius,
                "cut": round(opening.cut, 4),
                "throat": _rounded(opening.throat),
            }
            for opening in shape.openings
        ],
        "sights": _rounded(shape.sights),
        "cushion_depth": outline.CUSHION_DEPTH,
        "rail_width": outline.RAIL_WIDTH,
        "outer_corner": bare.OUTER_CORNER,
        "margin": bare.MARGIN,
        "light": bare.LIGHT,
        "liner": bare.LINER,
        "sight_long": bare.SIGHT_LONG,
        "sight_short": bare.SIGHT_SHORT,
        "spot_radius": bare.SPOT_RADIUS,
        "lamp": _rounded(spheres.LAMP),
        "dots": _rounded(spheres.DOTS),
        "dot_radius": spheres.DOT,
        "stripe": spheres.STRIPE,
        "disc": spheres.DISC,
        "eye": spheres.EYE,
        "colours": {
            "page": colours.PAGE,
            "cloth": colours.CLOTH,
            "wood_dark": colours.WOOD_DARK,
            "wood_light": colours.WOOD_LIGHT,
            "liner": colours.LINER,
            "hole": colours.HOLE,
            "pearl": colours.PEARL,
            "chalk": colours.CHALK,
            "ivory": colours.IVORY,
            "ink": colours.INK,
            "dot": colours.DOT,
            "balls": colours.BALL_COLOURS,
        },
    }


def to_html(replay: Replay) -> str:
    """The page as text.

    Args:
        replay: the replay to show.
    """
    data = {"replay": to_plain(replay), "look": look_of(replay)}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    viewer = files("poolenv.render") / "viewer"
    parts = {name: (viewer / name).read_text(encoding="utf-8").strip() for name in _PARTS}
    # "<" cannot end or open an element inside the data; JSON reads the escape as the same letter.
    parts["data"] = text.replace("<", "\\u003c")
    parts["title"] = html.escape(" \N{EN DASH} ".join(replay.names) or "Replay")
    page = (viewer / "index.html").read_text(encoding="utf-8")
    # One pass: words of players that look like a slot are never filled in.
    return re.sub(r"\{\{([a-z.]+)\}\}", lambda slot: parts[slot[1]], page)


def write_html(replay: Replay, path: str | os.PathLike[str]) -> None:
    """Write the page, to a temporary name first.

    Raises:
        OSError: if the file cannot be written.
    """
    write_text(to_html(replay), path)
