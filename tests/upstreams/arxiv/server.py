"""The HTTP side: a threaded server on a free local port that logs what came and lets faults happen."""

import json
import re
import socket
import struct
import threading
import time
import zlib
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

from tests.upstreams.arxiv import oai, query_api
from tests.upstreams.arxiv.faults import Faults

HTML = b"<!DOCTYPE html>\n<html><head><title>arXiv</title></head><body><h1>Rate exceeded.</h1></body></html>\n"


@dataclass
class Request:
    """One request: when it came (monotonic clock), which service, what it asked, what it got."""

    at: float
    where: str
    query: dict[str, str]
    headers: dict[str, str]
    fault: str = ""
    status: int = 0


@dataclass
class Reply:
    body: bytes
    status: int = 200
    content_type: str = "text/xml; charset=utf-8"
    headers: dict[str, str] = field(default_factory=dict)


class ArxivServer:
    """arXiv over `records` (dicts, see records.py), or over a folder of recorded answers with its index.jsonl.

    With `recorded_chain` a request that was recorded gets its recorded answer; a first ListRecords for arXivRaw gets
    the recorded first page whatever days it names. `page_size` is small in tests; `now` fixes the server's clock.
    """

    def __init__(self, records=(), recorded_chain=None, page_size=2500, now=None, port=0):
        self.records = list(records)
        self.page_size = page_size
        self.now = now
        self.faults = Faults()
        self.requests = []
        self.lock = threading.RLock()
        self.last_page = None
        self.first_token = None
        self._recorded = _recorded(Path(recorded_chain)) if recorded_chain else {}
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
    def url(self):
        return f"http://127.0.0.1:{self._http.server_port}"

    @property
    def oai_url(self):
        return f"{self.url}/oai"

    @property
    def api_url(self):
        return f"{self.url}/api/query"

    def put(self, record):
        """Add a record, or put it in the place of the one with its id."""
        with self.lock:
            self.records = [one for one in self.records if one["id"] != record["id"]] + [record]

    def change(self, arxiv_id, **facts):
        """Change a record as arXiv does in mid-harvest; give `update_date` to move it."""
        with self.lock:
            old = next(one for one in self.records if one["id"] == arxiv_id)
            self.put({**old, **facts})

    def reply(self, where, pairs):
        """The right answer, before any fault."""
        with self.lock:
            if where == "api":
                status, body = query_api.answer(dict(pairs), self.records, self.now)
                return Reply(body, status, "application/atom+xml; charset=utf-8")
            body = self._recorded_answer(pairs) or oai.answer(pairs, self.records, self.page_size, self.now)
            return Reply(body)

    def _recorded_answer(self, pairs):
        path = self._recorded.get(tuple(sorted(pairs)))
        query = dict(pairs)
        if path is None and query.get("verb") == "ListRecords" and query.get("metadataPrefix") == "arXivRaw":
            path = self._recorded.get((("metadataPrefix", "arXivRaw"), ("verb", "ListRecords")))
        return path.read_bytes() if path else None


def _recorded(folder):
    found = {}
    for line in (folder / "index.jsonl").read_text().splitlines():
        entry = json.loads(line)
        found[tuple(sorted(parse_qsl(urlsplit(entry["url"]).query)))] = folder / entry["file"]
    return found


