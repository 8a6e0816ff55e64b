"""Text fit for XML: signs that XML 1.0 forbids, even as references, are taken out."""

import re

_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def xml_text(text: str) -> str:
    return text if text.isascii() and text.isprintable() else _FORBIDDEN.sub("", text)
