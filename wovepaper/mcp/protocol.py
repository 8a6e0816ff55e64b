"""JSON-RPC messages of the Model Context Protocol: one in, one answer or none out. Knows no HTTP but status codes."""

import json
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from django.conf import settings
from django.db import DatabaseError, InterfaceError

from wovepaper.mcp.tools import TOOLS, call

VERSIONS = ("2025-11-25", "2025-06-18", "2025-03-26")
INSTRUCTIONS = (
    "Research papers from arXiv with their authors and institutions. Start with search; ids in answers are addresses "
    "that the other tools take. Null means unknown. Abstracts belong to their authors."
)
PARSE_ERROR, INVALID_REQUEST, NO_METHOD, INVALID_PARAMS, INTERNAL = -32700, -32600, -32601, -32602, -32603
OVER_BUDGET, UNSUPPORTED_VERSION = -32000, -32022

Message = dict[str, Any]

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Reply:
    """`body` is None where nothing is to be said."""

    status: int
    body: Message | None = None


class RpcError(Exception):
    def __init__(self, code: int, message: str, status: int = 200, data: Any = None) -> None:
        super().__init__(message)
        self.code = code
        self.status = status
        self.data = data


def read(payload: bytes) -> Message:
    """One message; raises an `RpcError` for anything else."""
    try:
        message = json.loads(payload, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise RpcError(PARSE_ERROR, "That is no JSON.", 400) from error
    if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
        raise RpcError(INVALID_REQUEST, "One JSON-RPC 2.0 message is taken at a time.", 400)
    if "method" in message and not isinstance(message["method"], str):
        raise RpcError(INVALID_REQUEST, "method takes a name.", 400)
    if "id" in message and (isinstance(message["id"], bool) or not isinstance(message["id"], str | int)):
        raise RpcError(INVALID_REQUEST, "id takes text or a whole number.", 400)
    if "method" not in message and not message.keys() & {"result", "error"}:
        raise RpcError(INVALID_REQUEST, "There is no method.", 400)
    return message


def answer(message: Message, version: str = "") -> Reply:
    """`version` is what the header says; empty where it says nothing."""
    if "id" not in message or "method" not in message:
        return Reply(202)  # a notification, or an answer to a question that was never asked
    try:
        if version and version not in VERSIONS:
            supported = {"supported": list(VERSIONS), "requested": version[:40]}
            raise RpcError(UNSUPPORTED_VERSION, "This version of the protocol is not spoken here.", 400, supported)
        method = _METHODS.get(message["method"])
        if method is None:
            raise RpcError(NO_METHOD, f"There is no method {message['method'][:60]!r} here.")
        params = message.get("params", {})
        if not isinstance(params, dict):
            raise RpcError(INVALID_PARAMS, "params takes an object.")
        return Reply(200, {"jsonrpc": "2.0", "id": message["id"], "result": method(params)})
    except RpcError as error:
        return refusal(error, message["id"])
    except (DatabaseError, InterfaceError) as error:
        logger.warning("%s: the database does not answer: %s", message["method"], type(error).__name__)
        away = RpcError(INTERNAL, "The database does not answer. Please try again in a minute.", 503)
        return refusal(away, message["id"])
    except Exception:
        logger.exception("%s failed", message["method"])
        return refusal(RpcError(INTERNAL, "A fault of this site, which is noted in its log.", 500), message["id"])


def refusal(error: RpcError, number: str | int | None = None) -> Reply:
    told: Message = {"code": error.code, "message": str(error)}
    if error.data is not None:
        told["data"] = error.data
    return Reply(error.status, {"jsonrpc": "2.0", "id": number, "error": told})


def _initialize(params: Mapping[str, Any]) -> Message:
    wanted = params.get("protocolVersion")
    return {
        "protocolVersion": wanted if wanted in VERSIONS else VERSIONS[0],
        "capabilities": {"tools": {"listChanged": False}},
        "serverInfo": {"name": settings.SITE_NAME, "version": settings.RELEASE},
        "instructions": INSTRUCTIONS,
    }


def _ping(params: Mapping[str, Any]) -> Message:
    return {}


def _list_tools(params: Mapping[str, Any]) -> Message:
    return {"tools": [tool.told() for tool in TOOLS.values()]}


def _call_tool(params: Mapping[str, Any]) -> Message:
    name = params.get("name")
    tool = TOOLS.get(name) if isinstance(name, str) else None
    if tool is None:
        raise RpcError(INVALID_PARAMS, f"There is no such tool. There are {', '.join(TOOLS)}.")
    arguments = params.get("arguments")
    if arguments is not None and not isinstance(arguments, dict):
        raise RpcError(INVALID_PARAMS, "arguments takes an object.")
    return call(tool, arguments or {})


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


_METHODS: dict[str, Callable[[Mapping[str, Any]], Message]] = {
    "initialize": _initialize,
    "ping": _ping,
    "tools/list": _list_tools,
    "tools/call": _call_tool,
}
