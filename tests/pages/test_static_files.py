"""Static files as they are served: joined, hashed, compressed, kept for a year."""

import re

from django.contrib.staticfiles.storage import staticfiles_storage
from django.template import Context, Template

from wovepaper.static_files import JOINED_SHEET, STYLE_SHEETS


def test_one_sheet_holds_all_of_them_in_order(collected_static, settings):
    joined = (collected_static / JOINED_SHEET).read_text()
    places = [joined.index((settings.BASE_DIR / "static" / name).read_text().strip()[:200]) for name in STYLE_SHEETS]
    assert places == sorted(places)
    assert joined.index("@layer tokens, reset, base, layout, components, print;") < 200


def test_every_sheet_in_the_folder_is_joined(settings):
    assert {f"css/{path.name}" for path in (settings.BASE_DIR / "static" / "css").iterdir()} == set(STYLE_SHEETS)


def test_fonts_in_the_sheet_have_hashed_names_and_are_served_for_a_year(client, collected_static):
    sheet = client.get(staticfiles_storage.url(JOINED_SHEET))
    text = b"".join(sheet.streaming_content).decode()
    fonts = re.findall(r'url\("\.\./(fonts/[^"]+)"\)', text)
    assert len(fonts) == 6
    for font in fonts:
        assert re.search(r"\.[0-9a-f]{12}\.woff2$", font)
        response = client.get(f"/static/{font}")
        assert response.status_code == 200
        assert response["Cache-Control"] == "max-age=31536000, public, immutable"


def test_the_sheet_is_sent_compressed_within_its_budget(client, collected_static):
    response = client.get(staticfiles_storage.url(JOINED_SHEET), headers={"accept-encoding": "gzip"})
    assert response["Content-Encoding"] == "gzip"
    assert len(b"".join(response.streaming_content)) < 25_000


def test_debug_links_each_sheet_by_itself(settings):
    settings.DEBUG = True
    links = Template("{% load assets %}{% style_sheets %}").render(Context())
    assert links.count("<link") == len(STYLE_SHEETS)


def test_no_sheet_names_a_colour_of_its_own(settings):
    for path in (settings.BASE_DIR / "static" / "css").iterdir():
        if path.name in {"tokens.css", "print.css"}:
            continue
        assert not re.search(r"#[0-9a-f]{3,8}\b|rgba?\(", path.read_text()), path.name
