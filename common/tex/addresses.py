"""Addresses in running text: web addresses become links, e-mail addresses are masked. Linear in time.

No e-mail address of a researcher is stored or shown, so masking is also for whoever stores source text.
"""

import re
from html import escape

MASK = "[e-mail hidden]"

_DOMAIN = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,62}\.)+[A-Za-z]{2,24}(?![\w@])")
_LOCAL_BACKWARDS = re.compile(r"\\?(?:\}[^{}@]{1,120}\{|(?:_\\|[\w.+-]){0,100}[\w+])")

# Where a web address begins; TeX escapes such as `\_` and `\~{}` may stand in it.
WEB = r"https?://(?:[^\s<>\"{}\\$`^|]|\\[_%&#~$](?:\{\})?){1,2000}"
_UNESCAPE = re.compile(r"\\([_%&#~$])(?:\{\})?")
_BRACKETS = {")": "(", "]": "["}


def mask_emails(text: str) -> str:
    """`text` with every e-mail address replaced by `MASK`; TeX around it may lose a backslash."""
    at = text.find("@")
    if at < 0:
        return text
    out: list[str] = []
    done = 0
    while at >= 0:
        domain = _DOMAIN.match(text, at + 1)
        local = _LOCAL_BACKWARDS.match(text[max(done, at - 125) : at][::-1]) if domain else None
        if domain and local:
            out += (text[done : at - len(local[0])], MASK)
            done = domain.end()
        at = text.find("@", max(at + 1, done))
    out.append(text[done:])
    return "".join(out)


def split_web(raw: str) -> tuple[str, str]:
    """An address as it stands in the text, to (address without TeX, what follows it and is no part of it)."""
    end = len(raw)
    while end:
        last = raw[end - 1]
        if last in ".,;:!?'\"*" or (last in _BRACKETS and raw.count(last, 0, end) > raw.count(_BRACKETS[last], 0, end)):
            end -= 1
        else:
            break
    return _UNESCAPE.sub(r"\1", raw[:end]), raw[end:]


def link(address: str, text: str) -> str:
    """An outside link: nothing is vouched for. `text` is plain."""
    return f'<a href="{escape(address)}" rel="nofollow noopener ugc">{escape(text, quote=False)}</a>'
