r"""Where a formula begins and ends, and when a dollar sign is money.

Authors write `\$` and `$` for dollars, leave a `$` without its partner, and set prose between two of them by mistake.
A pair that holds prose, or a number before another number, is no formula. Linear in time over a whole text, since
no look goes beyond the next dollar sign.
"""

import re

_DISPLAY = re.compile(r"\$\$((?:[^$\\]|\\.)++)\$\$", re.DOTALL)
_INLINE = re.compile(r"\$((?:[^$\\]|\\.)++)\$", re.DOTALL)
_IN_TEXT = re.compile(r"\\(?:text\w*|mbox|hbox|mathrm|rm|operatorname)\s*\{[^{}]*\}")
_TWO_WORDS = re.compile(r"(?<![\\A-Za-z])[A-Za-z]{2,},? [A-Za-z]{2,}(?![A-Za-z])")
_THREE_WORDS = re.compile(r"(?<![\\A-Za-z])[A-Za-z]{2,} [A-Za-z]{2,} [A-Za-z]{2,}")


def find_dollars(text: str, start: int, unpaired: bool) -> tuple[str, bool, int] | None:
    """The formula whose `$` stands at `start`: (body, displayed, end), or None if that `$` is only a sign.

    `unpaired` tells that the paragraph has an odd number of them, so that one at least is only a sign.
    """
    if found := _DISPLAY.match(text, start):
        return found[1], True, found.end()
    found = _INLINE.match(text, start)
    if found is None or _is_money(found[1], text[found.end() : found.end() + 1], unpaired):
        return None
    return found[1], False, found.end()


def _is_money(body: str, following: str, unpaired: bool) -> bool:
    number = body[0].isdigit()
    if number and body[-1] in " -–/(,:" and following.isdigit():
        return True
    if " " not in body:
        return False
    prose = _TWO_WORDS if number or unpaired else _THREE_WORDS
    return prose.search(_IN_TEXT.sub("", body)) is not None
