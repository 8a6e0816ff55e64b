"""This process's site on a port, in a thread that uses the test's own connection and so sees its open transaction."""

import threading
from contextlib import contextmanager
from wsgiref.simple_server import WSGIRequestHandler, make_server

from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, connections


class _Quiet(WSGIRequestHandler):
    def log_message(self, format, *args):
        pass


@contextmanager
def kept_connection():
    """Requests leave the test's connection open, as those of the test client do."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    try:
        yield
    finally:
        for signal in (request_started, request_finished):
            signal.connect(close_old_connections)


@contextmanager
def served():
    """The address. Requests come one after the other, and the test waits meanwhile."""
    mine = connections["default"]

    def run():
        connections["default"] = mine
        server.serve_forever(poll_interval=0.05)

    server = make_server("127.0.0.1", 0, WSGIHandler(), handler_class=_Quiet)
    mine.inc_thread_sharing()
    thread = threading.Thread(target=run)
    thread.start()
    try:
        with kept_connection():
            yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
        mine.dec_thread_sharing()
