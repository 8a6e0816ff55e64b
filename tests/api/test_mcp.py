"""`/mcp`: a foreign client lists and calls the tools; hostile messages get errors; a budget of its own."""

import json
import secrets

import anyio
import pytest
from mcp import Client

from common import budget
from search import engine
from tests.api.serving import served
from wovepaper.mcp.protocol import VERSIONS

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def wide(settings):
    settings.MCP_BURST = settings.MCP_PER_MINUTE = 1_000_000


@pytest.fixture
def say(client):
    """Send a message, or bytes as they are; (status, what is said)."""

    def post(message, **headers):
        content = message if isinstance(message, bytes) else json.dumps(message).encode()
        response = client.post("/mcp", content, content_type="application/json", headers=headers)
        return response.status_code, response.json() if response.content else None

    return post


@pytest.fixture
def call(say):
    def tool(name, /, **arguments):
        params = {"name": name, "arguments": arguments}
        status, told = say({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
        assert status == 200
        return told["result"]

    return tool


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_foreign_client_finds_and_calls_the_tools(mode, woven):
    async def talk(address):
        async with Client(f"{address}/mcp", mode=mode) as agent:
            listed = await agent.list_tools()
            found = await agent.call_tool("search", {"q": "dark matter", "limit": 3, "filter": "year:2020"})
            person = await agent.call_tool("researcher", {"id": str(woven.merged.pk)})
            wrong = await agent.call_tool("paper", {"id": "nonsense"})
            return listed, found, person, wrong

    with served() as address:
        listed, found, person, wrong = anyio.run(talk, address)
    assert [tool.name for tool in listed.tools] == ["search", "paper", "researcher", "institution"]
    assert len(found.structured_content["results"]) == 3
    assert found.structured_content == json.loads(found.content[0].text)
    assert person.structured_content["name"] == "Ada Lovelace"
    assert wrong.is_error
    assert "arXiv id" in wrong.content[0].text


def test_versions_are_agreed_on(say):
    for wanted, agreed in (*((one, one) for one in VERSIONS), ("1999-01-01", VERSIONS[0]), (None, VERSIONS[0])):
        params = {"protocolVersion": wanted, "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}
        _, told = say({"jsonrpc": "2.0", "id": "a", "method": "initialize", "params": params})
        assert told["id"] == "a"
        assert told["result"]["protocolVersion"] == agreed
    status, told = say({"jsonrpc": "2.0", "id": 1, "method": "ping"}, **{"MCP-Protocol-Version": "1999-01-01"})
    assert (status, told["error"]["data"]["supported"]) == (400, list(VERSIONS))


def test_tools_give_what_the_api_gives(call, api, woven):
    paper = woven.papers[3]
    assert call("paper", id=f"arxiv:{paper.arxiv_id}")["structuredContent"] == api(f"/papers/{paper.arxiv_id}")
    assert call("institution", id="ror:01ggx4157")["structuredContent"] == api(f"/institutions/{woven.cern.pk}")
    named = call("institution", name="oxford university")["structuredContent"]
    assert [row["name"] for row in named["results"]] == ["University of Oxford"]
    assert call("researcher", name="noether")["structuredContent"]["meta"]["count"] == 1


@pytest.mark.parametrize(
    ("name", "arguments", "told"),
    [
        ("search", {}, "needs q"),
        ("search", {"q": "x", "colour": "red"}, "takes no 'colour'"),
        ("search", {"q": ["x"]}, "q takes text"),
        ("search", {"q": None}, "q takes text"),
        ("search", {"q": "x", "limit": 26}, "limit takes"),
        ("search", {"q": "x", "limit": True}, "limit takes"),
        ("search", {"q": "x", "filter": "colour:red"}, "no filter 'colour'"),
        ("search", {"q": "\ud800"}, "q takes"),
        ("paper", {"id": "\ud800/1"}, "no id of a paper"),
        ("researcher", {}, "either id or name"),
        ("researcher", {"id": "1", "name": "x"}, "either id or name"),
        ("institution", {"id": "9" * 30}, "knows no institution"),
    ],
)
def test_arguments_that_make_no_sense_are_told_to_the_model(name, arguments, told, call, woven):
    result = call(name, **arguments)
    assert result["isError"]
    assert told in result["content"][0]["text"]


@pytest.mark.parametrize(
    ("payload", "code"),
    [
        (b" ", -32700), (b"\xff\xfe", -32700), (b"{", -32700), (b"[" * 50_000, -32700), (b'{"a":' * 10_000, -32700),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"x": NaN}}', -32700),
        (b'{"jsonrpc": "2.0", "id": ' + b"9" * 5_000 + b', "method": "ping"}', -32700),
        (b"null", -32600), (b"[]", -32600), (b'[{"jsonrpc": "2.0", "id": 1, "method": "ping"}]', -32600),
        (b'{"jsonrpc": "1.0", "id": 1, "method": "ping"}', -32600), (b'{"jsonrpc": "2.0", "id": 1}', -32600),
        (b'{"jsonrpc": "2.0", "id": {}, "method": "ping"}', -32600),
        (b'{"jsonrpc": "2.0", "id": null, "method": "ping"}', -32600),
        (b'{"jsonrpc": "2.0", "id": 1, "method": {}}', -32600),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "resources/list"}', -32601),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "\\ud800"}', -32601),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": []}', -32602),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": ["search"]}}', -32602),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "none"}}', -32602),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "search", "arguments": 1}}', -32602),
    ],
    ids=lambda value: str(value)[:60],
)  # fmt: skip
def test_hostile_messages_get_an_error(payload, code, say):
    status, told = say(payload)
    assert told["error"]["code"] == code
    assert status in {200, 400}


