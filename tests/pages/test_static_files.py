"""Static files as they are served: joined, hashed, compressed, kept for a year."""

import re

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.template import Context, Template

from wovepaper.static_files import HTMX, JOINED_SCRIPTS, JOINED_SHEET, STYLE_SHEETS


def test_one_sheet_holds_all_of_them_in_order(collected_static, settings):
    joined = (collected_static / JOINED_SHEET).read_text()
    places = [joined.index(first_rule(settings.BASE_DIR / "static" / name)) for name in STYLE_SHEETS]
    assert places == sorted(places)
    assert "/*" not in joined
    assert joined.index("@layer tokens, reset, base, layout, components, print;") < 200


def first_rule(sheet):
    """Its beginning, without comments and line ends."""
    return re.sub(r"\s+", " ", re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.DOTALL)).strip()[:150]


def test_every_sheet_in_the_folder_is_joined(settings):
    assert {f"css/{path.name}" for path in (settings.BASE_DIR / "static" / "css").iterdir()} == set(STYLE_SHEETS)


def test_fonts_in_the_sheet_have_hashed_names_and_are_served_for_a_year(client, collected_static):
    sheet = client.get(staticfiles_storage.url(JOINED_SHEET))
    text = b"".join(sheet.streaming_content).decode()
    fonts = re.findall(r'url\("\.\./(fonts/[^"]+)"\)', text)
    assert len(set(fonts)) == 5
    for font in fonts:
        assert re.search(r"\.[0-9a-f]{12}\.woff2$", font)
        response = client.get(f"/static/{font}")
        assert response.status_code == 200
        assert response["Cache-Control"] == "max-age=31536000, public, immutable"


BUDGETS = {JOINED_SHEET: 25_000, "js/site.js": 8_000, "js/searching.js": 20_000}


@pytest.mark.parametrize("name", BUDGETS)
def test_sheet_and_scripts_are_sent_compressed_within_their_budgets(client, collected_static, name):
    response = client.get(staticfiles_storage.url(name), headers={"accept-encoding": "gzip"})
    assert response["Content-Encoding"] == "gzip"
    assert len(b"".join(response.streaming_content)) < BUDGETS[name]


def test_every_script_in_the_folder_is_joined_once(settings):
    names = sorted(f"js/{path.name}" for path in (settings.BASE_DIR / "static" / "js").iterdir())
    assert names == sorted(part for parts in JOINED_SCRIPTS.values() for part in parts if part != HTMX)


def test_each_joined_script_keeps_its_names_to_itself(settings, collected_static):
    for name, parts in JOINED_SCRIPTS.items():
        joined = (collected_static / name).read_text()
        for part in parts:
            if part != HTMX:
                text = (settings.BASE_DIR / "static" / part).read_text()
                assert re.search(r"\(\(\) => \{\n|, \(\) => \{ \"use strict\";\n", joined.split(text)[0][-30:]), part


def test_debug_links_each_sheet_by_itself(settings):
    settings.DEBUG = True
    links = Template("{% load assets %}{% style_sheets %}").render(Context())
    assert links.count("<link") == len(STYLE_SHEETS)


def test_debug_links_each_script_by_itself(settings):
    settings.DEBUG = True
    links = Template('{% load assets %}{% site_script %}{% script "js/searching.js" %}').render(Context())
    assert links.count("<script") == sum(len(parts) for parts in JOINED_SCRIPTS.values())
    assert links.count('type="module"') == links.count("<script") - 1


def test_no_sheet_names_a_colour_of_its_own(settings):
    for path in (settings.BASE_DIR / "static" / "css").iterdir():
        if path.name in {"tokens.css", "print.css"}:
            continue
        assert not re.search(r"#[0-9a-f]{3,8}\b|rgba?\(", path.read_text()), path.name
