"""Static files with hashed names; style sheets and scripts become one file each when collected.

Both are kept one idea a file. The sheets are joined in the order of `STYLE_SHEETS`: `tokens` declares the order of the
layers and so comes first. Scripts are joined each in a function of its own, so that none sees another's names. With
DEBUG on nothing is collected and pages link each file by itself.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage

STYLE_SHEETS = tuple(
    f"css/{name}.css"
    for name in (
        "tokens", "faces", "reset", "base", "layout",
        "selvedge", "header", "suggest", "footer", "reading", "eyebrow", "threads", "marks", "paper_row", "unfold",
        "hit", "bars", "controls", "pager", "banner", "evidence", "fold", "export", "data", "figures", "calendar",
        "archives", "home", "search", "paper", "head", "people", "prose", "status",
        "print",
    )
)  # fmt: skip
JOINED_SHEET = "css/site.css"
# The first runs before anything is painted, the others when the page is there; `remembered` gives them their memory.
AT_ONCE = "js/scheme.js"
HTMX = "django_htmx/htmx-2.min.js"
JOINED_SCRIPTS = {
    "js/site.js": (
        AT_ONCE,
        *(f"js/{name}.js" for name in ("remembered", "scheme_choice", "copy", "rows", "seen", "keys", "suggest")),
    ),
    "js/searching.js": (HTMX, "js/search.js", "js/filters.js", "js/why.js"),
}


class JoinedStaticFiles(CompressedManifestStaticFilesStorage):
    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[tuple]:
        if not dry_run:
            self._join(JOINED_SHEET, STYLE_SHEETS, _tight)
            for name, scripts in JOINED_SCRIPTS.items():
                self._join(name, scripts, _apart)
            paths = {**paths, **{name: (self, name) for name in (JOINED_SHEET, *JOINED_SCRIPTS)}}
        yield from super().post_process(paths, dry_run=dry_run, **options)

    def _join(self, name: str, parts: Iterable[str], made: Callable[[str, bytes], bytes]) -> None:
        texts = []
        for part in parts:
            with self.open(part) as file:
                texts.append(made(part, file.read()))
        if self.exists(name):
            self.delete(name)
        self._save(name, ContentFile(b"\n".join(texts)))


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """Serves what was collected; a file with a hashed name never changes."""

    FOREVER = 365 * 24 * 3600


def _tight(name: str, sheet: bytes) -> bytes:
    return re.sub(rb"\s+", b" ", re.sub(rb"/\*.*?\*/", b"", sheet, flags=re.DOTALL)).strip()


def _apart(name: str, script: bytes) -> bytes:
    if name == HTMX:
        return script
    if name == AT_ONCE:
        return b"(() => {\n" + script + b"})();"
    return b'document.addEventListener("DOMContentLoaded", () => { "use strict";\n' + script + b"});"
