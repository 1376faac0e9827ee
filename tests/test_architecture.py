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
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from pathlib import Path

import pytest

import cocoa_core

ROOT = Path(__file__).resolve().parent.parent

LAYERS = {
    part: layer
    for layer, parts in enumerate(
        (
            (
                "version",
                "lazy_exports",
                "errors",
                "seeds",
                "suggestions",
                "english",
                "grouping",
                "intervals",
                "lexicon",
                "text",
            ),
            ("logic", "domain", "answers", "independent", "templates", "extras", "atomic_files"),
            ("loading", "language", "proof", "verification"),
            ("importing", "items", "sources"),
            ("families", "running"),
            ("remote",),
            ("analysis", "checking", "evaluation", "scaffolding"),
            ("api",),
            ("export", "preview"),
            (
                "family_contract",
                "training",
                "assistants",
                "auditing",
                "reviewing",
                "paraphrasing",
                "learning",
            ),
        )
    )
    for part in parts
}
"""Where a part of cocoa_core stands; it may import from its own layer's package and from below."""


def modules() -> Iterator[tuple[Path, str]]:
    for path in sorted((ROOT / "cocoa_core").rglob("*.py")):
        if path.parent != ROOT / "cocoa_core" or path.stem != "__init__":
            yield path, path.relative_to(ROOT / "cocoa_core").parts[0].removesuffix(".py")


@cache
def imports(path: Path) -> frozenset[str]:
    """Every module that a file imports anywhere, type checking included."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return frozenset(found)


def test_every_part_of_the_core_has_a_layer() -> None:
    assert {part for _, part in modules()} <= set(LAYERS)


def runs_downwards(name: str, part: str) -> bool:
    """Whether a part of the core may import a module."""
    top, _, other = name.partition(".")
    if top == "cocoa_core" and other:
        other = other.split(".")[0]
        return other == part or LAYERS[other] < LAYERS[part]
    return top not in ("cocoa", "cli", "cocoa_domains")


def test_imports_run_downwards() -> None:
    upwards = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path, part in modules()
        for name in imports(path)
        if not runs_downwards(name, part)
    ]
    assert upwards == []


def room_of(path: Path) -> str:
    """The folder of a file; where that holds folders too, the file itself, which may stand between them."""
    split = any((folder / "__init__.py").exists() for folder in path.parent.iterdir() if folder.is_dir())
    return ".".join((path.with_suffix("") if split else path.parent).relative_to(ROOT).parts)


def rooms_and_imports() -> dict[str, set[str]]:
    """Each room of the core, and the rooms that its files import from."""
    found: dict[str, set[str]] = {}
    for path, _ in modules():
        for name in imports(path):
            there = ROOT.joinpath(*name.split("."))
            places = (there.with_suffix(".py"), there.parent.with_suffix(".py"), there.parent / "__init__.py")
            file = next(filter(Path.exists, places), None)
            if file is not None and name.startswith("cocoa_core."):
                found.setdefault(room_of(path), set()).add(room_of(file))
    return {room: others - {room} for room, others in found.items()}


def test_no_room_leads_back_to_itself() -> None:
    """Also inside of a part, where the layers do not look."""
    try:
        TopologicalSorter(rooms_and_imports()).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


WITH_A_FACE = (
    *(
        "analysis",
        "answers",
        "assistants",
        "auditing",
        "checking",
        "domain",
        "export",
        "importing",
        "independent",
    ),
    *(
        "items",
        "language",
        "learning",
        "lexicon",
        "loading",
        "logic",
        "paraphrasing",
        "proof",
        "remote",
        "reviewing",
        "running",
    ),
    "scaffolding",
    "sources",
    *("training", "verification"),
)
"""Parts whose `__init__` says what others may use."""
LOOKED_INTO = ("analysis", "importing", "independent", "sources", "verification")
"""Those of them that tests of other parts may look into."""


@cache
def importers() -> tuple[tuple[Path, str], ...]:
    """Every file that may import the core, and the part that it belongs to (or that it tests)."""
    return tuple(
        (path, path.relative_to(ROOT / top).parts[0] if top in ("cocoa_core", "tests") else top)
        for top in ("cocoa_core", "cli", "domains", "tests")
        for path in sorted((ROOT / top).rglob("*.py"))
    )


def public_names(package: str) -> list[str]:
    """What a package imports as itself, or defines without an underscore."""
    tree = ast.parse(ROOT.joinpath(*package.split("."), "__init__.py").read_text(encoding="utf-8"))
    imported = (
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.name == alias.asname
    )
    defined = (node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef))
    return [*imported, *(name for name in defined if not name.startswith("_"))]


@pytest.mark.parametrize("part", WITH_A_FACE)
def test_nobody_imports_past_a_face(part: str) -> None:
    face = f"cocoa_core.{part}"
    public = {f"{face}.{name}" for name in public_names(face)}
    if (ROOT / "cocoa_core" / part / "kinds" / "__init__.py").exists():
        public |= {f"{face}.kinds.{name}" for name in public_names(f"{face}.kinds")}
    for path, own in importers():
        past = {name for name in imports(path) if name.startswith(f"{face}.")} - public
        if past and own != part:
            inside = path.is_relative_to(ROOT / "tests") and part in LOOKED_INTO
            assert inside, f"{path.relative_to(ROOT)} imports {', '.join(sorted(past))}"


@pytest.mark.parametrize("part", WITH_A_FACE)
def test_a_face_has_all_that_it_promises(part: str) -> None:
    face, names = import_module(f"cocoa_core.{part}"), public_names(f"cocoa_core.{part}")
    assert face.__doc__
    assert names
    assert len(names) == len(set(names))
    assert all(getattr(face, name) is not None for name in names)


def test_listed_packages_are_the_packages_of_the_tree() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    listed = set(project["tool"]["setuptools"]["packages"])
    texts = {
        ".".join(path.parent.relative_to(ROOT).parts) for path in (ROOT / "cocoa_core").rglob("__init__.py")
    }
    assert listed == texts | {"cocoa", "cocoa_domains"}


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy of the tree and unpacked far from it."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    listed = (
        subprocess.run(
            ["git", "ls-files", "-z", "--cached"],
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


@pytest.mark.deep
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
