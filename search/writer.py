"""Writing an index: a whole new generation, or changes to the one that serves.

Entries and the note with the watermark go in one commit, so that a process killed at any moment has neither lost nor
doubled anything. The engine locks the folder: one writer per generation; the lock goes with its process.
"""

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

from tantivy import Index, IndexWriter

from search.changes import Watermark, database_identity, horizon
from search.failures import index_failures
from search.followed import NOTE, Changed, Followed
from search.generations import Generations
from search.paper_index import PAPERS
from search.reader import read_note
from search.schema import Note

BATCH = 1_000
MEMORY = 96_000_000  # bytes the engine may fill before it writes a segment

Progress = Callable[[int], None]


class Writer:
    """Applies changes to one generation. Close it: it holds the lock."""

    def __init__(self, folder: Path, origin: str, followed: Followed = PAPERS) -> None:
        self.followed = followed
        self.folder = folder
        self.origin = origin
        with index_failures():
            self._index = followed.open(folder)
            self.note = read_note(self._index.searcher(), followed)
            self._writer = self._index.writer(MEMORY, 1)

    @property
    def watermark(self) -> Watermark:
        return Watermark(self.note.xid, self.note.seq)

    def apply(self, changes: Sequence[Changed]) -> None:
        """Write the entries anew as the rows are now, up to the watermark of the last change."""
        with index_failures():
            for change in changes:
                self._writer.delete_documents_by_query(self.followed.entry_of(change.key))
            for entry in self.followed.entries(change.key for change in changes if not change.removed):
                self._writer.add_document(entry)
            self.note = _write_note(self._writer, self.followed, self.origin, changes[-1].at)
            self._writer.commit()

    def close(self) -> None:
        with index_failures():
            self._writer.wait_merging_threads()


def rebuild(home: Path, progress: Progress = lambda done: None, followed: Followed = PAPERS) -> Path:
    """Build a generation of all rows beside the one that serves, and let it take over."""
    generations = Generations(home)
    origin, start = database_identity(), horizon()
    folder = generations.new()
    try:
        with index_failures():
            _fill(followed.create(folder), followed, origin, start, progress)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return generations.switch_to(folder)


def _fill(index: Index, followed: Followed, origin: str, start: Watermark, progress: Progress) -> None:
    writer = index.writer(MEMORY, 1)
    done = last = 0
    while keys := followed.keys_after(last, BATCH):
        for entry in followed.entries(keys):
            writer.add_document(entry)
        done += len(keys)
        last = keys[-1]
        progress(done)
    _write_note(writer, followed, origin, start)
    writer.commit()
    writer.wait_merging_threads()


def _write_note(writer: IndexWriter, followed: Followed, origin: str, mark: Watermark) -> Note:
    note = Note(followed.version, origin, mark.xid, mark.seq)
    writer.delete_documents_by_query(followed.entry_of(NOTE))
    writer.add_document(followed.document({followed.key: NOTE, "note": note.as_text()}))
    return note
