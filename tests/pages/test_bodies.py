"""What comes with a request is read a few at a time, and refused as a problem where it cannot be read."""

from io import BytesIO

import pytest

from common import capacity
from wovepaper.bodies import READ_AT_ONCE

FORM = "application/x-www-form-urlencoded"


@pytest.mark.parametrize("path", ["/mcp", "/oai", "/admin/login/", "/api/v1/papers"])
def test_senders_who_never_send_keep_others_from_sending_but_not_from_reading(client, settings, tmp_path, path):
    settings.DATA_DIR = tmp_path
    held = [capacity.take("bodies", READ_AT_ONCE) for _ in range(READ_AT_ONCE)]
    refused = client.post(path, b"verb=Identify", FORM)
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "5")
    assert refused.json()["type"].endswith("#busy")
    assert client.get("/robots.txt").status_code == 200
    held[0].leave()
    assert client.post("/mcp", b"x", FORM).status_code == 415
    assert client.post("/mcp", b"x", FORM).status_code == 415


@pytest.mark.parametrize(
    "told, kind",
    [
        ({"CONTENT_LENGTH": "", "HTTP_TRANSFER_ENCODING": "chunked"}, "length-required"),
        ({"CONTENT_LENGTH": "1000001"}, "too-large"),
        ({"CONTENT_LENGTH": "9" * 400}, "too-large"),
        ({"CONTENT_LENGTH": "\u0663"}, "too-large"),
    ],
)
@pytest.mark.parametrize("path", ["/mcp", "/oai"])
def test_a_body_without_a_fit_length_is_refused_unread(client, path, told, kind):
    response = client.generic("POST", path, b"x", "application/json", **told)
    assert response.headers["Content-Type"] == "application/problem+json"
    assert response.json()["type"].endswith(f"#{kind}")
    assert response.status_code == response.json()["status"]


def test_a_body_whose_sender_left_is_told_to_be_cut_short(client):
    class Broken(BytesIO):
        def read(self, size=-1):
            raise OSError("the connection was reset")

    response = client.generic("POST", "/mcp", b"x", "application/json", **{"wsgi.input": Broken()})
    assert (response.status_code, response.json()["title"]) == (400, "Cut short")
