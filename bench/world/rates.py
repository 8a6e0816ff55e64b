"""The table of rates of the made world, read from rates.toml."""

import tomllib
from pathlib import Path
from typing import Any

TABLE = Path(__file__).with_name("rates.toml")


def load() -> dict[str, dict[str, Any]]:
    """Each rate by its name, as `openalex.shifted`, with all that is told of it."""
    groups = tomllib.loads(TABLE.read_text())
    return {f"{group}.{name}": told for group, names in groups.items() for name, told in names.items()}


def value(told: dict[str, Any]) -> float:
    return told["count"] / told["of"] if "count" in told else told["rate"]


RATES = {name: value(told) for name, told in load().items()}
