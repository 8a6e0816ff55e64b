"""Makes `.venv` and installs what the lock names; run by the Makefile with the system's Python before anything else.

Standard library only, and no import of ours: nothing is installed yet. A stamp remembers what was installed, so that
later starts cost nothing. PyTorch stands outside the lock, because its file differs from place to place: tests want it
at once (`--dev`), the site installs it while it runs already (`--torch`), as it may be gigabytes.
"""

import argparse
import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
VENV = PROJECT / ".venv"
PYTHON = VENV / "bin" / "python"
PIP = [str(PYTHON), "-m", "pip", "install", "--disable-pip-version-check"]
TORCH = re.search(r'"(torch==[^"]+)"', (PROJECT / "pyproject.toml").read_text()).group(1)  # type: ignore[union-attr]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dev", action="store_true", help="what tests and checks need, too")
    parser.add_argument("--torch", action="store_true", help="only PyTorch")
    chosen = parser.parse_args()
    lock = PROJECT / ("requirements-dev.lock" if chosen.dev else "requirements.lock")
    stamp = VENV / f"installed-{lock.stem}"
    if chosen.torch:
        with one_at_a_time():
            sys.exit(install_torch())
    if not stamp.exists() or stamp.read_text() != fingerprint(lock):
        make_venv()
        # Commands of the environment find our packages from any folder.
        (site_packages() / "wovepaper.pth").write_text(f"{PROJECT}\n")
        with one_at_a_time():
            install_lock(lock)
            if chosen.dev:
                install_torch()
            stamp.write_text(fingerprint(lock))


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Two pips in one environment would spoil it; and what one that was killed has left half done is undone."""
    with (VENV / "install.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for half_done in site_packages().glob("*.dist-info"):
            if not (half_done / "RECORD").exists():
                shutil.rmtree(half_done)  # pip then takes the package for missing
        yield


def fingerprint(lock: Path) -> str:
    """What must stay the same for the installed packages to be right: the lock, the Python, the place."""
    digest = hashlib.sha256(lock.read_bytes()).hexdigest()
    return f"{digest} {TORCH} {sys.version_info.major}.{sys.version_info.minor} {VENV}\n"


def make_venv() -> None:
    check = [str(PYTHON), "-c", f"import pip, sys; sys.exit(sys.prefix != {str(VENV)!r})"]
    if PYTHON.exists() and subprocess.run(check, capture_output=True).returncode == 0:
        return
    say(f"Making .venv with Python {sys.version.split()[0]}")
    shutil.rmtree(VENV, ignore_errors=True)
    command = [sys.executable, "-m", "venv", str(VENV)]
    made = subprocess.run(command, capture_output=True, text=True)
    if made.returncode and apt_get(f"python{sys.version_info.major}.{sys.version_info.minor}-venv"):
        made = subprocess.run(command, capture_output=True, text=True)
    if made.returncode:
        sys.exit(
            f"The virtual environment could not be made: {(made.stdout + made.stderr).strip()}\n"
            "On Debian and Ubuntu: apt-get install python3-venv, then start again."
        )


def site_packages() -> Path:
    [folder] = VENV.glob("lib/python*/site-packages")
    return folder


def install_lock(lock: Path) -> None:
    names = re.findall(r"^([A-Za-z0-9._-]+(?:\[[^\]]+\])?)==", lock.read_text(), re.MULTILINE)
    say(f"Installing up to {len(names)} packages from {lock.name} (only when it has changed)")
    # Not compiled here: Python does that for the few modules that are really imported.
    code, output = pip("--require-hashes", "--no-deps", "--no-compile", "-r", str(lock), expected=len(names))
    if code:
        sys.exit("Installing failed:\n" + "\n".join(output[-15:]))


def install_torch() -> int:
    say(f"Installing PyTorch ({TORCH}), which finds similar papers")
    if sys.stdout.isatty():  # its download may be long, and pip's own bar tells rate and time left
        code, reason = subprocess.call([*PIP, "--no-compile", TORCH]), "see above"
    else:
        code, output = pip("--no-compile", TORCH, expected=0)
        reason = next((line for line in reversed(output) if line.startswith("ERROR")), "pip failed")
    if code:
        say(f"  PyTorch is not to be had here ({reason}).")
        say("  All works without it, but there are no similar papers. `make torch` tries again.")
    return code


def pip(*arguments: str, expected: int) -> tuple[int, list[str]]:
    """Run pip install and turn its lines into one that moves: packages, rate, time left."""
    command = [*PIP, "--progress-bar=off", *arguments]
    began, seen, lines = time.monotonic(), 0, []
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as running:
        for line in running.stdout or ():
            lines.append(line.rstrip())
            if line.startswith(("Collecting ", "Requirement already satisfied", "Ignoring ")):
                seen += 1
                progress(seen, expected, time.monotonic() - began)
            elif "Downloading " in line and "(" in line and not expected:
                say(f"  {line.strip()}")
            elif line.startswith("Installing collected packages"):
                say(f"  all are here after {time.monotonic() - began:.0f} s; unpacking them")
    say(f"  done after {time.monotonic() - began:.0f} s" if running.returncode == 0 else "  failed")
    return running.returncode, lines


def progress(done: int, expected: int, seconds: float) -> None:
    if not expected or not (sys.stdout.isatty() or done % 25 == 0):
        return
    rate = done / max(seconds, 0.1)
    left = max(expected - done, 0) / rate
    line = f"  {done} of {expected} packages, {rate:.1f} a second, about {left:.0f} s left"
    print(line, end="\r" if sys.stdout.isatty() else "\n", flush=True)


def apt_get(package: str) -> bool:
    """Install a Debian package if we may; False if we may not or it failed, which is said."""
    program = shutil.which("apt-get")
    if program is None or os.geteuid() != 0:
        return False
    say(f"  apt-get install {package}")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update", "-q"], ["install", "-q", "-y", "--no-install-recommends", package]):
        done = subprocess.run([program, *command], env=environment, capture_output=True, text=True)
    if done.returncode:
        say("  " + (done.stderr or done.stdout).strip().rpartition("\n")[2])
    return done.returncode == 0


def say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    main()
