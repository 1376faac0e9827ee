"""Files made to do harm end in one error soon: most at once, all in seconds, and in a bounded memory.

They are loaded by a process of its own (`held`) under limits of address space and time, all in turn.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import held
import pytest
from authored import hostile
from calling import call_cocoa
from domain.small_domain import write_domain

import cocoa_core
from cocoa_core.errors import DomainError, UsageError
from cocoa_core.importing import recipe_root
from cocoa_core.loading import list_domains, load_domain

MOST_YARDSTICKS = 500  # the longest take 130; what grows with the square of a file takes thousands
MOST_MEGABYTES = 300


def loaded(base: Path, cases: dict[str, hostile.Spoil]) -> dict[str, dict[str, Any]]:
    """What the limited process says of each case, by its name."""
    folders = {}
    for number, (name, spoil) in enumerate(cases.items()):
        folders[str(write_domain(base / f"d{number}"))] = name
        spoil(base / f"d{number}")
    return held.results("load", folders)


def check(results: dict[str, dict[str, Any]], name: str) -> None:
    assert name in results, f"the process ended before: {results['stderr']['message']}"
    result = results[name]
    assert result["error"] == "DomainError", result
    assert result["place"].startswith(result["folder"])
    assert result["message"].replace("\n", "").isprintable()
    assert len(result["message"]) < 4000
    assert result["yardsticks"] < MOST_YARDSTICKS, result
    assert result["megabytes"] < MOST_MEGABYTES, result


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    return loaded(tmp_path_factory.mktemp("hostile"), hostile.HOSTILE)


@pytest.fixture(scope="module")
def parquet(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    pytest.importorskip("pyarrow")
    return loaded(tmp_path_factory.mktemp("parquet"), hostile.PARQUET)


@pytest.mark.parametrize("name", hostile.HOSTILE)
def test_a_hostile_file_is_refused_soon(texts: dict[str, dict[str, Any]], name: str) -> None:
    check(texts, name)


@pytest.mark.parametrize("name", hostile.PARQUET)
def test_a_hostile_table_is_refused_soon(parquet: dict[str, dict[str, Any]], name: str) -> None:
    check(parquet, name)


def test_the_limits_hold_in_the_process(tmp_path: Path) -> None:
    """A domain that may be loaded is, so the refusals above are not the limits' own."""
    assert loaded(tmp_path, {"whole": lambda _folder: None})["whole"]["error"] is None


@pytest.mark.parametrize(
    "path",
    [
        "/" + "a" * 5000,
        "a" * 5000,
        "a\0b",
        "/a\0b",
        "../" * 3000,
        "\x1b[31m",
        "./\udcff",
        "",
        "/dev/null",
        "~",
    ],
)
def test_odd_paths_are_a_wrong_call(path: str) -> None:
    with pytest.raises(UsageError) as caught:
        load_domain(path)
    assert str(caught.value).replace("\n", "").isprintable()
    assert len(str(caught.value)) < 4000


def test_an_installed_package_names_no_folder_but_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_domain(tmp_path / "elsewhere")
    write_domain(tmp_path / "site" / "pack" / "inns")
    (tmp_path / "site" / "pack" / "__init__.py").write_text("raise SystemExit('a package was imported')")
    (tmp_path / "site" / "pack" / "out").symlink_to(tmp_path / "elsewhere")
    info = tmp_path / "site" / "pack-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: pack\nVersion: 1\n")
    odd = (
        "../elsewhere",
        "pack/../..",
        "/etc",
        "inns/../../../elsewhere",
        "out",
        "",
        "x" * 5000,
        "$(id)",
        "inns:x",
    )
    lines = [f"odd{number} = pack:{folder}" for number, folder in enumerate(odd)]
    lines += [
        "../elsewhere = pack:inns",
        "\x1b[31m = pack:inns",
        "fine = pack:inns",
        "no = json:inns",
        "un = no:x",
    ]
    (info / "entry_points.txt").write_text("[cocoa.domains]\n" + "\n".join(lines) + "\n")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    monkeypatch.chdir(tmp_path / "site")
    names = {discovered.name: discovered.folder for discovered in list_domains()}
    assert names["fine"] == tmp_path / "site" / "pack" / "inns"
    assert not [name for name in names if name.startswith(("odd", ".", "\x1b", "no"))]
    for number in range(len(odd)):
        with pytest.raises(UsageError, match="cannot be found"):
            load_domain(f"odd{number}")


@pytest.mark.parametrize("name", ["a billion laughs", "flow lists in each other", "a hundred thousand keys"])
def test_a_hostile_import_file_is_refused(tmp_path: Path, name: str) -> None:
    folder = write_domain(tmp_path / "inns")
    whole = (folder / "schema.yaml").read_bytes()
    hostile.HOSTILE[name](folder)
    (folder / "schema.yaml").rename(folder / "import.yaml")
    (folder / "schema.yaml").write_bytes(whole)
    with pytest.raises(DomainError) as caught:
        recipe_root(folder)
    assert "import.yaml" in str(caught.value.place)


CONTROLS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


@pytest.mark.parametrize(
    "name",
    [
        "a header with a terminal sequence",
        "a JSON key with a terminal sequence",
        "a terminal sequence",
        "an escaped terminal sequence",
        "a mark that turns text around",
        "a table named to mislead",
    ],
)
def test_nothing_that_a_terminal_obeys_is_printed(tmp_path: Path, name: str) -> None:
    folder = write_domain(tmp_path / "\x1b[31mred\u202e")
    hostile.HOSTILE[name](folder)
    done = call_cocoa("sample", "--domain", folder)
    assert done.exit_code == 1
    assert done.stderr.startswith("error: ")
    assert not CONTROLS.search(done.output)
    assert "Traceback" not in done.output


def patterns() -> Iterator[tuple[str, re.Pattern[Any]]]:
    """Every pattern that a module of cocoa holds."""
    for module in walk_packages(cocoa_core.__path__, "cocoa_core."):
        for name, value in vars(import_module(module.name)).items():
            found = value if isinstance(value, tuple | list) else [value]
            yield from ((f"{module.name}.{name}", one) for one in found if isinstance(one, re.Pattern))


PUMPED = ("a", "A", "0", " ", "a ", "0 ", ",", "1,", "a,", "a'", "-", ".", "1.", "aA", "é")


def test_no_pattern_takes_long_for_a_long_text() -> None:
    found = dict(patterns())
    assert len(found) > 30
    for name, pattern in found.items():
        if isinstance(pattern.pattern, bytes):
            continue
        for piece in PUMPED:
            text = piece * (4_000 // len(piece))
            start = time.process_time()
            for whole in (text, f"{text}!", f"1{text}\0"):
                pattern.fullmatch(whole)
            assert time.process_time() - start < 2.5, (name, piece)
