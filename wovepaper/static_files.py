"""Static files with hashed names; the style sheets become one file when collected.

The sheets are kept one idea a file and joined in the order of `STYLE_SHEETS`: `tokens` declares the order of the
layers and so comes first. With DEBUG on nothing is collected and pages link each sheet by itself.
"""

from collections.abc import Iterator
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage

STYLE_SHEETS = tuple(
    f"css/{name}.css"
    for name in (
        "tokens", "faces", "reset", "base", "layout",
        "selvedge", "header", "suggest", "footer", "eyebrow", "threads", "marks", "paper_row", "hit", "bars",
        "controls", "pager", "banner", "evidence", "fold", "export", "data", "figures", "calendar", "archives",
        "home", "search", "paper", "head", "people", "prose", "status",
        "print",
    )
)  # fmt: skip
JOINED_SHEET = "css/site.css"


class JoinedStaticFiles(CompressedManifestStaticFilesStorage):
    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[tuple]:
        if not dry_run:
            self._join_style_sheets()
            paths = {**paths, JOINED_SHEET: (self, JOINED_SHEET)}
        yield from super().post_process(paths, dry_run=dry_run, **options)

    def _join_style_sheets(self) -> None:
        sheets = []
        for name in STYLE_SHEETS:
            with self.open(name) as sheet:
                sheets.append(sheet.read())
        if self.exists(JOINED_SHEET):
            self.delete(JOINED_SHEET)
        self._save(JOINED_SHEET, ContentFile(b"\n".join(sheets)))


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """Serves what was collected; a file with a hashed name never changes."""

    FOREVER = 365 * 24 * 3600
