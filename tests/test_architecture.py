"""What holds for the whole tree: sizes, layers, documented settings, migrations, nothing of one machine's own."""

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from django.core.management import call_command

PROJECT = Path(__file__).resolve().parents[1]
APPS = ("wovepaper", "accounts", "harvest", "search", "papers", "researchers", "institutions", "common")
MODULE_LINES = 300
TEST_LINES = 500
# Whoever starts a process names these in its environment; the rest are ours to document.
NOT_OURS = {"PATH", "CI", "DJANGO_SETTINGS_MODULE"}


def modules(*folders):
    return [
        path
        for folder in folders
        for path in sorted((PROJECT / folder).rglob("*.py"))
        if "migrations" not in path.parts and path.stat().st_size
    ]


def committed_files():
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=PROJECT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("not a git checkout: no list of committed files")
    return [PROJECT / name for name in listed.stdout.split("\0") if name and (PROJECT / name).is_file()]


def named(path):
    return path.relative_to(PROJECT).as_posix()


def lines_of(path):
    return len(path.read_text().splitlines())


def variables_read():
    """Names of environment variables in calls such as env.text("PORT") and os.environ.get("PORT")."""
    found = {}
    for path in [*modules(*APPS), PROJECT / "manage.py"]:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                called = ast.unparse(node.func)
                if re.fullmatch(r"env\.\w+|os\.(environ\.get|getenv)|environment\.get", called):
                    found.setdefault(node.args[0].value, named(path))
            if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
                name = re.fullmatch(r"os\.environ\['(\w+)'\]", ast.unparse(node))
                if name:
                    found.setdefault(name.group(1), named(path))
    return {name: where for name, where in found.items() if name not in NOT_OURS}


def test_modules_hold_one_idea_each():
    long = {named(path): lines_of(path) for path in modules(*APPS) if lines_of(path) > MODULE_LINES}
    assert not long


def test_test_files_stay_readable():
    long = {named(path): lines_of(path) for path in modules("tests") if lines_of(path) > TEST_LINES}
    assert not long


def test_every_module_tells_its_job_at_the_top():
    silent = [
        named(path)
        for path in modules(*APPS)
        if ast.get_docstring(ast.parse(path.read_text())) is None and path.name not in {"apps.py", "admin.py"}
    ]
    assert not silent


def test_no_module_is_a_drawer_for_odds_and_ends():
    drawers = {"utils.py", "helpers.py", "misc.py", "util.py", "helper.py"}
    assert not [named(path) for path in modules(*APPS, "tests") if path.name in drawers]


def test_imports_point_down():
    linter = Path(sys.executable).with_name("lint-imports")
    checked = subprocess.run([linter, "--no-cache"], cwd=PROJECT, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout[-2000:]


@pytest.mark.django_db
def test_no_migration_is_missing():
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


def test_every_setting_is_in_the_example_file_and_in_the_operators_table():
    example = (PROJECT / ".env.example").read_text()
    table = (PROJECT / "docs" / "operations.md").read_text()
    read = variables_read()
    assert "DATABASE_URL" in read  # else this test looks for the wrong calls
    assert not {name: where for name, where in read.items() if not re.search(rf"^#?\s*{name}=", example, re.MULTILINE)}
    assert not {name: where for name, where in read.items() if not re.search(rf"^\| `{name}` \|", table, re.MULTILINE)}


def test_example_file_names_no_setting_that_is_not_read():
    example = set(re.findall(r"^#?\s*([A-Z][A-Z0-9_]+)=", (PROJECT / ".env.example").read_text(), re.MULTILINE))
    assert not example - set(variables_read())


def test_committed_files_name_no_path_of_one_machine_and_no_registry():
    # Put together here, so that this file passes its own test.
    hosts = ["py" + "pi.org", "python" + "hosted.org", "npm" + "js.org", "debian" + ".org", "download.py" + "torch.org"]
    folders = ["/wo" + "rk/", "/ro" + "ot/", "/op" + "t/wheels", "/op" + "t/pypi", f"{PROJECT}/"]
    never = re.compile("|".join(map(re.escape, [*hosts, *folders])).encode())
    found = {}
    for path in committed_files():
        if hit := never.search(path.read_bytes()):
            found[named(path)] = hit.group().decode()
    assert not found


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock"])
def test_lock_fits_every_machine(lock):
    text = (PROJECT / lock).read_text()
    blocks = re.split(r"\n(?=[a-zA-Z0-9])", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE).strip())
    unhashed = [block.splitlines()[0] for block in blocks if "--hash=sha256:" not in block]
    assert not unhashed
    assert not re.findall(r"^(?:torch|triton|nvidia-\S+|cuda-\S+)==|^-|^\s+-[^-]|\+cpu", text, re.MULTILINE)
    # One wheel of each system and Python: a lock made against a local folder would know only one.
    numpy = next(block for block in blocks if block.startswith("numpy=="))
    assert numpy.count("--hash") > 20


def test_lock_holds_what_the_project_asks_for():
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]
    for lock, wanted in (
        ("requirements.lock", project["dependencies"]),
        ("requirements-dev.lock", project["dependencies"] + project["optional-dependencies"]["dev"]),
    ):
        held = {
            tidy(name) for name in re.findall(r"^([\w.-]+)(?:\[.*\])?==", (PROJECT / lock).read_text(), re.MULTILINE)
        }
        asked = {tidy(re.match(r"[\w.-]+", line).group()) for line in wanted}
        assert not asked - held - {"torch"}, f"{lock}: run `make lock`"


def tidy(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def test_every_make_target_that_the_documents_name_exists():
    targets = set(re.findall(r"^([a-z-]+):", (PROJECT / "Makefile").read_text(), re.MULTILINE))
    for document in [*PROJECT.glob("*.md"), *(PROJECT / "docs").glob("*.md")]:
        told = set(re.findall(r"`(?:[A-Z_]+=\S+ )*make ([a-z-]+)", document.read_text()))
        assert not told - targets, named(document)


def test_every_file_that_the_map_names_exists():
    mapped = (PROJECT / "docs" / "architecture.md").read_text().partition("## Where it differs")[0]
    told = re.findall(r"`([\w/]+(?:\.py|/))`", mapped)
    assert len(told) > 50  # else this test reads the wrong part
    folders = {f"{named(path.parent)}/" for path in modules(*APPS)}
    known = {named(path) for path in modules(*APPS, "bench")} | folders
    missing = [name for name in told if not any(f"/{path}".endswith(f"/{name}") for path in known)]
    assert not [name for name in missing if not (PROJECT / name).exists()]
