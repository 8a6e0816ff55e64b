"""Ask the site in this process, through WSGI: all of the server's own work, none of the network's."""

import io
import time
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from django.core.wsgi import get_wsgi_application


@dataclass(frozen=True, slots=True)
class Answer:
    """Header names are in title case: `Etag`."""

    path: str
    status: int
    headers: dict[str, str]
    body: bytes
    seconds: float


class Site:
    """One WSGI application; answers are read to their end, errors come as the site's own 500."""

    def __init__(self) -> None:
        self.application = get_wsgi_application()

    def get(self, address: str, **headers: str) -> Answer:
        """`address` is path and query as a link has them; headers as `if_none_match=…`."""
        path, _, query = address.partition("?")
        environ: dict[str, Any] = {
            "REQUEST_METHOD": "GET",
            "PATH_INFO": unquote(path).encode().decode("latin-1"),
            "QUERY_STRING": query,
            "SERVER_NAME": "127.0.0.1",
            "SERVER_PORT": "8000",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_HOST": "127.0.0.1",
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(),
            "wsgi.errors": io.StringIO(),
            "wsgi.multithread": False,
            "wsgi.multiprocess": True,
            "wsgi.run_once": False,
            **{f"HTTP_{name.upper()}": value for name, value in headers.items()},
        }
        told: list[Any] = []
        began = time.perf_counter()
        answer = self.application(environ, lambda status, pairs, *error: told.extend((status, pairs)))
        try:
            body = b"".join(answer)
        finally:
            answer.close()
        seconds = time.perf_counter() - began
        status, pairs = told
        return Answer(address, int(status[:3]), {name.title(): value for name, value in pairs}, body, seconds)
