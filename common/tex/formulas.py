"""A formula in both forms, remembered, since the same few come in every other abstract.

Typeset formulas are MathML; what cannot be typeset stays as source in `<code class="tex">`. Displayed ones and those
wider than `WIDE` signs scroll by themselves.
"""

from functools import lru_cache
from html import escape

from common.tex.linear import linear
from common.tex.typeset import mathml

WIDE = 40


def in_abstract(body: str, display: bool, source: str) -> tuple[str, str]:
    plain, markup = _both(body, display)
    if markup is None:
        return plain, _code(source)
    if display or len(plain) > WIDE:
        return plain, f'<span class="wide" tabindex="0" role="group" aria-label="Formula">{markup}</span>'
    return plain, markup


def in_title(body: str, display: bool, source: str) -> tuple[str, str]:
    """Titles stand inside links, where nothing else may take the focus, and on one line."""
    plain, markup = _both(body, False)
    if markup is None:
        return plain, _code(source)
    return plain, f'<span class="wide">{markup}</span>' if len(plain) > WIDE else markup


def as_source(body: str, display: bool, source: str) -> tuple[str, str]:
    return source, ""


@lru_cache(maxsize=4_000)
def _both(body: str, display: bool) -> tuple[str, str | None]:
    if not body.strip():
        return " ", " "
    return linear(body), mathml(body, display)


def _code(source: str) -> str:
    return f'<code class="tex">{escape(source, quote=False)}</code>'
