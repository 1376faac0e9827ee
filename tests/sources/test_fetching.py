"""What lies at an address: bounded, no redirect into the dark, no secret in a message."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest
from sources.site import Answer, Site, serving_site

from cocoa_core.errors import CocoaError, DomainError, UsageError
from cocoa_core.sources import fetching
from cocoa_core.sources.fetching import fetch, header_names, header_values, shown_address
from cocoa_core.sources.snapshots import Query, snapshot_of

SECRET = "hunter2"


@pytest.fixture(autouse=True)
def _without_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "*")


@pytest.fixture
def site() -> Iterator[Site]:
    with serving_site(
        {
            "/t.csv": "a,b\n1,2\n",
            "/short": Answer(b"abc", headers={"Content-Length": "9"}),
            "/packed": Answer(b"abc", headers={"Content-Encoding": "gzip"}),
            "/moved": Answer(status=302, headers={"Location": "/t.csv"}),
            "/loop": Answer(status=302, headers={"Location": "/loop"}),
            "/file": Answer(status=302, headers={"Location": "file:///etc/hostname"}),
            "/other": Answer(status=302, headers={"Location": f"http://user:{SECRET}@127.0.0.1/"}),
        }
    ) as found:
        yield found


def test_what_is_there_is_fetched_after_a_redirect(site: Site) -> None:
    page = fetch(f"{site.url}/moved?key={SECRET}")
    assert (page.body, page.address) == (b"a,b\n1,2\n", f"{site.url}/t.csv")


@pytest.mark.parametrize("path", ["/none", "/short", "/packed", "/loop", "/file", "/other"])
def test_all_else_is_refused_and_tells_no_secret(site: Site, path: str) -> None:
    with pytest.raises(DomainError) as error:
        fetch(f"{site.url}{path}?key={SECRET}")
    assert SECRET not in str(error.value)
    assert path in str(error.value)


def test_a_reply_is_bounded(site: Site) -> None:
    assert fetch(f"{site.url}/t.csv", 8).body
    with pytest.raises(DomainError, match="too large"):
        fetch(f"{site.url}/t.csv", 7)


def test_no_redirect_leads_into_the_local_network_or_out_of_https(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = fetching._is_local
    monkeypatch.setattr(fetching, "_is_local", lambda address: "/moved" not in address and real(address))
    with pytest.raises(DomainError, match="cannot be read") as error:
        fetch(f"{site.url}/moved")
    assert "into the local network" in str(error.value)
    assert site.asked == ["/moved"]


@pytest.mark.parametrize(
    "address",
    [
        "ftp://a.example/t.csv",
        "http://",
        "https://a.example:x/",
        f"https://u:{SECRET}@a.example/",
        "http://a b/",
    ],
)
def test_what_is_no_open_address_is_refused_before_anything_is_asked(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "create_connection", lambda *_: pytest.fail("asked"))
    with pytest.raises(UsageError) as error:
        fetch(address)
    assert SECRET not in str(error.value)


def test_an_address_is_shown_without_its_secrets() -> None:
    assert shown_address(f"https://u:{SECRET}@a.example:8/b?k={SECRET}#f") == "https://a.example:8/b?..."


def test_a_server_that_is_not_there_is_named() -> None:
    with pytest.raises(CocoaError, match="cannot be read"):
        fetch("http://127.0.0.1:9/t.csv")


def test_headers_go_to_their_host_only_also_after_a_redirect(site: Site) -> None:
    with serving_site({"/away": Answer(status=302, headers={"Location": f"{site.url}/t.csv"})}) as other:
        token = {"Authorization": f"Bearer {SECRET}"}
        assert fetch(f"{site.url}/moved", headers=token).body
        assert [told.get("Authorization") for told in site.told] == [f"Bearer {SECRET}"] * 2
        assert fetch(f"{other.url}/away", headers=token).body
        assert other.told[0]["Authorization"] == f"Bearer {SECRET}"
        assert "Authorization" not in site.told[-1]


def test_headers_go_over_no_open_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetching, "_is_local", lambda _: False)
    with pytest.raises(UsageError, match="without encryption") as error:
        fetch("http://127.0.0.1:9/t.csv", headers={"Authorization": SECRET})
    assert SECRET not in str(error.value)


def test_a_server_that_repeats_a_header_is_not_quoted() -> None:
    with serving_site({"/t": Answer(status=403, body=SECRET.encode())}) as site:
        with pytest.raises(DomainError) as error:
            fetch(f"{site.url}/t", headers={"Authorization": f"Bearer {SECRET}"})
        assert SECRET not in str(error.value)
    assert fetching._unsaid(f"403 no {SECRET}", {"a": f"Bearer {SECRET}"}) == "403 no ..."


@pytest.mark.parametrize(
    "text", [f"Authorization={SECRET}", SECRET, "Host=env:A", "A b=env:C", "A=env:", "A=env:1"]
)
def test_a_header_without_a_variable_is_refused_and_not_shown(text: str) -> None:
    with pytest.raises(UsageError) as error:
        header_names([text])
    assert SECRET not in str(error.value)


@pytest.mark.parametrize("value", [None, "", " ", "a\nb", "ü"])
def test_a_variable_without_a_fitting_value_is_named(
    monkeypatch: pytest.MonkeyPatch, value: str | None
) -> None:
    monkeypatch.delenv("TOKEN", raising=False)
    if value is not None:
        monkeypatch.setenv("TOKEN", value)
    with pytest.raises(UsageError, match="TOKEN"):
        header_values("Authorization=env:TOKEN")


@pytest.mark.parametrize(
    "address", ["http://[::1", "https://[x]/", "http://", "http://h:99999/", "http://h:x/"]
)
def test_an_address_that_no_server_can_have_is_refused(address: str) -> None:
    with pytest.raises(UsageError, match="cannot be fetched"), snapshot_of(address, Query()):
        pass
