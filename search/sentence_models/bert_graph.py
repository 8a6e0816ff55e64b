"""The ONNX graph of a BERT whose weights are in a safetensors file: tokens of texts in, vectors of length 1 out.

Neither torch nor an exporter is needed. `int8` holds every matrix and the table of words in bytes, a scale for each
column (for each word), and gives activations theirs at run time; weights keep to 7 bits, as the sums of processors
without VNNI would overflow with 8, and come to other vectors. Layers are fused as ONNX Runtime's
own operators have them (domain com.microsoft). Texts that are given together must have as many tokens each.
"""

from pathlib import Path
from typing import Any

import numpy
import onnx
from onnx import TensorProto, helper, numpy_helper
from safetensors import safe_open

FUSED = "com.microsoft"
LARGEST = 63  # of a quantised weight: 7 bits


def build(weights: Path, config: dict[str, Any], pooling: str, *, int8: bool) -> bytes:
    """`pooling` is "mean" or "cls"."""
    with safe_open(weights, "np") as tensors:
        graph = _Graph(tensors, config, int8=int8)
        return graph.finished(pooling)


class _Graph:
    def __init__(self, tensors: Any, config: dict[str, Any], *, int8: bool) -> None:
        self._tensors, self._config, self._int8 = tensors, config, int8
        self._prefix = "" if "embeddings.LayerNorm.weight" in tensors.keys() else "bert."  # noqa: SIM118 - no dict
        self._nodes: list[onnx.NodeProto] = []
        self._constants: list[onnx.TensorProto] = []

    def finished(self, pooling: str) -> bytes:
        hidden = self._embeddings()
        for layer in range(self._config["num_hidden_layers"]):
            hidden = self._layer(f"encoder.layer.{layer}", hidden)
        vectors = self._pooled(hidden, pooling)
        graph = helper.make_graph(
            self._nodes,
            "bert",
            [helper.make_tensor_value_info("tokens", TensorProto.INT64, ["texts", "length"])],
            [helper.make_tensor_value_info(vectors, TensorProto.FLOAT, ["texts", self._config["hidden_size"]])],
            self._constants,
        )
        opsets = [helper.make_opsetid("", 17), helper.make_opsetid(FUSED, 1)]
        return helper.make_model(graph, opset_imports=opsets, ir_version=8).SerializeToString()

    def _embeddings(self) -> str:
        words = self._weight("embeddings.word_embeddings.weight")
        if self._int8:
            scales = _scales(words, axis=1)
            table = self._constant("words", numpy.round(words / scales).astype(numpy.int8))
            small = self._node("Cast", [self._node("Gather", [table, "tokens"])], to=TensorProto.FLOAT)
            found = self._node("Mul", [small, self._node("Gather", [self._constant("word scales", scales), "tokens"])])
        else:
            found = self._node("Gather", [self._constant("words", words), "tokens"])
        # All our texts are of the first type, so that its vector is part of each position's.
        places = self._weight("embeddings.position_embeddings.weight")
        places = places + self._weight("embeddings.token_type_embeddings.weight")[0]
        length = self._node("Slice", [self._node("Shape", ["tokens"]), self._number([1]), self._number([2])])
        here = self._node("Slice", [self._constant("places", places), self._number([0]), length, self._number([0])])
        summed = self._node("Add", [found, here])
        return self._node("LayerNormalization", [summed, *self._norm("embeddings.LayerNorm")], **self._normed, axis=-1)

    def _layer(self, name: str, hidden: str) -> str:
        attended = self._attention(f"{name}.attention.self", hidden)
        attended = self._dense(f"{name}.attention.output.dense", attended)
        hidden = self._added(f"{name}.attention.output.LayerNorm", attended, hidden)
        inner = self._node("Gelu", [self._dense(f"{name}.intermediate.dense", hidden)], domain=FUSED)
        return self._added(f"{name}.output.LayerNorm", self._dense(f"{name}.output.dense", inner), hidden)

    def _attention(self, name: str, hidden: str) -> str:
        parts = [f"{name}.{part}" for part in ("query", "key", "value")]
        matrix = numpy.concatenate([self._weight(f"{part}.weight").T for part in parts], axis=1)
        bias = self._constant(f"{name}.bias", numpy.concatenate([self._weight(f"{part}.bias") for part in parts]))
        heads = {"num_heads": self._config["num_attention_heads"], "domain": FUSED}
        if not self._int8:
            return self._node("Attention", [hidden, self._constant(name, matrix), bias], **heads)
        small, scales = self._bytes(name, matrix)
        hidden_bytes, scale, zero = self._node("DynamicQuantizeLinear", [hidden], outputs=3)
        zeros = self._constant(f"{name}.zeros", numpy.zeros(matrix.shape[1], numpy.int8))
        inputs = [hidden_bytes, small, bias, scale, scales, "", zero, zeros]
        return self._node("QAttention", inputs, **heads)

    def _dense(self, name: str, given: str) -> str:
        matrix = self._weight(f"{name}.weight").T
        bias = self._constant(f"{name}.bias", self._weight(f"{name}.bias"))
        if not self._int8:
            return self._node("Add", [self._node("MatMul", [given, self._constant(name, matrix)]), bias])
        small, scales = self._bytes(name, matrix)
        return self._node("DynamicQuantizeMatMul", [given, small, scales, "", bias], domain=FUSED)

    def _added(self, name: str, given: str, before: str) -> str:
        return self._node("SkipLayerNormalization", [given, before, *self._norm(name)], domain=FUSED, **self._normed)

    def _pooled(self, hidden: str, pooling: str) -> str:
        if pooling == "cls":
            pooled = self._node("Gather", [hidden, self._constant("first", numpy.int64(0))], axis=1)
        else:
            pooled = self._node("ReduceMean", [hidden], axes=[1], keepdims=0)
        return self._node("LpNormalization", [pooled], axis=-1, p=2)

    @property
    def _normed(self) -> dict[str, Any]:
        return {"epsilon": self._config["layer_norm_eps"]}

    def _norm(self, name: str) -> list[str]:
        return [self._constant(f"{name}.{part}", self._weight(f"{name}.{part}")) for part in ("weight", "bias")]

    def _bytes(self, name: str, matrix: numpy.ndarray) -> tuple[str, str]:
        scales = _scales(matrix, axis=0)
        small = numpy.round(matrix / scales).astype(numpy.int8)
        return self._constant(name, small), self._constant(f"{name}.scales", scales[0])

    def _weight(self, name: str) -> numpy.ndarray:
        return numpy.asarray(self._tensors.get_tensor(self._prefix + name), dtype=numpy.float32)

    def _number(self, values: list[int]) -> str:
        return self._constant(f"numbers {len(self._constants)}", numpy.array(values, dtype=numpy.int64))

    def _constant(self, name: str, values: Any) -> str:
        self._constants.append(
            numpy_helper.from_array(numpy.ascontiguousarray(values).reshape(numpy.shape(values)), name)
        )
        return name

    def _node(self, kind: str, inputs: list[str], *, outputs: int = 1, **attributes: Any) -> Any:
        names = [f"{kind} {len(self._nodes)} {number}" for number in range(outputs)]
        self._nodes.append(helper.make_node(kind, inputs, names, **attributes))
        return names[0] if outputs == 1 else names


def _scales(matrix: numpy.ndarray, axis: int) -> numpy.ndarray:
    largest = numpy.abs(matrix).max(axis=axis, keepdims=True)
    return (numpy.where(largest > 0, largest, 1) / LARGEST).astype(numpy.float32)
