"""`python -m bench.dumps`: what a dump of everything costs beside a bare COPY, and a page of `/oai` beside its query.

    python -m bench.dumps --data FOLDER [--out FOLDER] [--only oai|dumps] [--tables papers …]

FOLDER is a site made by `bench.many_papers` or `bench.big`. The dump goes to a folder under `--out` that is taken away
afterwards; memory is that of this process, told for the first tenth of a table's time and for the whole.
"""

import argparse
import sys
import tempfile
from importlib import import_module
from pathlib import Path

from bench.big import open_big


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.dumps", description=__doc__.partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True, help="folder of the site")
    parser.add_argument("--out", type=Path, default=Path(tempfile.gettempdir()))
    parser.add_argument("--only", choices=("oai", "dumps"))
    parser.add_argument("--tables", nargs="*", default=[], help="of the dump, in this order (default: all)")
    options = parser.parse_args()
    with open_big(options.data):
        if options.only != "dumps":
            import_module("bench.oai_provider").measure()
        if options.only != "oai":
            with tempfile.TemporaryDirectory(prefix="wove-dump-", dir=options.out) as folder:
                import_module("bench.dump_costs").measure(Path(folder), options.tables)
    return 0


if __name__ == "__main__":
    sys.exit(main())
