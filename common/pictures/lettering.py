"""Text in the site's two families, sign by sign from the first font that has it; lines that fit a width.

Source Serif and Instrument Sans have Latin letters, the first Greek and Cyrillic too; DejaVu Sans, in `fonts/`, has
signs of mathematics, Hebrew and Arabic. What none has cannot be written: `can_write` tells.
"""

import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

import fontpkg_instrument_sans
import fontpkg_source_serif_4
from PIL import ImageFont, features
from PIL.ImageDraw import ImageDraw

_SHAPES = features.check("raqm")  # without it right-to-left text would come out turned
MOST_READ = 600  # signs, which is more than any picture holds
_HYPHENS = re.compile(r".{4,}?[-‐–—/](?=\w{3})|.+")
_HEAPED = re.compile(r"((?:^|[^\u0300-\u036f])[\u0300-\u036f]{0,2})[\u0300-\u036f]*")
_NOWHERE = "\U0010fffd"
_PLAIN = Path(__file__).parent / "fonts" / "dejavu-sans.ttf"
_SERIF = Path(fontpkg_source_serif_4.ROOT) / "files" / "SourceSerif4[opsz,wght].ttf"
_SANS = Path(fontpkg_instrument_sans.ROOT) / "files" / "InstrumentSans[wdth,wght].ttf"


@dataclass(frozen=True, slots=True)
class Voice:
    """A family at a weight."""

    serif: bool
    weight: int


TITLE, TEXT, LABEL = Voice(True, 520), Voice(False, 400), Voice(False, 560)


def clean(text: str) -> str:
    """On one line, accents joined to their letters, without signs that say nothing to the eye."""
    line = " ".join(unicodedata.normalize("NFC", _HEAPED.sub(r"\1", text[:MOST_READ])).split())
    return "".join(sign for sign in line if unicodedata.category(sign) not in {"Cc", "Cf", "Cs", "Co"})


def can_write(text: str) -> bool:
    """Whether nearly all of its letters can be: a title lives without one rare sign."""
    letters = [sign for sign in clean(text) if not sign.isspace() and not unicodedata.combining(sign)]
    lacking = sum(_font_of(sign, TITLE) is None for sign in letters)
    return bool(letters) and lacking * 20 <= len(letters) and (_SHAPES or not is_right_to_left(text))


def is_right_to_left(text: str) -> bool:
    """By its first letter."""
    directions = (unicodedata.bidirectional(sign) for sign in text)
    return next((one != "L" for one in directions if one in {"L", "R", "AL"}), False)


def length(text: str, voice: Voice, size: int) -> float:
    return sum(_font(place, voice, size).getlength(part) for place, part in _runs(text, voice))


def write(draw: ImageDraw, at: tuple[float, float], text: str, voice: Voice, size: int, colour: str) -> None:
    """With the left end of its base line at `at`."""
    x, y = at
    for place, part in _runs(text, voice):
        font = _font(place, voice, size)
        draw.text((x, y), part, font=font, fill=colour, anchor="ls")
        x += font.getlength(part)


def wrapped(text: str, voice: Voice, size: int, width: float) -> list[str]:
    """Lines no longer than `width`, as even as they can be; a word longer than that is cut."""
    words = [part for word in clean(text).split(" ") for part in _pieces(word, voice, size, width)]
    lines = _filled(words, voice, size, width)
    narrow, wide = width * 0.5, width
    while len(lines) > 1 and wide - narrow > 20:
        middle = (narrow + wide) / 2
        tried = _filled(words, voice, size, middle)
        fits = len(tried) == len(lines) and all(_long(line, voice, size) <= width for line in tried)
        narrow, wide, lines = (narrow, middle, tried) if fits else (middle, wide, lines)
    return lines


def shortened(text: str, voice: Voice, size: int, width: float) -> str:
    """The beginning that fits, with three dots."""
    if length(text, voice, size) <= width:
        return text
    return f"{text[: _fitting(text, voice, size, width, '…')].rstrip(' ,;:')}…"


def _filled(words: list[str], voice: Voice, size: int, width: float) -> list[str]:
    """As many of these on a line as it holds; each begins with the blank that parts it from the one before."""
    lines: list[str] = []
    for word in words:
        if lines and _long(lines[-1] + word, voice, size) <= width:
            lines[-1] += word
        else:
            lines.append(word.lstrip())
    return lines


def _pieces(word: str, voice: Voice, size: int, width: float) -> list[str]:
    """A word with a blank before it, in parts where it may break: after hyphens, and where no line holds it."""
    pieces = []
    for part in _HYPHENS.findall(f" {word}"):
        while _long(part, voice, size) > width:
            cut = max(1, _fitting(part, voice, size, width))
            pieces.append(part[:cut])
            part = part[cut:]
        pieces.append(part)
    return pieces


def _fitting(text: str, voice: Voice, size: int, width: float, end: str = "") -> int:
    """How many of its first signs fit, with `end` behind them."""
    return bisect_right(range(1, len(text)), width, key=lambda many: length(text[:many].rstrip() + end, voice, size))


@lru_cache(20_000)
def _long(text: str, voice: Voice, size: int) -> float:
    return length(text, voice, size)


def _runs(text: str, voice: Voice) -> list[tuple[int, str]]:
    """Parts of one font each; marks stay with their letter, and right-to-left text in one piece."""
    if is_right_to_left(text):
        return [(2, text)]
    runs: list[tuple[int, str]] = []
    for sign in text:
        place = _font_of(sign, voice)
        if place is None:
            continue
        if runs and (sign == " " or unicodedata.combining(sign) or place == runs[-1][0]):
            runs[-1] = (runs[-1][0], runs[-1][1] + sign)
        else:
            runs.append((place, sign))
    return runs


@lru_cache(20_000)
def _font_of(sign: str, voice: Voice) -> int | None:
    """The place of the first font that has the sign."""
    for place in range(3):
        font = _font(place, voice, 24)
        if sign == " " or bytes(font.getmask(sign)) != _missing(place, voice):
            return place
    return None


@cache
def _missing(place: int, voice: Voice) -> bytes:
    """What a font draws for a sign that it lacks."""
    return bytes(_font(place, voice, 24).getmask(_NOWHERE))


@lru_cache(400)
def _font(place: int, voice: Voice, size: int) -> ImageFont.FreeTypeFont:
    """0 is the family asked for, 1 the other one, 2 the one for all else."""
    if place == 2:
        return ImageFont.truetype(_PLAIN, round(size * 0.92))
    serif = voice.serif is (place == 0)
    font = ImageFont.truetype(_SERIF if serif else _SANS, size)
    # Weight and optical size; width and weight.
    font.set_variation_by_axes([voice.weight, min(60, max(8, size * 0.6))] if serif else [100, voice.weight])
    return font
