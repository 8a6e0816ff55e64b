"""When the code that makes the pages last changed here: pages seen before that are no longer the same."""

from datetime import UTC, datetime
from pathlib import Path

FOLDERS = ("wovepaper", "accounts", "search", "papers", "researchers", "institutions", "common", "templates", "static")
KINDS = {".py", ".html", ".css", ".js", ".svg"}


def released_at(project: Path) -> datetime:
    """The youngest file that can change how a page looks."""
    files = (file for folder in FOLDERS for file in (project / folder).rglob("*") if file.suffix in KINDS)
    return datetime.fromtimestamp(max(file.stat().st_mtime for file in files), UTC)
