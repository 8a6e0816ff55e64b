"""What a folder of a sentence-transformers model says of itself, and whether our own graph can stand for it."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from search.models import DIMENSIONS
from search.sentence_models.embedder import ModelAway

_STEPS = (["Transformer", "Pooling"], ["Transformer", "Pooling", "Normalize"])


@dataclass(frozen=True)
class Description:
    weights: Path
    words: Path  # the tokenizer's file
    config: dict[str, Any]
    pooling: str  # "mean" or "cls"
    longest: int  # tokens of a text, its marks of beginning and end among them
    lower_case: bool  # before the tokenizer


def describe(folder: Path) -> Description:
    """Raises ModelAway for what is no BERT of our dimensions, or does something more than pool its tokens."""
    config = _read(folder / "config.json")
    steps = json.loads((folder / "modules.json").read_text())
    if [step["type"].rpartition(".")[2] for step in steps] not in _STEPS or steps[0]["path"]:
        raise ModelAway("it has other steps than tokens and their pooling")
    if (config.get("model_type"), config.get("hidden_act")) != ("bert", "gelu"):
        raise ModelAway(f"it is a {config.get('model_type')} with {config.get('hidden_act')}, not a BERT with gelu")
    if config.get("position_embedding_type", "absolute") != "absolute":
        raise ModelAway("its tokens are not placed as in BERT")
    if config["hidden_size"] != DIMENSIONS:
        raise ModelAway(f"it makes vectors of {config['hidden_size']} numbers; {DIMENSIONS} are needed")
    if _read_if_there(folder / "config_sentence_transformers.json").get("default_prompt_name"):
        raise ModelAway("it puts words of its own before each text")
    limits = _read_if_there(folder / "sentence_bert_config.json")
    return Description(
        weights=folder / "model.safetensors",
        words=folder / "tokenizer.json",
        config=config,
        pooling=_pooling(_read(folder / steps[1]["path"] / "config.json")),
        longest=min(
            limits.get("max_seq_length") or config["max_position_embeddings"], config["max_position_embeddings"]
        ),
        lower_case=bool(limits.get("do_lower_case")),
    )


def _pooling(config: dict[str, Any]) -> str:
    found = {key.removeprefix("pooling_mode_") for key, is_on in config.items() if is_on is True}
    found &= {"cls_token", "mean_tokens", "max_tokens", "mean_sqrt_len_tokens", "weightedmean_tokens", "lasttoken"}
    if isinstance(config.get("pooling_mode"), str):
        found = {config["pooling_mode"]}
    for pooling in ("mean", "cls"):
        if found in ({pooling}, {f"{pooling}_tokens"}, {f"{pooling}_token"}):
            return pooling
    raise ModelAway(f"it pools its tokens by {', '.join(sorted(found)) or 'nothing known'}")


def _read(file: Path) -> dict[str, Any]:
    found = json.loads(file.read_text())
    if not isinstance(found, dict):
        raise ModelAway(f"{file.name} is not what it should be")
    return found


def _read_if_there(file: Path) -> dict[str, Any]:
    return _read(file) if file.exists() else {}
