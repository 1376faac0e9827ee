"""Domains are found by path, working folder, entry point, then among the shipped; nothing is imported."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from domain.small_domain import SCHEMA, edited, write_domain

from cocoa_core.errors import DomainError, UsageError
from cocoa_core.loading import (
    DiscoveredDomain,
    discovery,
    find_domain,
    list_domains,
    load_domain,
    shipped_folder,
)

BOMB = "raise SystemExit('discovery imported a package')\n"


def install(site: Path, dist: str, package: str, *entries: str, schema: str = SCHEMA) -> Path:
    """A fake installed distribution whose package may not be imported; the folder of its domain."""
    folder = site / package
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "__init__.py").write_text(BOMB)
    info = site / f"{dist.replace('-', '_')}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {dist}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[cocoa.domains]\n" + "\n".join(entries) + "\n")
    return write_domain(folder / "inns", schema=schema)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty site-packages on the path, and an empty working folder."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(folder))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return folder


@pytest.fixture
def unshipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if cocoa came without domains."""
    monkeypatch.setattr(discovery, "shipped_folder", lambda: None)


OTHER = edited(SCHEMA, "noun: room", "noun: chamber")
THIRD = edited(SCHEMA, "noun: room", "noun: cell")


def test_the_shipped_domains_are_found_from_anywhere(site: Path) -> None:
    discovered = find_domain("flights")
    assert (discovered.name, discovered.origin, discovered.shadows) == ("flights", "cocoa", ())
    assert discovered.folder == shipped_folder() / "flights"  # type: ignore[operator]
    assert discovered in list_domains()


def test_shipped_domains_are_found_in_a_checkout_that_is_not_installed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    installed = shipped_folder()
    monkeypatch.setattr(discovery, "_locations", lambda package: [])
    assert installed is not None
    assert shipped_folder() == installed


