"""A model run by ONNX Runtime in bytes instead of floats: neither torch nor its start and memory are needed.

Texts are run one by one. In batches they are no faster on a processor, short ones
wait for long ones, and a text's vector depends on its company, since activations in bytes share one scale.
"""

import importlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy

from search.models import DIMENSIONS
from search.sentence_models import files
from search.sentence_models.description import Description, describe
from search.sentence_models.embedder import ModelAway, Vectors


class OnnxModel:
    def __init__(self, folder: Path, threads: int) -> None:
        os.environ["TOKENIZERS_PARALLELISM"] = "false"
        described = describe(folder)
        runtime = importlib.import_module("onnxruntime")
        self._lower_case = described.lower_case
        self._tokenizer = _tokenizer(described)
        options = runtime.SessionOptions()
        options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
        options.log_severity_level = 3  # errors
        # Texts are of all lengths: what one of them needed is given back, and threads that wait leave the processor.
        options.enable_cpu_mem_arena = options.enable_mem_pattern = False
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        graph = files.graph(described)
        try:
            self._session = runtime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])
        except Exception as error:  # its errors have no class of their own in common
            raise ModelAway(f"ONNX Runtime cannot load it: {_first_line(error)}") from error

    def embed(self, texts: Sequence[str]) -> Vectors:
        given = [text.lower() for text in texts] if self._lower_case else list(texts)
        vectors = numpy.empty((len(given), DIMENSIONS), dtype=numpy.float32)
        for vector, encoded in zip(vectors, self._tokenizer.encode_batch_fast(given), strict=True):
            vector[:] = self._run(encoded.ids)
        return vectors

    def _run(self, tokens: list[int]) -> Vectors:
        try:
            [[vector]] = self._session.run(None, {"tokens": numpy.array([tokens], dtype=numpy.int64)})
        except Exception as error:  # as above
            raise RuntimeError(f"ONNX Runtime failed: {_first_line(error)}") from error
        return vector


def _tokenizer(described: Description) -> Any:
    library = importlib.import_module("tokenizers")
    try:
        tokenizer = library.Tokenizer.from_file(str(described.words))
    except Exception as error:  # its errors have no class of their own
        raise ModelAway(f"its tokenizer cannot be loaded: {_first_line(error)}") from error
    tokenizer.enable_truncation(described.longest)
    tokenizer.no_padding()
    return tokenizer


def _first_line(error: Exception) -> str:
    return (str(error) or type(error).__name__).splitlines()[0][:200]
