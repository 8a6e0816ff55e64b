"""`make bench`: all timings, one after another, each in a process of its own."""

import subprocess
import sys

BENCHES = ("load", "oai", "pages", "search")


def main() -> int:
    failed = [
        name for name in BENCHES if subprocess.run([sys.executable, "-m", f"bench.{name}", *sys.argv[1:]]).returncode
    ]
    if failed:
        print(f"failed: {', '.join(failed)}")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
