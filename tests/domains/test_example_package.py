"""The example package, built and installed: its domain is found by name, and nothing of it is imported."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from documents.passages import ROOT
from net import calls
from net.calls import Call

from cocoa_core.loading import load_domain

EXAMPLE = ROOT / "docs" / "examples" / "cocoa-campsites"
BOMB = "raise SystemExit('the package was imported')\n"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example's wheel, built without a network from a copy of its folder."""
    folder = tmp_path_factory.mktemp("example")
    source = shutil.copytree(
        EXAMPLE, folder / "source", ignore=shutil.ignore_patterns("build", "*.egg-info", "__pycache__")
    )
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, source]
    done = subprocess.run(build, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    (built,) = folder.glob("*.whl")
    return built


def installed(wheel: Path, site: Path) -> Path:
    """A folder of packages that holds the example. A wheel of pure Python is installed by unpacking it."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    return site


@pytest.fixture(scope="module")
def site(wheel: Path) -> Path:
    """The installed example, its package such that importing it ends the program."""
    folder = installed(wheel, wheel.parent / "site")
    (folder / "cocoa_campsites" / "__init__.py").write_text(BOMB, encoding="utf-8")
    return folder


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """An empty working folder."""
    folder = tmp_path / "here"
    folder.mkdir()
    return folder


def cocoa(site: Path | str, here: Path, *arguments: str) -> Call:
    """The program in a process of its own, with the site on its path, in a working folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(site))
        return calls.cocoa(*arguments, cwd=here, columns=400)


def copied(folder: Path, *, noun: str) -> Path:
    """A copy of the example's domain that is another domain: it has another noun."""
    shutil.copytree(EXAMPLE / "cocoa_campsites" / "campsites", folder)
    schema = folder / "schema.yaml"
    text = schema.read_text(encoding="utf-8").replace("noun: campsite", f"noun: {noun}")
    schema.write_text(text.replace("for a campsite", f"for a {noun}"), encoding="utf-8")
    return folder


def listed(site: Path, here: Path) -> dict[str, dict[str, object]]:
    done = cocoa(site, here, "domains", "--json")
    assert done.code == 0, done.err
    return {load["name"]: load for load in json.loads(done.out)}


def test_the_wheel_holds_the_domain_and_its_entry_point(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    files = {path.name for path in (EXAMPLE / "cocoa_campsites" / "campsites").iterdir()}
    assert {f"cocoa_campsites/campsites/{name}" for name in files} <= set(names)
    assert not any("__pycache__" in name for name in names)
    (entries,) = (name for name in names if name.endswith("entry_points.txt"))
    text = zipfile.ZipFile(wheel).read(entries).decode()
    assert "campsites = cocoa_campsites:campsites" in text


def test_the_domain_of_an_installed_package_is_found_by_name_and_never_imported(
    site: Path, here: Path
) -> None:
    found = listed(site, here)["campsites"]
    assert found["origin"] == "package cocoa-campsites"
    assert found["folder"] == str((site / "cocoa_campsites" / "campsites").resolve())
    assert (found["shadows"], found["options"]) == ([], 54)
    done = cocoa(site, here, "sample", "--domain", "campsites", "--seed", "1")
    assert done.code == 0, done.err
    assert done.out.startswith("campsites 1.0 · ")
    assert done.err == ""


def test_without_the_package_there_is_no_such_domain(tmp_path: Path, here: Path) -> None:
    done = cocoa(tmp_path, here, "sample", "--domain", "campsites")
    assert (done.code, done.out) == (2, "")
    assert "there is no domain 'campsites'" in done.err


def test_each_place_comes_before_the_next_and_the_note_names_those_that_are_shadowed(
    site: Path, here: Path
) -> None:
    package = f"{(site / 'cocoa_campsites' / 'campsites').resolve()} (package cocoa-campsites)"
    sample = ("sample", "--domain", "campsites", "--json")

    def noun_and_notes() -> tuple[str, str]:
        done = cocoa(site, here, *sample)
        return str(json.loads(done.out)["request"]).split("for a ")[1].split()[0], done.err

    assert noun_and_notes() == ("campsite", "")
    copied(here / "domains" / "campsites", noun="glade")
    lower = "the domain 'campsites' is domains/campsites (working folder); it comes before"
    assert noun_and_notes() == ("glade", f"note: {lower} {package}\n")
    copied(here / "campsites", noun="meadow")
    mine = "note: the domain 'campsites' is campsites (working folder); it comes before"
    notes = f"{mine} domains/campsites (working folder)\n{mine} {package}\n"
    assert noun_and_notes() == ("meadow", notes)
    by_path = cocoa(site, here, "sample", "--domain", "domains/campsites", "--json")
    assert "for a glade" in by_path.out
    assert by_path.err == ""
    assert listed(site, here)["campsites"]["shadows"] == ["domains/campsites (working folder)", package]


@pytest.mark.parametrize("name", ["campsites", "flights"])
def test_a_broken_folder_says_which_domain_it_shadows(site: Path, here: Path, name: str) -> None:
    copied(here / name, noun="meadow")
    (here / name / "rules.yaml").write_text("rules: [1, ]]\n", encoding="utf-8")
    done = cocoa(site, here, "sample", "--domain", name)
    assert done.code == 1
    assert f"{name}/rules.yaml:1" in done.err
    *_, note = done.err.splitlines()
    assert note.startswith(f"note: the domain '{name}' is {name} (working folder); it comes before ")
    assert note.endswith("(package cocoa-campsites)" if name == "campsites" else "(cocoa)")


def test_two_packages_that_claim_one_name_are_an_error_that_names_both(
    wheel: Path, site: Path, here: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    copied(other / "cocoa_glades" / "campsites", noun="glade")
    (other / "cocoa_glades" / "__init__.py").write_text(BOMB, encoding="utf-8")
    info = other / "cocoa_glades-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: cocoa-glades\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[cocoa.domains]\ncampsites = cocoa_glades:campsites\n")
    both = os.pathsep.join(map(str, (site, other)))
    done = cocoa(both, here, "sample", "--domain", "campsites")
    assert done.code == 2
    assert "package cocoa-campsites and package cocoa-glades" in done.err
    copied(here / "campsites", noun="meadow")
    done = cocoa(both, here, "sample", "--domain", "campsites")
    assert done.code == 0
    assert done.err.count("note: ") == 2


def test_the_domain_is_a_whole_one() -> None:
    domain = load_domain(EXAMPLE / "cocoa_campsites" / "campsites")
    assert domain.schema.name == "campsites"
    assert len(domain.catalogue.ids) >= 40
    shown = {slot.name for slot in domain.schema.slots}
    assert shown - {rule.slot for rule in domain.rules} == {"site"}
