"""Pictures as arrays."""

from __future__ import annotations

import io
from typing import Any

from ._rust import Position

__all__ = ["RENDER_MODES", "check_render_mode", "rendered"]

#: What environments can show of themselves.
RENDER_MODES = ["human", "ansi", "svg", "rgb_array"]


def check_render_mode(mode: object) -> None:
    """Raises ValueError for what is no mode, and ImportError if packages that draw pictures are missing."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"there is no render mode {mode!r}: expected one of {RENDER_MODES}")
    if mode == "rgb_array":
        _drawers()


def _drawers() -> tuple[Any, Any, Any]:
    try:
        import numpy
        import PIL.Image
        import resvg_py
    except ImportError as error:
        raise ImportError("pictures as arrays need NumPy, Pillow and resvg: pip install numpy pillow resvg-py") from error
    return numpy, PIL.Image, resvg_py


def rendered(position: Position, mode: object) -> Any:
    """Returns what is to be seen of a position: a text, or an array of `uint8` of the shape (height, width, 3); None if it was printed."""
    if mode == "svg":
        return position.svg()
    if mode == "rgb_array":
        numpy, image, resvg = _drawers()
        png = bytes(resvg.svg_to_bytes(svg_string=position.svg()))
        return numpy.array(image.open(io.BytesIO(png)).convert("RGB"))
    if mode == "human":
        print(position.draw())
        return None
    return position.draw()
