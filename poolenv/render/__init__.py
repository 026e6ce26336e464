"""Pictures of a table and replays of shots, without a display or a GUI toolkit."""

from poolenv.render.film import frames, position_at, scene_at
from poolenv.render.flat import draw
from poolenv.render.outline import Jaws, jaws_of_table
from poolenv.render.plot import Picture, plot
from poolenv.render.png import encode_png, write_png
from poolenv.render.record import shot_of
from poolenv.render.replay import EventMark, Replay, ReplayError, ReplayShot, to_json, write_replay
from poolenv.render.replay_reader import from_json, read_replay
from poolenv.render.scene import BallPath, Scene, make_scene
from poolenv.render.web import to_html, write_html

__all__ = [
    "BallPath",
    "EventMark",
    "Jaws",
    "Picture",
    "Replay",
    "ReplayError",
    "ReplayShot",
    "Scene",
    "draw",
    "encode_png",
    "frames",
    "from_json",
    "jaws_of_table",
    "make_scene",
    "plot",
    "position_at",
    "read_replay",
    "scene_at",
    "shot_of",
    "to_html",
    "to_json",
    "write_html",
    "write_png",
    "write_replay",
]
