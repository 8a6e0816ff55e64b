"""Whom Postgres runs as when we are root, which it refuses to be.

The account that owns the data already, else a system user made once. Where that user cannot enter the project's
folder (a private home, an umask of 077) it is given the one capability to do so, instead of opening the folder to
everyone.
"""

import os
import pwd
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

NAME = "embedded_postgres"
CAPABILITY = "dac_override"


@dataclass(frozen=True)
class Account:
    uid: int
    gid: int
    prefix: tuple[str, ...]  # put before a command that needs the capability; empty where it does not

    @property
    def owner(self) -> tuple[int, int] | None:
        """What `processes.spawn` must change to; the prefix does it itself."""
        return None if self.prefix else (self.uid, self.gid)


def account_for(data: Path, binary: Path) -> Account | None:
    """The account for the cluster in `data`; None if we are an ordinary user and need none."""
    if os.geteuid() != 0:
        return None
    held_by = data.stat() if data.exists() else None
    if held_by is not None and held_by.st_uid != 0:
        uid, gid = held_by.st_uid, held_by.st_gid
    else:
        entry = _system_user()
        uid, gid = entry.pw_uid, entry.pw_gid
    return Account(uid, gid, () if _can_enter(uid, gid, data.parent, binary) else _with_capability(uid, gid))


def _system_user() -> pwd.struct_passwd:
    try:
        return pwd.getpwnam(NAME)
    except KeyError:
        pass
    # Two runs may come here at once: whoever is second finds the name taken, which is all it wants.
    made = subprocess.run(
        [
            shutil.which("useradd") or "/usr/sbin/useradd",
            "--system",
            "--no-create-home",
            "--shell",
            "/usr/sbin/nologin",
            NAME,
        ],
        capture_output=True,
        text=True,
    )
    try:
        return pwd.getpwnam(NAME)
    except KeyError:
        raise PermissionError(
            f"Postgres will not run as root, and the system user {NAME} could not be made: {made.stderr.strip()}. "
            "Run as an ordinary user."
        ) from None


def _can_enter(uid: int, gid: int, folder: Path, binary: Path) -> bool:
    share = binary.parent.parent / "share"
    check = [
        shutil.which("test") or "/usr/bin/test",
        "-x",
        str(folder),
        "-a",
        "-x",
        str(binary),
        "-a",
        "-r",
        str(share),
    ]
    return subprocess.run(check, user=uid, group=gid, extra_groups=[], cwd="/").returncode == 0


def _with_capability(uid: int, gid: int) -> tuple[str, ...]:
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        raise PermissionError(
            f"Postgres will not run as root, and the user {NAME} cannot enter this folder. "
            "Run as an ordinary user, or from a folder that others may enter."
        )
    # no_setuid_fixup: access() would otherwise ignore capabilities, and Postgres asks it about its own binary.
    return (
        setpriv, f"--reuid={uid}", f"--regid={gid}", "--clear-groups", "--securebits=+no_setuid_fixup",
        f"--inh-caps=+{CAPABILITY}", f"--ambient-caps=+{CAPABILITY}", "--pdeathsig=INT", "--",
    )  # fmt: skip
