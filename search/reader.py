"""An index as a process that searches sees it: opened at the first search, looked after at each one.

A look costs some 50 microseconds and finds a new commit, a new generation, and files that were cut since they were
mapped (reading those would end the process). Each process has its own reader; there is no thread behind it.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock

from django.conf import settings
from tantivy import Index, Searcher

from search.changes import database_identity
from search.failures import IndexAway, IndexDamaged, index_failures
from search.followed import NOTE, Followed
from search.generations import Generations, sizes, was_cut
from search.paper_index import PAPERS
from search.schema import Note

Stamp = tuple[int, int]


@dataclass
class _Open:
    folder: Path
    index: Index
    searcher: Searcher
    note: Note
    stamp: Stamp
    sizes: dict[str, int]


class Reader:
    def __init__(self, home: Path, followed: Followed = PAPERS) -> None:
        self.followed = followed
        self.generations = Generations(home)
        self._lock = Lock()
        self._open: _Open | None = None

    def searcher(self) -> Searcher:
        """The newest commit; raises IndexAway."""
        return self._up_to_date().searcher

    def note(self) -> Note:
        return self._up_to_date().note

    def _up_to_date(self) -> _Open:
        with self._lock:
            for _ in range(2):  # a generation may be switched between our look and our opening
                try:
                    with index_failures():
                        return self._look()
                except IndexDamaged as damaged:
                    self._open, last = None, damaged
            raise last

    def _look(self) -> _Open:
        folder = self.generations.current()
        if folder is None or not (folder / "meta.json").exists():
            self._open = None
            raise IndexAway(f"the {self.followed.name} is not built yet")
        stamp = _stamp(folder)
        now = self._open
        if now is None or now.folder != folder:
            self._open = self._opened(folder, stamp)
        elif was_cut(folder, now.sizes):
            raise IndexDamaged(f"a file of the {self.followed.name} was cut short")
        elif now.stamp != stamp:
            before = sizes(folder)
            now.index.reload()
            now.searcher = now.index.searcher()
            now.note, now.stamp, now.sizes = read_note(now.searcher, self.followed), stamp, before
        assert self._open is not None
        return self._open

    def _opened(self, folder: Path, stamp: Stamp) -> _Open:
        before = sizes(folder)
        index = self.followed.open(folder)
        searcher = index.searcher()
        note = read_note(searcher, self.followed)
        if note.version != self.followed.version:
            raise IndexAway(f"the {self.followed.name} was made by another version of this software")
        if note.origin != database_identity():
            raise IndexAway(f"the {self.followed.name} belongs to another database")
        return _Open(folder, index, searcher, note, stamp, before)


def read_note(searcher: Searcher, followed: Followed = PAPERS) -> Note:
    """Raises ValueError where there is none."""
    hits = searcher.search(followed.entry_of(NOTE), 1).hits
    if not hits:
        raise ValueError(f"the {followed.name} has no note about itself")
    try:
        return Note.from_text(searcher.doc(hits[0][1]).get_first("note") or "")
    except TypeError as error:
        raise ValueError(f"the note of the {followed.name} is unreadable: {error}") from error


def reader() -> Reader:
    """The word index's reader of this process."""
    return _reader(Path(settings.SEARCH_INDEX_DIR))


@cache
def _reader(home: Path) -> Reader:
    return Reader(home)


def _stamp(folder: Path) -> Stamp:
    meta = (folder / "meta.json").stat()
    return meta.st_ino, meta.st_mtime_ns
