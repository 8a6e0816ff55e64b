"""`make soak`: kill a harvest at random, and compare what it wrote with an undisturbed one.

    make soak                          arXiv's harvest, then the world's; 20 kills each
    make soak ARGS="--world"           the world's alone; --arxiv: arXiv's alone
    make soak ARGS="--kills 60 --seed 7"

One database is harvested in peace. A second one is harvested by a real worker and a real scheduler while these,
Postgres (one process or all, which then recovers from its log) and Valkey (with or without its data) are ended with
SIGKILL, some while a source is asked and some while an answer is written. Exits 0 if the rows of both are the same.
Nothing is left behind. What is harvested: soak_arxiv.py, soak_world.py.
"""

import argparse
import os
import random
import secrets
import signal
import sys
import time

from bench import soak_arxiv, soak_world
from bench.site import stop_like_ctrl_c


def main() -> int:
    options = _options()
    signal.signal(signal.SIGTERM, stop_like_ctrl_c)
    os.environ.setdefault("SECRET_KEY", secrets.token_urlsafe(48))
    both = options.arxiv == options.world
    same = True
    for name, soak, chosen in (("arXiv", soak_arxiv.soak, options.arxiv), ("world", soak_world.soak, options.world)):
        if chosen or both:
            began = time.monotonic()
            print(f"{name}: seed {options.seed}, {options.kills} kills", flush=True)
            told = soak(options, random.Random(options.seed))
            print(f"{'the same rows' if told else 'DIFFERENT ROWS'} after {time.monotonic() - began:.0f} s", flush=True)
            same = same and told
    return 0 if same else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.soak", description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--arxiv", action="store_true", help="arXiv's harvest alone")
    parser.add_argument("--world", action="store_true", help="the world's alone")
    parser.add_argument("--records", type=int, default=6000, help="of arXiv")
    parser.add_argument("--page-size", type=int, default=250, help="of arXiv")
    parser.add_argument("--papers", type=int, default=3000, help="of the world")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