def test_notifications_and_answers_are_taken_in_silence(say):
    assert say({"jsonrpc": "2.0", "method": "notifications/initialized"}) == (202, None)
    assert say({"jsonrpc": "2.0", "id": 1, "result": {}}) == (202, None)


def test_other_methods_kinds_and_sizes_are_refused(client):
    assert client.get("/mcp").status_code == 405
    assert client.delete("/mcp").headers["Allow"] == "POST, OPTIONS"
    assert client.post("/mcp", {"a": "form"}).status_code == 415
    assert client.post("/mcp", b"x" * 64_001, content_type="application/json").status_code == 413
    asked = client.options("/mcp", headers={"Origin": "https://example.org"})
    assert (asked.status_code, asked.headers["Access-Control-Allow-Origin"]) == (204, "*")
    assert "MCP-Protocol-Version" in asked.headers["Access-Control-Allow-Headers"]


def test_calls_are_counted_apart_from_the_site(client, settings, monkeypatch):
    settings.MCP_BURST, settings.MCP_PER_MINUTE = 10, 60
    monkeypatch.setattr(budget, "_away_until", 0.0)
    address = f"10.{secrets.randbelow(256)}.{secrets.randbelow(256)}.7"
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "paper", "arguments": {}}}
    answers = [client.post("/mcp", message, "application/json", REMOTE_ADDR=address) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[2].json()["error"]["code"] == -32000
    assert int(answers[2].headers["Retry-After"]) >= 1
    assert answers[0].headers["RateLimit-Policy"] == '"mcp";q=10;w=10'
    assert client.get("/api/v1/categories", REMOTE_ADDR=address).status_code == 200


def test_a_fault_of_ours_is_an_error_of_the_protocol(say, monkeypatch, caplog):
    def broken(request):
        raise ZeroDivisionError

    monkeypatch.setattr(engine, "find", broken)
    params = {"name": "search", "arguments": {"q": "x"}}
    status, told = say({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
    assert (status, told["error"]["code"]) == (500, -32603)
    assert "ZeroDivisionError" in caplog.text
