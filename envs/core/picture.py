"""A canvas to draw positions on: Pillow, asked for only when a picture is wanted."""

from gymnasium.error import DependencyNotInstalled

__all__ = ["canvas"]


def canvas(size, colour):
    """A fresh RGB image and its pen.

    Parameters
    ----------
    size : (int, int)
        Width and height in pixels.
    colour : str
        Background, as Pillow names colours.

    Returns
    -------
    PIL.Image.Image, PIL.ImageDraw.ImageDraw

    Raises
    ------
    gymnasium.error.DependencyNotInstalled
        Without Pillow.
    """
    try:
        from PIL import Image, ImageDraw
    except ImportError as error:
        raise DependencyNotInstalled("drawing needs Pillow: pip install pillow") from error
    image = Image.new("RGB", size, colour)
    return image, ImageDraw.Draw(image)
