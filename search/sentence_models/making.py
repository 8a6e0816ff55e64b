"""`python -m search.sentence_models.making`: reads what to make from its input, writes the graph where it is told."""

import json
import sys
from pathlib import Path

from search.sentence_models import bert_graph


def main() -> None:
    weights, config, pooling, output = json.load(sys.stdin)
    Path(output).write_bytes(bert_graph.build(Path(weights), config, pooling, int8=True))


if __name__ == "__main__":
    main()
