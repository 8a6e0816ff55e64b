"""`/mcp` over HTTP: a POST with one message; open to other sites' scripts; counted in a purse of its own."""

import json
from math import ceil

from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt

from common.budget import MCP
from common.limits import dumps_address, spend_for
from common.open_answers import allow_any_origin, for_programs
from wovepaper.api.answering import not_allowed, preflight
from wovepaper.mcp.protocol import INVALID_REQUEST, OVER_BUDGET, Message, Reply, RpcError, answer, read, refusal

METHODS = "POST, OPTIONS"
LARGEST = 64_000  # bytes of a message
_HEADERS_OF_CLIENTS = "Accept, Content-Type, Last-Event-ID, MCP-Method, MCP-Name, MCP-Protocol-Version, MCP-Session-Id"


@csrf_exempt
def mcp(request: HttpRequest) -> HttpResponse:
    if request.method == "OPTIONS":
        response = preflight(METHODS)
        response.headers["Access-Control-Allow-Headers"] = _HEADERS_OF_CLIENTS
        return allow_any_origin(response)
    if request.method != "POST":
        return not_allowed(request, METHODS)
    try:
        message = read(_payload(request))
    except RpcError as error:
        return _said(refusal(error))
    return _counted(request, message)


def _payload(request: HttpRequest) -> bytes:
    if request.content_type != "application/json":
        raise RpcError(INVALID_REQUEST, "A message comes as application/json.", 415)
    length = request.headers.get("Content-Length") or "0"
    if not length.isdecimal() or int(length) > LARGEST:
        raise RpcError(INVALID_REQUEST, f"A message has {LARGEST:,} bytes at most.", 413)
    return request.body


def _counted(request: HttpRequest, message: Message) -> HttpResponse:
    """A call of a tool costs, the rest little."""
    spent = spend_for(request, "tool" if message.get("method") == "tools/call" else "thing", MCP)
    if spent.wait:
        wait = ceil(spent.wait)
        dumps = {"dumps": address} if (address := dumps_address()) else {}
        error = RpcError(OVER_BUDGET, f"Your network asks too much. Please try again in {wait} s.", 429, dumps)
        response = _said(refusal(error, message.get("id")))
        response.headers["Retry-After"] = str(wait)
    else:
        response = _said(answer(message, request.headers.get("MCP-Protocol-Version", "")))
    for name, value in spent.headers().items():
        response.headers[name] = value
    return response


def _said(reply: Reply) -> HttpResponse:
    """In ASCII, since a text may hold what UTF-8 cannot."""
    response = HttpResponse(status=reply.status)
    if reply.body is None:
        del response.headers["Content-Type"]
    else:
        response.content = json.dumps(reply.body).encode()
        response.headers["Content-Type"] = "application/json"
    response.headers["Cache-Control"] = "no-store"
    return for_programs(response)
