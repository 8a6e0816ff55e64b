"""Pictures of pages: of the right size, of the thing's own words, kept, cheap, and whatever is written there."""

from io import BytesIO

import pytest
from bs4 import BeautifulSoup
from PIL import Image, ImageChops

from common.pictures import Card, keeping
from common.pictures.drawing import INSIDE, MARGIN, drawn
from common.pictures.lettering import TITLE, can_write, length, shortened, wrapped
from tests.factories import make_institution, make_institution_name, make_paper, make_researcher
from tests.weaving import weave, written

SITE = "http://127.0.0.1:8000"
HARD = ["", " ", "x" * 5_000, "W" * 600, "word " * 900, "a-" * 300, "漢字" * 90, "😀", "\u0301" * 90, "\u202eabc\x00"]


def opened(content):
    image = Image.open(BytesIO(content))
    image.load()
    return image.convert("RGB")


@pytest.mark.parametrize("text", HARD, ids=range(len(HARD)))
def test_any_text_makes_a_picture_with_empty_margins(text):
    image = opened(drawn(Card(text[:60], text, text, text, "Something else")))
    assert image.size == (1200, 630)
    paper = Image.new("RGB", image.size, image.getpixel((2, 2)))
    for box in ((0, 0, MARGIN - 8, 520), (1200 - MARGIN + 8, 0, 1200, 520), (0, 0, 1200, 50), (0, 502, 1200, 526)):
        assert ImageChops.difference(image.crop(box), paper.crop(box)).getbbox() is None, box


def test_lines_hold_every_word_and_fit():
    title = "On the Communication-Computation Overlap of Pneumonoultramicroscopicsilicovolcanoconiosis, or not"
    for size in (100, 57, 38):
        lines = wrapped(title, TITLE, size, INSIDE)
        assert all(length(line, TITLE, size) <= INSIDE for line in lines)
        assert "".join(lines).replace(" ", "") == title.replace(" ", "")
    assert shortened(title, TITLE, 57, 400).endswith("…")
    assert length(shortened(title, TITLE, 57, 400), TITLE, 57) <= 400


def test_titles_of_mathematics_greek_cyrillic_hebrew_and_arabic_can_be_written():
    for text in ("On ℓ-adic ℝ² → ℂ, 𝔼[X] ⊗ Γ₀(N) ≤ ∞", "Софья Ковалевская", "محمد الخوارزمي", "Ναυσικά", "שלום"):
        assert can_write(text), text
    assert not can_write("京都工芸繊維大学")


def test_name_in_letters_that_no_font_has_is_stood_in_for():
    wanted = drawn(Card("Company", "Kyoto Loom", "Kyoto", "x"))
    assert drawn(Card("Company", "京都工芸繊維大学", "Kyoto", "x", "Kyoto Loom")) == wanted
    assert drawn(Card("Company", "京都工芸繊維大学", "Kyoto", "x")) != wanted


@pytest.fixture
def things(db, collected_static):
    ada = make_researcher("Ada Lovelace")
    zurich = make_institution("ETH Zurich", city="Zurich", country="Switzerland")
    paper = written(ada, "Charles Babbage", title="On engines", at=[zurich])
    weave()
    return [paper.get_absolute_url(), ada.get_absolute_url(), zurich.get_absolute_url(), "/categories/cs.LG"]


def test_each_kind_of_thing_names_its_own_picture_and_gives_it(client, things):
    seen = set()
    for page in things:
        tree = BeautifulSoup(client.get(page).content, "html.parser")
        told = {tag["property"]: tag["content"] for tag in tree.head.select("meta[property]")}
        assert told["og:image"] == f"{SITE}{page}.png"
        assert (told["og:image:width"], told["og:image:height"]) == ("1200", "630")
        assert told["og:image:alt"]
        answer = client.get(f"{page}.png")
        assert (answer.status_code, answer.headers["Content-Type"]) == (200, "image/png")
        assert answer.headers["X-Robots-Tag"] == "noindex"
        assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
        assert opened(answer.content).size == (1200, 630)
        seen.add(answer.content)
        unchanged = client.get(f"{page}.png", headers={"If-None-Match": answer.headers["ETag"]})
        assert unchanged.status_code == 304
        short = page.partition("-")[0] if "categories" not in page else page
        if short != page:
            moved = client.get(f"{short}.png")
            assert (moved.status_code, moved.headers["Location"]) == (301, f"{page}.png")
        assert client.get(page, headers={"Accept": "image/png"}).headers["Content-Type"].startswith("text/html")
    assert len(seen) == len(things)


def test_every_other_page_names_the_picture_of_the_site(client, things):
    for path in ("/", "/papers", "/categories", "/researchers", "/institutions", "/about", "/search?q=engines"):
        tree = BeautifulSoup(client.get(path).content, "html.parser")
        assert tree.select_one('meta[property="og:image"]')["content"] == f"{SITE}/picture.png", path
        assert tree.select_one('meta[name="twitter:card"]')["content"] == "summary_large_image"
    assert opened(client.get("/picture.png").content).size == (1200, 630)


def test_picture_is_drawn_once_and_again_only_when_its_words_change(client, things, monkeypatch, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    drawings = []
    monkeypatch.setattr("common.pictures.answering.drawn", lambda card: drawings.append(card) or drawn(card))
    page = make_paper(title="A first title").get_absolute_url()
    assert client.get(f"{page}.png").content == client.get(f"{page}.png").content
    assert [card.title for card in drawings] == ["A first title"]
    assert len(list((tmp_path / "pictures").glob("*/*.png"))) == 1


def test_full_folder_makes_room_for_new_pictures(settings, tmp_path, monkeypatch):
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(keeping, "MOST_IN_A_FOLDER", 8)
    folder = keeping._place(Card("", "One")).parent
    folder.mkdir(parents=True)
    for number in range(8):
        (folder / f"{number}.png").write_bytes(b"old")
    keeping.keep(Card("", "One"), b"new")
    assert keeping.kept(Card("", "One")) == b"new"
    assert len(list(folder.iterdir())) == 7


def test_drawing_counts_against_the_budget_but_a_kept_picture_does_not(client, things, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    settings.LIMIT_PER_MINUTE = settings.LIMIT_BURST = settings.LIMIT_COSTS["picture"] * 2
    network = {"REMOTE_ADDR": "198.51.100.77"}  # that no other test spends from
    pages = [make_paper(title=f"Title {number}").get_absolute_url() for number in range(3)]
    assert [client.get(f"{page}.png", **network).status_code for page in pages] == [200, 200, 429]
    assert client.get(f"{pages[0]}.png", **network).status_code == 200
    assert client.get(pages[2], **network).status_code == 200


def test_institution_of_other_letters_is_pictured_by_its_other_name(client, db, collected_static):
    place = make_institution("京都工芸繊維大学", city="Kyoto")
    make_institution_name(place, "Kyoto Institute of Technology")
    answer = client.get(f"{place.get_absolute_url()}.png")
    assert answer.content == drawn(
        Card("Institution", "Kyoto Institute of Technology", "Kyoto", "0 papers in this archive")
    )
