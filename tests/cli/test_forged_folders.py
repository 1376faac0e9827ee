"""No command reads or writes anything outside of a data set's folder, whatever its manifest and files say."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from calling import Cocoa
from cocoa.commands import SUMMARIES, command_named
from forged_folders import FEW, FORGED, LIES

from cocoa_core import read_dataset
from cocoa_core.errors import CocoaError
from cocoa_core.export import formats_of
from cocoa_core.items import family_named

pytestmark = pytest.mark.usefixtures("no_hanging")

MOST_SAID = 2_000
Call = tuple[object, ...]

CALLS: Final[dict[str, Callable[[Path, Path], Call]]] = {
    **{
        f"export to {name}": lambda folder, out, name=name: ("export", folder, "--to", name, "--out", out)
        for name in formats_of(family_named("selection"))
    },
    "export with force": lambda folder, out: (
        *("export", folder, "--to", "messages", "--out", out),
        "--force",
    ),
    "stats": lambda folder, out: ("stats", folder),
    "show": lambda folder, out: ("show", folder, 3),
    "read": lambda folder, out: ("read", folder, "--out", out.with_suffix(".html")),
    "verify": lambda folder, out: ("verify", folder),
    "split": lambda folder, out: ("split", folder, "--by", "exact", "--out", out),
    "overlap": lambda folder, out: ("overlap", folder, folder),
    "review": lambda folder, out: ("review", folder, "--out", out.with_suffix(".html")),
    "paraphrase": lambda folder, out: (
        *("paraphrase", folder, "--writer", "cocoa/grammar", "--reader", "cocoa/parser"),
        *("--reader", "cocoa/parser", "--limit", 2, "--mutants", 2, "--out", out),
    ),
    "analyze": lambda folder, out: ("analyze", out, "--exam", folder),
    "evaluate": lambda folder, out: (
        *("evaluate", folder, "--model", "cocoa/oracle", "--log-dir", out),
        *("--limit", "2"),
    ),
    "generate": lambda folder, out: (
        *("generate", "--domain", "flights", "--count", 10, "--seed", 7),
        *("--out", folder),
    ),
}
"""Name -> the call. What is written goes to `out`, but for `generate`, which goes on in the folder."""

OTHERS: Final = {
    ("join", "parts"): "a folder of parts, which `tests/running/test_parts.py` forges",
    ("sample", "--domain"): "a domain's folder",
    ("generate", "--domain"): "a domain's folder",
    ("join", "--domain"): "a domain's folder",
    ("verify", "--domain"): "a domain's folder",
    ("check-domain", "domain"): "a domain's folder",
    ("say", "domain"): "a domain's folder",
    ("preview", "domain"): "a domain's folder",
    ("test", "domain"): "a domain's folder",
    ("import-options", "--domain"): "a domain's folder",
    ("relations", "--domain"): "a folder of graphs",
    ("build", "--encoder"): "a model of the caller's",
    ("relations", "--check"): "what a training of relations wrote",
    ("grid", "source"): "a folder of published files",
    ("table", "folder"): "what the grid wrote",
    ("table", "--charts"): "a folder to write in",
    ("score", "folder"): "a data set of graph-to-text, by the reader that all commands share",
}
"""Folders that a command takes and that are no data sets."""


def parameters() -> Iterator[tuple[str, Any]]:
    """Every parameter of every command that takes a folder to read, from the command line itself."""
    for name in SUMMARIES:
        command = command_named(name)
        for inner, own in (getattr(command, "commands", None) or {name: command}).items():
            for parameter in own.params:
                if "FOLDER" in (parameter.metavar or "") and parameter.opts[0] not in ("--out", "--log-dir"):
                    yield inner, parameter


def test_every_command_that_reads_a_data_set_is_called_here() -> None:
    called = {call(Path("f"), Path("o"))[0] for call in CALLS.values()}
    for name, parameter in parameters():
        assert name in called or (name, parameter.opts[0]) in OTHERS, (name, parameter.opts)
    every = {name for name, parameter in parameters()}
    assert set(dict(OTHERS)) <= {(name, parameter.opts[0]) for name, parameter in parameters()}
    assert called <= every | {"generate"}


def tree(root: Path) -> dict[str, object]:
    """Everything under a folder, as it is; only the forged set is left out, which may be written to."""
    found: dict[str, object] = {}
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root).as_posix()
        if name.startswith("in/set/"):
            continue
        found[name] = (
            path.read_bytes() if path.is_file() and path.stat().st_size < 1 << 20 else path.lstat().st_mode
        )
    return found


@pytest.fixture
def forged(exam: Path, tmp_path: Path) -> Iterator[Callable[[Callable[[Path], None]], Path]]:
    """Makes a copy of a data set, spoils it, and gives the copy; beside it lies what is not to be read."""

    def forge(spoil: Callable[[Path], None]) -> Path:
        shutil.rmtree(tmp_path / "root", ignore_errors=True)
        folder = tmp_path / "root" / "in" / "set"
        folder.parent.mkdir(parents=True)
        (folder.parent / "secret").write_text("secret: 1\n")
        (folder.parent / "secret-folder").mkdir()
        (folder.parent / "secret-folder" / "file").write_text("secret: 2\n")
        shutil.copytree(exam, folder)
        spoil(folder)
        return folder

    yield forge
    shutil.rmtree(tmp_path / "root", ignore_errors=True)


def flaws(cocoa: Cocoa, call: str, folder: Path) -> Iterator[str]:
    """What is wrong with how a command takes a forged folder."""
    root = folder.parent.parent
    before = tree(root)
    done = cocoa(*CALLS[call](folder, root / "out" / "made"))
    after = {name: content for name, content in tree(root).items() if not name.startswith("out")}
    if done.exit_code not in (1, 2):
        yield f"exit code {done.exit_code}"
    if "Traceback" in done.output or "fault of cocoa" in done.output:
        yield "a crash"
    if call != "verify" and done.stderr.count("error: ") != 1:
        yield "not one error"
    if "secret:" in done.output:
        yield "read outside"
    if after != before:
        yield f"touched {[name for name in {**before, **after} if before.get(name) != after.get(name)]}"
    if list((root / "out").rglob("*.*l*")):
        yield f"wrote {list((root / 'out').rglob('*'))}"
    if call != "verify" and len(done.output) > MOST_SAID:
        yield "a long message"


@pytest.mark.parametrize("few", [True, pytest.param(False, marks=pytest.mark.deep)], ids=["few", "others"])
@pytest.mark.parametrize("call", CALLS)
def test_a_forged_folder_is_one_error_and_nothing_is_touched(
    call: str, few: bool, cocoa: Cocoa, forged: Callable[[Callable[[Path], None]], Path]
) -> None:
    """A quick run takes every third of FEW, each command others: of one, all cost 0.3 s of CPU."""
    tried = FEW[list(CALLS).index(call) % 3 :: 3]
    names = tried if few else [name for name in FORGED if name not in tried]
    found = {name: list(flaws(cocoa, call, forged(FORGED[name]))) for name in names}
    assert {name: some for name, some in found.items() if some} == {}


@pytest.mark.parametrize("call", [name for name in CALLS if name not in ("show", "evaluate", "generate")])
@pytest.mark.parametrize("name", LIES)
def test_a_count_that_is_a_lie_is_found_by_who_reads_to_the_end(
    name: str, call: str, cocoa: Cocoa, forged: Callable[[Callable[[Path], None]], Path]
) -> None:
    if call != "analyze":  # which reads the domain alone
        assert list(flaws(cocoa, call, forged(LIES[name]))) == []


@pytest.mark.parametrize("name", FORGED)
def test_read_dataset_refuses_it_too(name: str, forged: Callable[[Callable[[Path], None]], Path]) -> None:
    with pytest.raises(CocoaError) as caught:
        list(read_dataset(forged(FORGED[name])))
    assert all(line.isprintable() for line in str(caught.value).split("\n"))
