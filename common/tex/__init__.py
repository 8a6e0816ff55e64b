r"""From source TeX to plain Unicode and to HTML with MathML, both in one pass.

Harvested text is hostile: `html` is made of escaped text and a few elements of ours (em, strong, sub, sup, a, span,
code, p and MathML), never with a style or a handler, and is the only text of a paper that may be marked safe. No
function here raises, whatever the text. E-mail addresses are masked in every form.
"""

import re
from dataclasses import dataclass

from common.tex.addresses import mask_emails
from common.tex.formulas import as_source, in_abstract, in_title
from common.tex.running import running

__all__ = ["RECIPE", "Rendered", "mask_emails", "plain", "render", "render_paragraphs", "to_unicode"]

# Changes whenever the output for some text changes, so that what was stored can be made anew.
RECIPE = 1

LONGEST = 1_000_000

# Signs that XML forbids, half characters, and marks that turn the direction of all text after them.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")
_PARAGRAPHS = re.compile(r"\n[ \t\r]*\n")


@dataclass(frozen=True, slots=True)
class Rendered:
    """`plain` is Unicode without TeX; `html` may be marked safe."""

    plain: str
    html: str


def render(tex: str) -> Rendered:
    """One line, as a title: no links and nothing that takes the focus, since it may stand inside a link."""
    text = _tidy(tex)
    return Rendered(*running(text, in_title, links=False))


def render_paragraphs(tex: str) -> Rendered:
    """An abstract, its paragraphs parted by a blank line: `<p>…</p>` for each; plain keeps the blank lines."""
    rendered = [running(text, in_abstract, links=True) for text in _paragraphs(tex)]
    return Rendered(
        "\n\n".join(plain for plain, _ in rendered if plain),
        "".join(f"<p>{html}</p>" for plain, html in rendered if plain),
    )


def plain(tex: str) -> str:
    """One line without any TeX, formulas as readable Unicode."""
    return render(tex).plain


def to_unicode(tex: str) -> str:
    """Accents and text commands of names, comments and journal references; formulas keep their `$…$`."""
    return running(_tidy(tex), as_source, links=False)[0]


def _tidy(tex: str) -> str:
    text = " ".join(tex[:LONGEST].split())
    return text if text.isascii() and text.isprintable() else _FORBIDDEN.sub("", text)


def _paragraphs(tex: str) -> list[str]:
    if "\n" not in tex:
        return [_tidy(tex)]
    paragraphs: list[str] = []
    for part in _PARAGRAPHS.split(tex[:LONGEST]):
        text = _tidy(part)
        # A displayed formula may hold a blank line: its halves belong together.
        if paragraphs and paragraphs[-1].count("$$") & 1:
            paragraphs[-1] += " " + text
        elif text:
            paragraphs.append(text)
    return paragraphs
