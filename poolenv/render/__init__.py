"""Pictures of a table, and replays, without a display or a GUI toolkit."""

from poolenv.render.flat import draw
from poolenv.render.outline import Jaws
from poolenv.render.png import encode_png, write_png
from poolenv.render.scene import BallPath, Scene, make_scene

__all__ = ["BallPath", "Jaws", "Scene", "draw", "encode_png", "make_scene", "write_png"]
