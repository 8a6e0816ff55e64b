"""Public addresses are only read, and say nothing of cookies to whoever sends some."""

import gc

import pytest

OWN = ["/", "/papers", "/categories", "/about", "/status", "/search", "/robots.txt", "/rss/latest.xml", "/healthz"]
NO_SESSIONS = ["short", "x" * 32, "\x7f\"';,", "0" * 5000]


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"])
@pytest.mark.parametrize("path", [*OWN, "/about/", "/papers/2401.16265", "/doi/10.1000/1", "/nope"])
def test_public_address_answers_any_other_method_with_what_it_allows(db, client, path, method):
    client.handler.enforce_csrf_checks = True
    response = client.generic(method, path, data="x=1", content_type="application/x-www-form-urlencoded")
    assert (response.status_code, response["Allow"], response.content) == (405, "GET, HEAD", b"")
    assert "Content-Security-Policy" in response


@pytest.mark.parametrize("path, accept", [("/papers.json", "*/*"), ("/papers/2401.16265", "application/json")])
def test_programs_are_told_of_a_wrong_method_in_their_form(client, path, accept):
    response = client.post(path, headers={"Accept": accept})
    assert (response.status_code, response["Allow"]) == (405, "GET, HEAD")
    assert response["Content-Type"] == "application/problem+json"
    assert response.json()["type"].endswith("#method-not-allowed")


@pytest.mark.parametrize("path", ["/oai/?verb=Identify", "/OAI?verb=Identify"])
def test_an_answer_that_a_redirect_replaces_gives_back_its_place(transactional_db, client, settings, tmp_path, path):
    settings.DATA_DIR, settings.EXPENSIVE_AT_ONCE = tmp_path, 1
    gc.disable()
    try:
        assert [client.get(path).status_code for _ in range(2)] == [301, 301]
    finally:
        gc.enable()


@pytest.mark.parametrize("path", [*OWN, "/about/", "/papers/2401.16265", "/nope"])
@pytest.mark.parametrize("session", NO_SESSIONS)
def test_public_page_is_the_same_for_whoever_sends_cookies(db, client, collected_static, path, session):
    without = client.get(path)
    client.cookies.load({"session": session, "__Host-session": session, "csrf": session, "messages": session})
    response = client.get(path)
    assert response.status_code == without.status_code
    assert not response.cookies
    assert "Cookie" not in response.get("Vary", "")
    assert response.get("Cache-Control") == without.get("Cache-Control")


def test_curators_sign_in_and_their_session_ends_with_its_cookie(db, client, admin_user, collected_static):
    admin_user.set_password("a long word for tests")
    admin_user.save()
    told = {"username": admin_user.get_username(), "password": "a long word for tests"}
    answer = client.post("/admin/login/?next=/admin/", told)
    assert (answer.status_code, answer["Location"]) == (302, "/admin/")
    assert answer.cookies["session"]["httponly"]
    assert client.get("/admin/").status_code == 200
    client.cookies["session"] = "short"
    answer = client.get("/admin/")
    assert (answer.status_code, answer.cookies["session"].value) == (302, "")
