"""The shape of the project: imports run downwards, packages are listed, the wheel works elsewhere."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import cocoa_core

ROOT = Path(__file__).resolve().parent.parent

LAYERS = {
    "version": 0,
    "counts": 0,
    "whole_files": 0,
    "errors": 0,
    "seeds": 0,
    "logic": 1,
    "domain": 2,
    "language": 3,
    "records": 4,
    "generation": 5,
    "verification": 5,
    "checking": 6,
    "reference": 6,
    "scaffolding": 6,
    "analysis": 7,
    "api": 7,
    "evaluation": 8,
    "export": 9,
}
"""Where a part of cocoa_core stands; it may import from its own layer's package and from below."""

VERIFIER_MAY_IMPORT = {
    "cocoa_core.errors",
    "cocoa_core.version",
    "cocoa_core.language.phrases",
    "cocoa_core.verification",
}


def modules() -> Iterator[tuple[Path, str]]:
    for path in sorted((ROOT / "cocoa_core").rglob("*.py")):
        if path.parent != ROOT / "cocoa_core" or path.stem != "__init__":
            yield path, path.relative_to(ROOT / "cocoa_core").parts[0].removesuffix(".py")


def imports(path: Path) -> set[str]:
    """Every module that a file imports anywhere, type checking included."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return found


def test_every_part_of_the_core_has_a_layer() -> None:
    assert {part for _, part in modules()} <= set(LAYERS)


@pytest.mark.parametrize(
    ("path", "part"), list(modules()), ids=lambda one: one.stem if isinstance(one, Path) else one
)
def test_imports_run_downwards(path: Path, part: str) -> None:
    for name in imports(path):
        if name.startswith("cocoa_core."):
            other = name.split(".")[1]
            assert other == part or LAYERS[other] < LAYERS[part], f"{path.name} imports {name}"
        assert name.split(".")[0] not in ("cocoa", "cli", "cocoa_domains"), f"{path.name} imports {name}"


def test_the_verifier_shares_no_code_with_what_it_checks() -> None:
    for path in (ROOT / "cocoa_core" / "verification").rglob("*.py"):
        for name in imports(path):
            if name.startswith("cocoa_core"):
                assert any(name == one or name.startswith(f"{one}.") for one in VERIFIER_MAY_IMPORT), (
                    path,
                    name,
                )


def test_listed_packages_are_the_packages_of_the_tree() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    listed = set(project["tool"]["setuptools"]["packages"])
    found = {
        ".".join(path.parent.relative_to(ROOT).parts) for path in (ROOT / "cocoa_core").rglob("__init__.py")
    }
    assert listed == found | {"cocoa", "cocoa_domains"}


def test_files_have_one_job_each() -> None:
    for folder in ("cocoa_core", "cli", "domains"):
        for path in (ROOT / folder).rglob("*.py"):
            lines = path.read_text(encoding="utf-8").count("\n")
            assert lines <= 300, f"{path.relative_to(ROOT)} has {lines} lines"
            assert path.stem not in ("utils", "helpers", "misc", "common")


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy of the tree and unpacked far from it."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    listed = (
        subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            capture_output=True,
            check=True,
        )
        .stdout.decode()
        .split("\0")
    )
    for name in filter(None, listed):
        if (ROOT / name).is_file():
            target = source / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes((ROOT / name).read_bytes())
    build = [
        sys.executable,
        "-m",
        "build",
        "--wheel",
        "--no-isolation",
        "--outdir",
        str(folder / "dist"),
        str(source),
    ]
    done = subprocess.run(build, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    (wheel,) = (folder / "dist").glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def test_the_wheel_holds_only_what_is_ours(unpacked: Path) -> None:
    tops = {path.name for path in unpacked.iterdir() if not path.name.endswith(".dist-info")}
    assert tops == {"cocoa", "cocoa_core", "cocoa_domains"}
    for folder in (path.parent for path in (ROOT / "domains").glob("*/schema.yaml")):
        shipped = unpacked / "cocoa_domains" / folder.name
        for path in folder.rglob("*"):
            inside = path.relative_to(folder)
            assert "__pycache__" in inside.parts or (shipped / inside).exists(), path
    assert not list(unpacked.rglob("__pycache__"))


def test_the_wheel_shows_a_question_away_from_the_checkout(unpacked: Path, tmp_path: Path) -> None:
    program = (
        f"import sys; sys.path.insert(0, {str(unpacked)!r}); import cocoa_core; "
        "assert cocoa_core.__file__.startswith(sys.path[0]); "
        "print(cocoa_core.load_domain('flights').question(seed=1).answer)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.strip() in {"A", "B", "C", "D", "E"}


def test_inspect_finds_the_task_and_the_models_in_the_wheel(unpacked: Path, tmp_path: Path) -> None:
    site = tmp_path / "site-packages"
    site.symlink_to(unpacked, target_is_directory=True)
    cocoa_core.load_domain("flights").write(tmp_path / "exam", 2, seed=5)
    oracle = ("--model", "cocoa/oracle", "-M", "domain=exam/domain", "--log-format", "json")
    done = subprocess.run(
        [Path(sys.executable).parent / "inspect", "eval", "cocoa/exam", "-T", "path=exam", *oracle],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(site), "INSPECT_DISPLAY": "plain"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    (log,) = (json.loads(path.read_bytes()) for path in (tmp_path / "logs").glob("*.json"))
    assert log["eval"]["task_registry_name"] == "cocoa/exam"
    assert "task_file" not in log["eval"]  # which inspect notes of a task outside of the installed packages
    assert log["results"]["scores"][0]["metrics"]["accuracy"]["value"] == 1.0