def test_the_first_of_path_folder_package_and_shipped_wins(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = write_domain(site.parent / "shipped" / "inns")
    monkeypatch.setattr(discovery, "shipped_folder", lambda: site.parent / "shipped")
    assert find_domain("inns") == DiscoveredDomain("inns", "cocoa", shipped)
    package = install(site, "inn-pack", "inn_pack", "inns = inn_pack:inns", schema=OTHER)
    assert find_domain("inns").folder == package
    assert find_domain("inns").origin == "package inn-pack"
    lower = write_domain(Path("domains/inns"), schema=THIRD).resolve()
    assert find_domain("inns").folder == lower
    here = write_domain(Path("inns"), schema=THIRD + "# mine\n").resolve()
    discovered = find_domain("inns")
    assert (discovered.folder, discovered.origin) == (here, "working folder")
    assert [shadow.split(" (")[1] for shadow in discovered.shadows] == [
        "working folder)",
        "package inn-pack)",
        "cocoa)",
    ]
    assert "inn_pack" not in sys.modules


def test_notes_name_what_is_shadowed(site: Path, unshipped: None) -> None:
    package = install(site, "inn-pack", "inn_pack", "inns = inn_pack:inns", schema=OTHER)
    write_domain(Path("inns"))
    (note,) = load_domain("inns").notes
    assert note == f"the domain 'inns' is inns (working folder); it comes before {package} (package inn-pack)"
    assert load_domain("./inns").notes == ()


def test_a_broken_domain_says_too_what_it_shadows(site: Path, unshipped: None) -> None:
    package = install(site, "inn-pack", "inn_pack", "inns = inn_pack:inns", schema=OTHER)
    folder = write_domain(Path("inns"))
    for name in ("schema.yaml", "rules.yaml", "catalogue.csv"):
        before = (folder / name).read_text()
        for broken in (None, "]"):
            (folder / name).unlink() if broken is None else (folder / name).write_text(broken)
            if name == "schema.yaml" and broken is None:
                assert load_domain("inns").folder == package
                continue
            with pytest.raises(DomainError) as caught:
                load_domain("inns")
            assert caught.value.__notes__ == [
                f"the domain 'inns' is inns (working folder); it comes before {package} (package inn-pack)"
            ]
        (folder / name).write_text(before)


def test_a_domain_under_another_name_is_noted(site: Path, unshipped: None) -> None:
    install(site, "inn-pack", "inn_pack", "hotels = inn_pack:inns")
    (note,) = load_domain("hotels").notes
    assert "'hotels'" in note
    assert "'inns'" in note


def test_the_same_folder_or_digest_is_one_domain(site: Path, unshipped: None) -> None:
    install(site, "inn-pack", "inn_pack", "inns = inn_pack:inns")
    install(site, "inn-too", "inn_too", "inns = inn_too:inns")
    assert find_domain("inns").shadows == ()
    Path("inns").symlink_to(site / "inn_pack" / "inns")
    assert find_domain("inns").shadows == ()
    assert [discovered.name for discovered in list_domains()] == ["inns"]


def test_two_packages_that_claim_a_name_are_an_error_unless_something_comes_before(
    site: Path, unshipped: None
) -> None:
    install(site, "inn-pack", "inn_pack", "inns = inn_pack:inns")
    install(site, "inn-too", "inn_too", "inns = inn_too:inns", schema=OTHER)
    with pytest.raises(UsageError, match="two installed packages claim the domain 'inns'") as caught:
        find_domain("inns")
    assert caught.value.got == "package inn-pack and package inn-too"
    assert list_domains() == ()
    write_domain(Path("inns"), schema=THIRD)
    assert len(find_domain("inns").shadows) == 2


def test_packages_within_packages_are_found_without_importing_them(site: Path, unshipped: None) -> None:
    install(site, "inn-pack", "inn_pack", "inns = inn_pack.sub:data/inns")
    inner = write_domain(site / "inn_pack" / "sub" / "data" / "inns", schema=OTHER)
    (site / "inn_pack" / "sub" / "__init__.py").write_text(BOMB)
    assert find_domain("inns").folder == inner
    assert load_domain("inns").schema.noun == "chamber"
    assert not {"inn_pack", "inn_pack.sub"} & set(sys.modules)


@pytest.mark.parametrize(
    "value",
    [
        "inn_pack",
        "inn_pack:",
        "inn_pack:../work",
        "inn_pack:/etc",
        "inn_pack:nothing",
        "nothing:inns",
        "inn_pack:in ns",
        ":inns",
    ],
)
def test_an_entry_point_that_leads_nowhere_is_named_and_skipped(
    site: Path, unshipped: None, value: str
) -> None:
    install(site, "inn-pack", "inn_pack", f"inns = {value}")
    with pytest.raises(UsageError, match=r"the package inn-pack claims the domain 'inns'"):
        find_domain("inns")
    assert list_domains() == ()


def test_an_entry_point_may_not_lead_out_of_its_package(site: Path, unshipped: None) -> None:
    folder = install(site, "inn-pack", "inn_pack", "inns = inn_pack:inns")
    folder.rename(site.parent / "outside")
    folder.symlink_to(site.parent / "outside")
    with pytest.raises(UsageError, match="claims the domain"):
        find_domain("inns")


def test_a_package_with_broken_entry_points_stops_no_other_domain(site: Path) -> None:
    install(site, "bad-pack", "bad_pack", "this is no entry", "=", "[[[")
    assert find_domain("flights").origin == "cocoa"


@pytest.mark.parametrize("path", ["./inns", "inns/", "../here/inns", "domains/inns"])
def test_what_holds_a_separator_is_a_path(site: Path, path: str) -> None:
    here = write_domain(Path("inns")).resolve()
    lower = write_domain(Path("domains/inns"), schema=OTHER).resolve()
    discovered = find_domain(path)
    assert discovered == DiscoveredDomain("inns", "path", lower if "domains" in path else here)
    assert find_domain(Path(path)) == discovered


def test_folders_whose_names_are_no_domain_names_are_paths(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write_domain(Path("My Inns")).resolve()
    assert find_domain("My Inns") == DiscoveredDomain("My Inns", "path", folder)
    monkeypatch.chdir(folder)
    assert find_domain(".") == DiscoveredDomain("My Inns", "path", folder)


@pytest.mark.parametrize(
    "name", ["", " ", "a b", "A", "~", "\0", "a\nb", "-a", "x" * 42, "é", "a:b", "a;b", "$HOME"]
)
def test_what_is_neither_a_name_nor_a_folder_is_refused(site: Path, name: str) -> None:
    with pytest.raises(UsageError, match="is not the name of a domain"):
        find_domain(name)


@pytest.mark.parametrize("path", ["/", "./nothing", "../../../nothing", "a/\0", "inns/schema.yaml"])
def test_paths_that_lead_to_no_folder_are_refused(site: Path, path: str) -> None:
    write_domain(Path("inns"))
    if path != "/":
        with pytest.raises(UsageError, match="there is no folder"):
            find_domain(path)
    else:
        assert find_domain(path).folder == Path("/")


def test_an_unknown_name_is_answered_with_what_there_is(site: Path) -> None:
    write_domain(Path("inns"))
    with pytest.raises(UsageError) as caught:
        find_domain("flihgts")
    assert caught.value.fix == "did you mean 'flights'?"
    assert all(discovered.name in str(caught.value.expected) for discovered in list_domains())


def test_the_list_holds_every_name_once_sorted(site: Path, unshipped: None) -> None:
    install(site, "inn-pack", "inn_pack", "barns = inn_pack:inns", "inns = inn_pack:inns")
    write_domain(Path("inns"), schema=OTHER)
    write_domain(Path("domains/huts"), schema=OTHER)
    Path("domains/empty").mkdir()
    assert [(discovered.name, discovered.origin) for discovered in list_domains()] == [
        ("barns", "package inn-pack"),
        ("huts", "working folder"),
        ("inns", "working folder"),
    ]
    assert all(find_domain(found.name) == found for found in list_domains())
