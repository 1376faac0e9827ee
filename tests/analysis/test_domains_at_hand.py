"""A domain is found by its digest alone: named by the user, with the data set, or installed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from cabins import write_cabins

import cocoa_core
from cocoa_core.analysis import DomainsAtHand, read_exams
from cocoa_core.errors import CocoaError, UsageError


@pytest.fixture(scope="module")
def exam(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data set of a domain that is installed nowhere."""
    folder = tmp_path_factory.mktemp("cabins")
    cocoa_core.load_domain(write_cabins(folder / "cabins")).write(
        folder / "exam", 2, seed=1, slots=3, minterms=2
    )
    return folder / "exam"


def known(exam: Path) -> tuple[str, str]:
    state = cocoa_core.read_dataset(exam).manifest.domain
    return state.name, state.digest


def test_the_installed_domain_is_taken_if_its_digest_is_the_one_asked_for() -> None:
    flights = cocoa_core.load_domain("flights").domain
    domains = DomainsAtHand()
    assert domains.find("flights", flights.digest) == flights
    assert domains.find("flights", "0" * 64) is None
    assert domains.find("nowhere", flights.digest) == flights


@pytest.mark.parametrize("how", ["named", "in the logs"])
def test_a_domain_lies_with_its_data_set(exam: Path, how: str, tmp_path: Path) -> None:
    name, digest = known(exam)
    assert DomainsAtHand().find(name, digest) is None
    folders = (tmp_path / "gone", tmp_path, exam)
    domains = DomainsAtHand(read_exams([exam])) if how == "named" else DomainsAtHand(folders=folders)
    found = domains.find(name, digest)
    assert found is not None
    assert (found.schema.name, found.digest) == (name, digest)
    assert domains.find(name, "1" * 64) is None


def test_a_name_out_of_a_log_is_never_a_path(
    exam: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = shutil.copytree(exam.parent / "cabins", tmp_path / "place" / "cabins")
    _, digest = known(exam)
    domains = DomainsAtHand()
    for name in (str(copy), "place/cabins", "./place/cabins", ""):
        monkeypatch.chdir(tmp_path)
        assert domains.find(name, digest) is None
    monkeypatch.chdir(copy.parent)
    assert domains.find("cabins", digest) is not None


def test_folders_that_nobody_asked_for_are_told(exam: Path) -> None:
    domains = DomainsAtHand(read_exams([exam]))
    domains.find("flights", "0" * 64)
    assert domains.unused() == (exam,)
    domains.find(*known(exam))
    assert domains.unused() == ()


def test_a_folder_that_the_user_names_has_to_be_a_data_set(exam: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        read_exams([tmp_path])
    broken = shutil.copytree(exam, tmp_path / "broken")
    (broken / "domain" / "schema.yaml").unlink()
    with pytest.raises(CocoaError, match="schema"):
        read_exams([broken])
    assert DomainsAtHand(folders=(broken,)).find(*known(exam)) is None
