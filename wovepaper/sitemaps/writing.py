"""The XML of sitemaps, in chunks of some kilobytes: one a line would cost more in sending than in making."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from xml.sax.saxutils import escape

from common.addresses import absolute
from common.moments import rfc3339

CONTENT_TYPE = "application/xml; charset=utf-8"
LINES_A_CHUNK = 200
_NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'


def address_line(path: str, lastmod: datetime | None = None) -> str:
    return f"<url>{_place(path, lastmod)}</url>\n"


def file_line(path: str, lastmod: datetime | None) -> str:
    """A line of the index."""
    return f"<sitemap>{_place(path, lastmod)}</sitemap>\n"


def document(root: str, lines: Iterable[str]) -> Iterator[bytes]:
    chunk = [f'{_DECLARATION}<{root} xmlns="{_NAMESPACE}">\n']
    for line in lines:
        chunk.append(line)
        if len(chunk) >= LINES_A_CHUNK:
            yield "".join(chunk).encode()
            chunk.clear()
    yield "".join([*chunk, f"</{root}>\n"]).encode()


def _place(path: str, lastmod: datetime | None) -> str:
    written = f"<loc>{escape(absolute(path))}</loc>"
    return f"{written}<lastmod>{rfc3339(lastmod)}</lastmod>" if lastmod else written
