"""What an index is a copy of: its fields, its entries, and the changes that it follows.

Reader, writer and follower work on any `Followed`; there are two, of papers (`paper_index.py`) and of names
(`names/index.py`), each in a folder of its own.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from tantivy import Document, Index, Query, Schema

from search.changes import Watermark

NOTE = 0  # the entry under this number is the index's note about itself; others count from 1


class Changed(Protocol):
    """A row that changed; `removed` when readers may not see it."""

    @property
    def key(self) -> int: ...
    @property
    def removed(self) -> bool: ...
    @property
    def at(self) -> Watermark: ...


@dataclass(slots=True)
class Followed:
    """`key` is the unsigned field with an entry's number; `keys_after` gives the next numbers of all rows, in order."""

    name: str
    version: int
    key: str
    schema: Callable[[], Schema]
    create: Callable[[Path], Index]
    open: Callable[[Path], Index]
    changes_after: Callable[[Watermark, int], Sequence[Changed]]
    keys_after: Callable[[int, int], list[int]]
    entries: Callable[[Iterable[int]], Iterator[Document]]

    def entry_of(self, key: int) -> Query:
        # Not delete_documents_by_term: it takes the number for a signed one and deletes nothing.
        return Query.term_query(self.schema(), self.key, key)

    def document(self, fields: dict[str, Any]) -> Document:
        return Document.from_dict(fields, self.schema())
