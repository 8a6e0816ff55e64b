"""Ways to run one sentence-transformers model: by PyTorch, or by ONNX Runtime from a graph that we make ourselves.

`embedder` says what all of them are, `torch_model` and `onnx_model` run it, `bert_graph` makes the graph, `files` keeps
it. Who wants vectors asks `search.embedders`, which chooses.
"""
