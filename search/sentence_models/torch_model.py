"""A sentence-transformers model as its own library runs it: on a GPU where there is one, else on the processor.

torch is imported when the model is made, in that process alone; nothing is fetched.
"""

import importlib
import logging
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from search.models import DIMENSIONS
from search.sentence_models.embedder import ModelAway, Vectors

BATCH = 32


class SentenceModel:
    def __init__(self, name: str, folder: Path | None, threads: int) -> None:
        os.environ.update({"HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1", "TOKENIZERS_PARALLELISM": "false"})
        importlib.invalidate_caches()
        torch = importlib.import_module("torch")
        library = importlib.import_module("sentence_transformers")
        importlib.import_module("transformers.utils.logging").disable_progress_bar()
        logging.getLogger("sentence_transformers").setLevel(logging.WARNING)
        torch.set_num_threads(threads)
        self._model: Any = library.SentenceTransformer(str(folder or name), local_files_only=True)
        found = len(self._model.encode(["length of a vector"], show_progress_bar=False)[0])
        if found != DIMENSIONS:
            raise ModelAway(f"The model {name} makes vectors of {found} numbers; {DIMENSIONS} are needed.")

    def embed(self, texts: Sequence[str]) -> Vectors:
        return self._model.encode(
            list(texts), batch_size=BATCH, normalize_embeddings=True, show_progress_bar=False, convert_to_numpy=True
        )
