"""Reads of JSON-LD as tests make them."""


def every_node(value):
    """Every object in it, those in objects too."""
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from every_node(part)
