"""From home, plain links reach every paper within six clicks, and no link on the way is broken or redirected."""

from collections import deque
from urllib.parse import urldefrag, urljoin

from bs4 import BeautifulSoup

from tests.machines.conftest import record

CLICKS = 6


def test_every_paper_is_reached_and_every_link_answers(held, client, collected_static):
    papers = held(
        *(record(title=f"Of one day {n}", first=f"2024-01-29T08:{n:02}:00", categories=("cs.CL",)) for n in range(55)),
        *(
            record(title=f"Of years {n}", first=f"{1992 + n}-03-0{n % 8 + 1}", categories=("hep-th",))
            for n in range(20)
        ),
        record(arxiv_id="hep-th/9901001", title="Old id", first="1999-01-01", categories=("hep-th",)),
        record(title="Taken back", first="2001-01-01", withdrawn=True, versions=["2001-01-01", "2001-02-01"]),
    )
    clicks = _walk(client, "/")
    missing = {paper.get_absolute_url() for paper in papers} - clicks.keys()
    assert not missing
    assert max(clicks[paper.get_absolute_url()] for paper in papers) <= CLICKS


def _walk(client, start):
    """Each address of this site with the clicks it takes; checks what must hold for every page met."""
    clicks, queue, titles = {start: 0}, deque([start]), {}
    while queue:
        path = queue.popleft()
        response = client.get(path)
        if path.startswith(("/papers/", "/doi/", "/arxiv/")) and path.endswith(".pdf"):
            assert response.status_code == 302
            continue
        assert response.status_code == 200, (path, response.status_code)
        if path.startswith("/search") or not response.headers["Content-Type"].startswith("text/html"):
            response.getvalue()  # to its end, or a stream keeps its place among what may be made at once
            continue
        tree = BeautifulSoup(response.content, "html.parser")
        assert len(tree("h1")) == 1, path
        assert tree.select_one("link[rel=canonical]")["href"] == f"http://127.0.0.1:8000{path}"
        holds_nothing = bool(tree.select_one("[data-total='0']"))
        assert bool(tree.select_one("meta[name=robots]")) is holds_nothing, path
        assert not tree.select("[style], style, script:not([src]):not([type='application/ld+json'])"), path
        assert titles.setdefault(tree.title.string, path) == path
        for link in tree.select("a[href]"):
            target = urldefrag(urljoin(path, link["href"])).url
            if target.startswith("/") and target not in clicks:
                clicks[target] = clicks[path] + 1
                queue.append(target)
    return clicks
