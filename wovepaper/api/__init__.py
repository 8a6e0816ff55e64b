"""The public read API: operations declared once, from which requests are read, answered and documented.

`operations.py` lists them. An `Operation` names its parameters by kinds of values, which read what is asked and write
its JSON Schema; its answer is a TypedDict of the app whose thing it shows. `answering.py` speaks HTTP, `openapi.py`
writes the document, `wovepaper.mcp` offers the same operations as tools.
"""
