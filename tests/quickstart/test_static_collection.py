"""Static files are collected when they are not what they were."""

import shutil

import pytest

from wovepaper import static_collection


@pytest.fixture
def root(settings, tmp_path):
    settings.STATIC_ROOT = tmp_path / "static"
    static_collection.collect()
    return settings.STATIC_ROOT


def test_what_is_collected_is_not_collected_again(root):
    assert not static_collection.is_stale()


@pytest.mark.parametrize(
    "damage",
    [
        lambda root: shutil.rmtree(root),
        lambda root: shutil.rmtree(root / "css"),
        lambda root: next(root.rglob("*.js")).unlink(),
        lambda root: (root / "staticfiles.json").write_text("x"),
        lambda root: (root / static_collection.STAMP).write_bytes(b"\xff"),
    ],
    ids=["all gone", "a folder gone", "a file gone", "names cut", "stamp broken"],
)
def test_what_was_damaged_is_collected_anew(root, damage):
    before = {file.relative_to(root) for file in root.rglob("*")}
    damage(root)
    assert static_collection.is_stale()
    static_collection.collect()
    assert not static_collection.is_stale()
    assert {file.relative_to(root) for file in root.rglob("*")} == before
