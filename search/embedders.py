"""From texts to vectors: a sentence-transformers model that is on this machine, or a repeatable stand-in for tests.

EMBEDDING_BACKEND chooses how the model is run. `auto` takes PyTorch where there is a GPU for it, else ONNX Runtime if
it is installed and knows the kind of model, else PyTorch. It is loaded when the first vector is asked for, in that
process alone; nothing is fetched. Where it cannot be had `embedder` raises `ModelAway` with a plain reason, and again
without another try for `RETRY_SECONDS`.
"""

import hashlib
import importlib.util
import logging
import os
import re
import time
from collections.abc import Sequence
from pathlib import Path

import numpy
from django.conf import settings

from search.models import DIMENSIONS
from search.sentence_models.description import describe
from search.sentence_models.embedder import Embedder, ModelAway, Vectors
from search.sentence_models.onnx_model import OnnxModel
from search.sentence_models.torch_model import SentenceModel

STAND_IN = "stand-in"
RETRY_SECONDS = 120  # torch may be installed while the worker runs
GPUS = ("/dev/nvidiactl", "/dev/kfd")  # of NVIDIA and AMD, on Linux

__all__ = ["STAND_IN", "Embedder", "ModelAway", "StandIn", "embedder", "is_loaded", "model_folder", "query_embedder"]

logger = logging.getLogger(__name__)


class StandIn:
    """Words hashed into a vector: texts that share words are close. No model, no meaning."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        vectors = numpy.zeros((len(texts), DIMENSIONS), dtype=numpy.float32)
        for vector, text in zip(vectors, texts, strict=True):
            for word in re.findall(r"\w+", text.lower()) or [text]:
                digest = hashlib.blake2b(word.encode(), digest_size=4).digest()
                vector[int.from_bytes(digest, "big") % DIMENSIONS] += 1
        return vectors / numpy.linalg.norm(vectors, axis=1, keepdims=True)


_loaded: dict[str, Embedder] = {}
_away: dict[str, tuple[float, str]] = {}


def embedder() -> Embedder:
    """The embedder of EMBEDDING_MODEL for many texts, loaded at the first call of a process."""
    return _embedder(max(1, (os.cpu_count() or 2) // 2), gpu=has_gpu())


def query_embedder() -> Embedder:
    """The same for single short texts that somebody waits for: on one thread, as a second one only gets in its way."""
    return _embedder(1, gpu=False)


def is_loaded() -> bool:
    """Whether this process has the model in memory."""
    return settings.EMBEDDING_MODEL in _loaded


def needs_torch() -> bool:
    """Whether the model cannot be had here without PyTorch, or is better off with it."""
    name = settings.EMBEDDING_MODEL
    if name in ("", "none", STAND_IN):
        return False
    if settings.EMBEDDING_BACKEND == "torch" or has_gpu():
        return settings.EMBEDDING_BACKEND != "onnx"
    return settings.EMBEDDING_BACKEND == "auto" and bool(_why_not_onnx(name))


def has_gpu() -> bool:
    """Asked of the system: asking torch would cost its start and its memory."""
    return any(Path(device).exists() for device in GPUS)


def model_folder(name: str) -> Path | None:
    """The model's files: inside an installed package of that name, or the folder that the name is."""
    module = name.replace("-", "_")
    spec = importlib.util.find_spec(module) if module.isidentifier() else None
    for package in (spec.submodule_search_locations or []) if spec else []:
        if (Path(package) / "model" / "modules.json").exists():
            return Path(package) / "model"
    return Path(name) if Path(name).is_dir() else None


def _embedder(threads: int, *, gpu: bool) -> Embedder:
    name = settings.EMBEDDING_MODEL
    if name in _loaded:
        return _loaded[name]
    since, reason = _away.get(name, (0.0, ""))
    if reason and time.monotonic() - since < RETRY_SECONDS:
        raise ModelAway(reason)
    try:
        _loaded[name] = StandIn() if name == STAND_IN else _load(name, threads, gpu=gpu)
    except ModelAway as away:
        _away[name] = time.monotonic(), str(away)
        raise
    return _loaded[name]


def _load(name: str, threads: int, *, gpu: bool) -> Embedder:
    """By the first way that works."""
    backend = settings.EMBEDDING_BACKEND
    ways = {"onnx": _by_onnx, "torch": _by_torch}
    order = [backend] if backend in ways else ["torch", "onnx"] if gpu else ["onnx", "torch"]
    reasons = []
    for way in order:
        try:
            return ways[way](name, threads)
        except ModelAway as away:
            reasons.append(str(away))
            logger.info("the model %s is not run by %s: %s", name, way, away)
    raise ModelAway(reasons[-1])


def _by_onnx(name: str, threads: int) -> Embedder:
    folder, reason = model_folder(name), _why_not_onnx(name)
    if folder is None or reason:
        raise ModelAway(reason)
    try:
        return OnnxModel(folder, threads)
    except ModelAway as away:
        raise ModelAway(f"The model {name} could not be loaded: {away}") from away
    except (ImportError, OSError, ValueError, RuntimeError) as error:
        raise ModelAway(_reason(name, error)) from error


def _why_not_onnx(name: str) -> str:
    """Empty where ONNX Runtime can be expected to run it."""
    for package in ("onnx", "onnxruntime", "safetensors", "tokenizers"):
        if importlib.util.find_spec(package) is None:
            return f"The Python package {package} is not installed, so ONNX Runtime cannot run the model {name}."
    folder = model_folder(name)
    if folder is None:
        return f"The model {name} is not on this machine."
    try:
        describe(folder)
    except (ModelAway, OSError, ValueError, LookupError) as error:
        return f"ONNX Runtime cannot run the model {name}: {error}"
    return ""


def _by_torch(name: str, threads: int) -> Embedder:
    try:
        return SentenceModel(name, model_folder(name), threads)
    except (ImportError, OSError, ValueError, RuntimeError) as error:
        raise ModelAway(_reason(name, error)) from error


def _reason(name: str, error: Exception) -> str:
    first_line = (str(error) or type(error).__name__).splitlines()[0][:200]
    if isinstance(error, ModuleNotFoundError):
        return f"The Python package {error.name} is not installed, so the model {name} cannot run."
    if model_folder(name) is None:
        return f"The model {name} is not on this machine: {first_line}"
    return f"The model {name} could not be loaded: {first_line}"
