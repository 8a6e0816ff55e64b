"""From texts to vectors: a sentence-transformers model that is on this machine, or a repeatable stand-in for tests.

torch is imported when the first vector is asked for, in that process alone; nothing is fetched. Where the model cannot
be had `embedder` raises `ModelAway` with a plain reason, and again without another try for `RETRY_SECONDS`.
"""

import hashlib
import importlib
import importlib.util
import logging
import os
import re
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy
from django.conf import settings

from search.models import DIMENSIONS

STAND_IN = "stand-in"
BATCH = 32
RETRY_SECONDS = 120  # torch may be installed while the worker runs

Vectors = numpy.ndarray


class ModelAway(Exception):  # noqa: N818 - a state, not a mistake
    """No embeddings can be made in this process; the text says why."""


class Embedder(Protocol):
    def embed(self, texts: Sequence[str]) -> Vectors:
        """One vector of length 1 for each text."""


class StandIn:
    """Words hashed into a vector: texts that share words are close. No model, no meaning."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        vectors = numpy.zeros((len(texts), DIMENSIONS), dtype=numpy.float32)
        for vector, text in zip(vectors, texts, strict=True):
            for word in re.findall(r"\w+", text.lower()) or [text]:
                digest = hashlib.blake2b(word.encode(), digest_size=4).digest()
                vector[int.from_bytes(digest, "big") % DIMENSIONS] += 1
        return vectors / numpy.linalg.norm(vectors, axis=1, keepdims=True)


class SentenceModel:
    def __init__(self, name: str) -> None:
        os.environ.update({"HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1", "TOKENIZERS_PARALLELISM": "false"})
        importlib.invalidate_caches()
        torch = importlib.import_module("torch")
        library = importlib.import_module("sentence_transformers")
        importlib.import_module("transformers.utils.logging").disable_progress_bar()
        logging.getLogger("sentence_transformers").setLevel(logging.WARNING)
        torch.set_num_threads(max(1, (os.cpu_count() or 2) // 2))
        self._model: Any = library.SentenceTransformer(str(model_folder(name) or name), local_files_only=True)
        found = len(self._model.encode(["length of a vector"], show_progress_bar=False)[0])
        if found != DIMENSIONS:
            raise ModelAway(f"The model {name} makes vectors of {found} numbers; {DIMENSIONS} are needed.")

    def embed(self, texts: Sequence[str]) -> Vectors:
        return self._model.encode(
            list(texts), batch_size=BATCH, normalize_embeddings=True, show_progress_bar=False, convert_to_numpy=True
        )


_loaded: dict[str, Embedder] = {}
_away: dict[str, tuple[float, str]] = {}


def embedder() -> Embedder:
    """The embedder of EMBEDDING_MODEL, loaded at the first call of a process."""
    name = settings.EMBEDDING_MODEL
    if name in _loaded:
        return _loaded[name]
    since, reason = _away.get(name, (0.0, ""))
    if reason and time.monotonic() - since < RETRY_SECONDS:
        raise ModelAway(reason)
    try:
        _loaded[name] = StandIn() if name == STAND_IN else SentenceModel(name)
    except (ImportError, OSError, ValueError, RuntimeError, ModelAway) as error:
        reason = str(error) if isinstance(error, ModelAway) else _reason(name, error)
        _away[name] = time.monotonic(), reason
        raise ModelAway(reason) from error
    return _loaded[name]


def is_loaded() -> bool:
    """Whether this process has the model in memory."""
    return settings.EMBEDDING_MODEL in _loaded


def model_folder(name: str) -> Path | None:
    """The model's files: inside an installed package of that name, or the folder that the name is."""
    module = name.replace("-", "_")
    spec = importlib.util.find_spec(module) if module.isidentifier() else None
    for package in (spec.submodule_search_locations or []) if spec else []:
        if (Path(package) / "model" / "modules.json").exists():
            return Path(package) / "model"
    return Path(name) if Path(name).is_dir() else None


def _reason(name: str, error: Exception) -> str:
    first_line = (str(error) or type(error).__name__).splitlines()[0][:200]
    if isinstance(error, ModuleNotFoundError):
        return f"The Python package {error.name} is not installed, so the model {name} cannot run."
    if model_folder(name) is None:
        return f"The model {name} is not on this machine: {first_line}"
    return f"The model {name} could not be loaded: {first_line}"
