"""Drawing a card: the kind above, the title as large as it fits, a line or two below it, the selvedge and the mark."""

from io import BytesIO

from django.conf import settings
from PIL import Image, ImageDraw

from common.pictures.card import HEIGHT, WIDTH, Card
from common.pictures.lettering import (
    LABEL,
    TEXT,
    TITLE,
    can_write,
    clean,
    is_right_to_left,
    length,
    shortened,
    wrapped,
    write,
)

RECIPE = 1  # grows whenever a card comes out otherwise
PAPER, INK, SOFT, FAINT, PRIMARY, WEFT = "#fbfbf9", "#1a1e26", "#474d58", "#636974", "#1d4e79", "#9db8cf"
MARGIN = 84
INSIDE = WIDTH - 2 * MARGIN
TOP, FOOT = 74, 528
SIZES = (100, 88, 78, 70, 63, 57, 51, 46, 42, 38)
LARGE, MOST_LARGE = 78, 2  # so large only a line or two
LEADING = 1.16
BELOW, BELOW_LEADING, MOST_BELOW = 31, 43, 2
_SMOOTH = 4


def drawn(card: Card) -> bytes:
    """As PNG."""
    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    draw = ImageDraw.Draw(image)
    write(draw, (MARGIN, TOP + 22), shortened(clean(card.kind), LABEL, 27, INSIDE), LABEL, 27, PRIMARY)
    title = next((clean(text) for text in (card.title, card.stand_in) if can_write(text)), settings.SITE_NAME)
    below = _below(card.below)
    room = FOOT - 50 - (TOP + 58) - (len(below) * BELOW_LEADING + 26 if below else 0)
    size, lines = _fitted(title, room)
    y = TOP + 54 + size * 0.92
    for line in lines:
        x = WIDTH - MARGIN - length(line, TITLE, size) if is_right_to_left(title) else MARGIN
        write(draw, (x, y), line, TITLE, size, INK)
        y += size * LEADING
    y += 54 - size * (LEADING - 0.3)
    for line in below:
        x = WIDTH - MARGIN - length(line, TEXT, BELOW) if is_right_to_left(line) else MARGIN
        write(draw, (x, y), line, TEXT, BELOW, SOFT)
        y += BELOW_LEADING
    _selvedge(draw, FOOT)
    _mark(image, MARGIN, FOOT + 31, 46)
    write(draw, (MARGIN + 62, FOOT + 66), settings.SITE_NAME, TITLE, 36, INK)
    corner = shortened(clean(card.corner), TEXT, 27, INSIDE * 0.6)
    write(draw, (WIDTH - MARGIN - length(corner, TEXT, 27), FOOT + 64), corner, TEXT, 27, FAINT)
    file = BytesIO()
    image.quantize(64, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(file, "PNG")
    return file.getvalue()


def _fitted(title: str, room: float) -> tuple[int, list[str]]:
    """The largest size at which all of it fits; at the smallest it is cut."""
    for size in SIZES:
        lines = wrapped(title, TITLE, size, INSIDE)
        if len(lines) * size * LEADING <= room and (size < LARGE or len(lines) <= MOST_LARGE):
            return size, lines
    most = int(room // (size * LEADING))
    kept = lines[:most]
    kept[-1] = shortened(f"{kept[-1]} {lines[most]}", TITLE, size, INSIDE)
    return size, kept


def _below(text: str) -> list[str]:
    lines = wrapped(text, TEXT, BELOW, INSIDE) if can_write(text) else []
    if len(lines) > MOST_BELOW:
        last = shortened(f"{lines[MOST_BELOW - 1]} {lines[MOST_BELOW]}", TEXT, BELOW, INSIDE)
        lines = [*lines[: MOST_BELOW - 1], last]
    return lines


def _selvedge(draw: ImageDraw.ImageDraw, y: int) -> None:
    """Three rows of stitches, over and under."""
    for row in range(3):
        for x in range(-10 if row % 2 else 0, WIDTH, 20):
            draw.rectangle((x, y + row * 4, x + 9, y + row * 4 + 1), fill=WEFT)


def _mark(image: Image.Image, x: int, y: int, size: int) -> None:
    """The ◍ of `components/mark.html`, smoothed by drawing it larger."""
    large = Image.new("RGB", (size * _SMOOTH, size * _SMOOTH), PAPER)
    draw = ImageDraw.Draw(large)
    unit = size * _SMOOTH / 24
    draw.ellipse([1.0 * unit, 1.0 * unit, 23.0 * unit, 23.0 * unit], outline=PRIMARY, width=round(1.6 * unit))
    for at, top in ((5.6, 4.4), (8.8, 2.6), (12, 2), (15.2, 2.6), (18.4, 4.4)):
        draw.line([at * unit, top * unit, at * unit, (24 - top) * unit], fill=PRIMARY, width=round(1.3 * unit))
    image.paste(large.resize((size, size), Image.Resampling.LANCZOS), (x, y))
