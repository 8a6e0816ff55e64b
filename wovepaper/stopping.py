"""The wish to stop, as an exception: Ctrl-C, SIGTERM and a hang-up.

It comes at once, but not amid a talk with the database, whose own clean-up would fail and hide it. Make and the
terminal may both send one: after the first the rest is ignored, as stopping has its own limit in time.
"""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Stopped(BaseException):
    """Not an Exception, so that nothing on the way takes it for an error."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.number = number


class StopSignals:
    """Listens from `listen()` on; one for a process, in its main thread."""

    def __init__(self) -> None:
        self._held = False
        self._came: int | None = None

    def listen(self) -> None:
        for each in SIGNALS:
            signal.signal(each, self._stop)

    def ignore(self) -> None:
        for each in SIGNALS:
            signal.signal(each, signal.SIG_IGN)

    @contextmanager
    def hold(self) -> Iterator[None]:
        """For something short: what comes meanwhile is raised at its end."""
        self._held = True
        try:
            yield
        finally:
            self._held = False
        self.check()

    def check(self) -> None:
        """Raise it again: Python drops an exception that comes amid the clean-up of some object."""
        if self._came is not None:
            raise Stopped(self._came)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.ignore()
        self._came = number
        if not self._held:
            raise Stopped(number)