def _handler(server):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            self._serve(parse_qsl(urlsplit(self.path).query, keep_blank_values=True))

        def do_POST(self):
            length = int(self.headers.get("Content-Length") or 0)
            self._serve(parse_qsl(self.rfile.read(length).decode(), keep_blank_values=True))

        def log_message(self, *_):
            pass

        def _serve(self, pairs):
            where = {"/oai": "oai", "/api/query": "api"}.get(urlsplit(self.path).path)
            request = Request(time.monotonic(), where or self.path, dict(pairs), dict(self.headers.items()))
            with server.lock:
                server.requests.append(request)
            if where is None:
                self._send(Reply(b"not here\n", 404, "text/plain"), request)
                return
            fault = server.faults.take(where, request.query)
            if fault is None:
                self._send(self._right(where, pairs), request)
                return
            request.fault = fault.kind
            if fault.kind == "call":
                fault.options["action"](server)
                self._send(self._right(where, pairs), request)
            elif fault.kind.isdecimal():
                wait = fault.options.get("retry_after")
                headers = {} if wait is None else {"Retry-After": str(wait)}
                self._send(Reply(fault.options.get("body", HTML), int(fault.kind), "text/html", headers), request)
            else:
                getattr(self, f"_{fault.kind}")(where, pairs, request, **fault.options)

        def _right(self, where, pairs):
            reply = server.reply(where, pairs)
            token = re.search(rb"<resumptionToken [^>]*>([^<]+)<", reply.body)
            with server.lock:
                if where == "oai" and b"<ListRecords>" in reply.body:
                    server.last_page = reply.body
                if token and server.first_token is None:
                    server.first_token = token[1]
            return reply

        def _send(self, reply, request, body=None, promised=None):
            """Send all, or `body` in its place under the length `promised`."""
            sent = reply.body if body is None else body
            request.status = reply.status
            self.send_response(reply.status)
            self.send_header("Content-Type", reply.content_type)
            self.send_header("Content-Length", str(len(sent) if promised is None else promised))
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(sent)

        def _hang_up(self, reset=False):
            if reset:
                linger = struct.pack("ii", 1, 0)
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
            self.close_connection = True
            if reset:
                self.connection.close()

        def _timeout(self, where, pairs, request, seconds=5):
            time.sleep(seconds)
            self._hang_up()

        def _reset(self, where, pairs, request):
            self._half(where, pairs, request)
            self.wfile.flush()
            time.sleep(0.05)
            self._hang_up(reset=True)

        def _short(self, where, pairs, request):
            self._half(where, pairs, request)
            self._hang_up()

        def _half(self, where, pairs, request):
            reply = self._right(where, pairs)
            self._send(reply, request, reply.body[: len(reply.body) // 2], promised=len(reply.body))

        def _truncated(self, where, pairs, request):
            reply = self._right(where, pairs)
            self._send(reply, request, reply.body[: len(reply.body) // 2])

        def _html(self, where, pairs, request):
            self._send(Reply(HTML, 200, "text/html"), request)

        def _empty(self, where, pairs, request):
            self._send(Reply(b""), request)

        def _expired(self, where, pairs, request):
            token = dict(pairs)["resumptionToken"]
            gone = [("verb", "ListRecords"), ("resumptionToken", f"expired {token}")]
            self._send(Reply(oai.answer(gone, [], now=server.now)), request)

        def _repeat(self, where, pairs, request):
            self._send(Reply(server.last_page or self._right(where, pairs).body), request)

        def _same_token(self, where, pairs, request):
            reply = self._right(where, pairs)
            token = server.first_token or b""
            again = b"<resumptionToken expirationDate='2099-01-01T00:00:00Z'>" + token + b"</resumptionToken>"
            body, replaced = re.subn(
                rb"<resumptionToken/>|<resumptionToken [^>]*>[^<]*</resumptionToken>", again, reply.body
            )
            self._send(reply, request, body if replaced else reply.body)

        def _drip(self, where, pairs, request, seconds=0.05, count=200):
            reply = self._right(where, pairs)
            self._send(reply, request, b"", promised=len(reply.body))
            try:
                for position in range(min(count, len(reply.body))):
                    self.wfile.write(reply.body[position : position + 1])
                    self.wfile.flush()
                    time.sleep(seconds)
                self.wfile.write(reply.body[count:])
            except OSError:
                self._hang_up()

        def _gzip_bomb(self, where, pairs, request, megabytes=200):
            packer = zlib.compressobj(9, zlib.DEFLATED, 31)
            body = b"".join(packer.compress(b" " * 1_000_000) for _ in range(megabytes)) + packer.flush()
            self._send(Reply(body, headers={"Content-Encoding": "gzip"}), request)

        def _redirect(self, where, pairs, request, location="http://192.0.2.1/oai"):
            self._send(Reply(b"", 302, headers={"Location": location}), request)

        def _charset(self, where, pairs, request):
            reply = self._right(where, pairs)
            latin = (
                reply.body.decode().replace("</title>", " caf\u00e9</title>", 1).encode("latin-1", "xmlcharrefreplace")
            )
            self._send(reply, request, latin)

    return Handler
