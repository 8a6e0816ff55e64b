"""The HTTP side of upstreams that speak JSON: a threaded server on a free local port, a log, faults, recorded answers.

A server of a source gives `base`, `where(path)` and `reply(exchange)`; see openalex and semantic_scholar. Faults are
those of tests/upstreams/arxiv/faults.py that need no XML: statuses, html, empty, truncated, short, reset, timeout,
call.
"""

import gzip
import json
import socket
import struct
import threading
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, unquote, urlsplit

from tests.upstreams.arxiv.faults import Faults

HTML = b"<!doctype html>\n<html lang=en>\n<title>404 Not Found</title>\n<h1>Not Found</h1>\n"


@dataclass
class Exchange:
    """One request and, later, what it got."""

    method: str
    path: str  # below the base, unquoted
    whole_path: str
    query: dict
    headers: dict
    body: object = None
    at: float = 0
    fault: str = ""
    status: int = 0


@dataclass
class Reply:
    body: bytes
    status: int = 200
    content_type: str = "application/json"
    headers: dict = field(default_factory=dict)


def as_json(payload, status=200, **headers):
    told = {name.replace("_", "-"): str(value) for name, value in headers.items()}
    return Reply(json.dumps(payload).encode(), status, headers=told)


class Recorded:
    """Exchanges of a `responses-*.jsonl.gz`, found again by method, address and body; several come in their order."""

    def __init__(self, *paths):
        self.exchanges = []
        for path in paths:
            with gzip.open(path) as lines:
                self.exchanges += [json.loads(line) for line in lines.read().split(b"\n") if line.strip()]
        self._found = {}
        for one in self.exchanges:
            key = self._key(one["request"]["method"], one["request"]["url"], one["request"]["body"])
            self._found.setdefault(key, []).append(one["response"])

    def reply(self, exchange):
        left = self._found.get(self._key(exchange.method, exchange.whole_path, exchange.body, exchange.query))
        if not left:
            return None
        response = left.pop(0) if len(left) > 1 else left[0]
        body = response["body"]
        content = body.encode() if isinstance(body, str) else json.dumps(body).encode()
        told = response["headers"]
        headers = {
            name: value for name, value in told.items() if "ratelimit" in name or name in {"retry-after", "location"}
        }
        return Reply(content, response["status"], told.get("content-type", "application/json"), headers)

    @staticmethod
    def _key(method, url, body, query=None):
        parts = urlsplit(url)
        pairs = parse_qsl(parts.query, keep_blank_values=True) if query is None else query.items()
        return method, unquote(parts.path).strip("/"), tuple(sorted(pairs)), json.dumps(body, sort_keys=True)


class JsonServer:
    """Base of the sources' servers. `recorded` answers first what it knows; the rest is up to `reply`."""

    base = ""

    def __init__(self, recorded=None, port=0):
        self.recorded = recorded
        self.faults = Faults()
        self.requests = []
        self.lock = threading.RLock()
        self._http = ThreadingHTTPServer(("127.0.0.1", port), _handler(self))
        self._http.daemon_threads = True
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    @property
    def root(self):
        return f"http://127.0.0.1:{self._http.server_port}"

    @property
    def url(self):
        """What the source's setting of an API address is to be."""
        return self.root + self.base

    def where(self, path):
        """The name by which faults know a path."""
        return path.partition("/")[0]

    def reply(self, exchange):
        raise NotImplementedError

    def refusal(self, status, options):
        """The body of a status fault."""
        return Reply(options.get("body", HTML), status, "text/html")

    def right(self, exchange):
        known = self.recorded.reply(exchange) if self.recorded else None
        with self.lock:
            return known or self.reply(exchange)


def _handler(server):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True  # else each answer waits 40 ms for an acknowledgement

        def do_GET(self):
            self._serve(None)

        def do_POST(self):
            length = int(self.headers.get("Content-Length") or 0)
            self._serve(json.loads(self.rfile.read(length)))

        def log_message(self, *_):
            pass

        def _serve(self, body):
            parts = urlsplit(self.path)
            whole_path = unquote(parts.path)
            path = whole_path.removeprefix(server.base).strip("/")
            query = dict(parse_qsl(parts.query, keep_blank_values=True))
            headers = {name.lower(): value for name, value in self.headers.items()}
            exchange = Exchange(self.command, path, whole_path, query, headers, body, time.monotonic())
            with server.lock:
                server.requests.append(exchange)
            fault = server.faults.take(server.where(path), query)
            if fault is None:
                self._send(server.right(exchange), exchange)
                return
            exchange.fault = fault.kind
            if fault.kind.isdecimal():
                reply = server.refusal(int(fault.kind), fault.options)
                if "retry_after" in fault.options:
                    reply.headers["Retry-After"] = str(fault.options["retry_after"])
                self._send(reply, exchange)
            else:
                getattr(self, f"_{fault.kind}")(exchange, **fault.options)

        def _send(self, reply, exchange, body=None, promised=None):
            sent = reply.body if body is None else body
            exchange.status = reply.status
            self.send_response(reply.status)
            self.send_header("Content-Type", reply.content_type)
            self.send_header("Content-Length", str(len(sent) if promised is None else promised))
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(sent)

        def _call(self, exchange, action):
            action(server)
            self._send(server.right(exchange), exchange)

        def _html(self, exchange):
            self._send(Reply(HTML, 200, "text/html"), exchange)

        def _empty(self, exchange):
            self._send(Reply(b""), exchange)

        def _truncated(self, exchange):
            reply = server.right(exchange)
            self._send(reply, exchange, reply.body[: len(reply.body) // 2])

        def _short(self, exchange):
            reply = server.right(exchange)
            self._send(reply, exchange, reply.body[: len(reply.body) // 2], promised=len(reply.body))
            self.close_connection = True

        def _reset(self, exchange):
            self._short(exchange)
            self.wfile.flush()
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.connection.close()

        def _timeout(self, exchange, seconds=5):
            time.sleep(seconds)
            self.close_connection = True

    return Handler
