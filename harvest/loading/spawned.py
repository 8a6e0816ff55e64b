"""The beginning of a process that works beside a command; imports no model, as Django is not set up there yet."""

import multiprocessing
import os
import signal
import threading

import django


def begin() -> None:
    """Ctrl-C is the parent's to answer; and when the parent is killed, this process waits for no more work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    django.setup()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
