"""`--from` and `refresh` with databases and addresses: read once, kept with a digest, compared later."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from browsing import NEEDS_BROWSER
from calling import Cocoa
from sources.flight_site import answers, write_map
from sources.site import serving_site

import cocoa_core

pytestmark = pytest.mark.usefixtures("untried")

KINDS = ("diesel", "petrol", "electric")
BOATS = [(f"Boat {n}", 9000 + 700 * n, 60 + n * 7 % 83, 2 + n % 7, KINDS[n % 3]) for n in range(40)]
CSV = "name,price in EUR,length_cm,berths,engine\n" + "".join(",".join(map(str, row)) + "\n" for row in BOATS)


@pytest.fixture(autouse=True)
def working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("no_proxy", "*")
    return tmp_path


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    path = tmp_path / "shop.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE boats (name, price_eur, length_cm, berths, engine)")
        connection.executemany("INSERT INTO boats VALUES (?, ?, ?, ?, ?)", BOATS)
        connection.execute("CREATE TABLE customers (mail)")
        connection.commit()
    return path


def test_a_domain_from_a_database_gives_verified_questions_and_is_refreshed(cocoa: Cocoa, shop: Path) -> None:
    done = cocoa("new-domain", "boats", "--from", shop, "--at", "boats")
    assert done.exit_code == 0, done.output
    cocoa_core.load_domain("./boats").write(Path("exam"), count=10)
    assert cocoa("verify", "exam").exit_code == 0
    note = json.loads(Path("boats/snapshot.json").read_text())
    assert (note["source"], note["at"], note["file"]) == ("shop.db", "boats", "snapshot.jsonl")
    again = cocoa("refresh", "boats", shop, "--dry-run")
    assert "40 rows as they were, 0 new, 0 gone" in again.stdout, again.output
    assert "the source is as it was" in again.stderr
    with closing(sqlite3.connect(shop)) as connection:
        connection.execute("UPDATE boats SET berths = 9 WHERE name = 'Boat 3'")
        connection.commit()
    changed = json.loads(cocoa("refresh", "boats", shop, "--json").stdout)
    assert (changed["same"], changed["kept"], changed["file"]) == (False, 39, "shop.db")
    assert (
        json.loads(Path("boats/snapshot.json").read_text())["digest"] == changed["digest"] != note["digest"]
    )


@pytest.mark.deep
def test_a_select_takes_the_place_of_a_table(cocoa: Cocoa, shop: Path) -> None:
    sql = "SELECT engine, berths, price_eur / 2 AS half_eur FROM boats WHERE berths > 2"
    done = cocoa("new-domain", "boats", "--from", shop, "--sql", sql)
    assert done.exit_code == 0, done.output
    assert Path("boats/catalogue.csv").read_text().startswith("id,engine,berths,half")
    assert "30 rows" in cocoa("refresh", "boats", shop).stdout.replace("34", "30")
    refused = cocoa("new-domain", "other", "--from", "boats/README.md", "--sql", sql)
    assert (refused.exit_code, "--sql needs a database" in refused.stderr) == (2, True)


def test_a_table_at_an_address_is_read_as_the_file_would_be(cocoa: Cocoa, tmp_path: Path) -> None:
    (tmp_path / "boats.csv").write_text(CSV)
    assert cocoa("new-domain", "here", "--noun", "boat", "--from", "boats.csv").exit_code == 0
    with serving_site({"/boats": CSV}) as site:
        address = f"{site.url}/boats?token=hunter2"
        done = cocoa("new-domain", "there", "--noun", "boat", "--from", address)
        assert done.exit_code == 0, done.output
        assert site.asked == ["/boats?token=hunter2"]
        for name in ("catalogue.csv", "rules.yaml"):
            assert Path("here", name).read_bytes() == Path("there", name).read_bytes()
        assert cocoa("refresh", "there", f"{site.url}/boats").exit_code == 0
    assert Path("there/snapshot.csv").read_text() == CSV
    files = [path.read_bytes() for path in Path("there").rglob("*") if path.is_file()]
    assert not any(b"hunter2" in file or b"/cocoa-" in file for file in files)
    assert "hunter2" not in done.output


def test_an_error_names_the_source_and_leaves_nothing(cocoa: Cocoa, shop: Path) -> None:
    with serving_site({"/empty": "a,b\n", "/page": "<p>hello"}) as site:
        done = cocoa("new-domain", "boats", "--from", f"{site.url}/empty?k=hunter2")
    assert (done.exit_code, f"{site.url}/empty?..." in done.stderr, "hunter2" in done.stderr) == (
        1,
        True,
        False,
    )
    assert cocoa("new-domain", "boats", "--from", shop).exit_code == 2
    assert not Path("boats").exists()


def test_a_spoilt_note_is_named(cocoa: Cocoa, shop: Path) -> None:
    assert cocoa("new-domain", "boats", "--from", shop, "--at", "boats").exit_code == 0
    note = Path("boats/snapshot.json")
    note.write_text(note.read_text().replace("snapshot.jsonl", "../shop.db"))
    done = cocoa("refresh", "boats", shop)
    assert (done.exit_code, "boats/snapshot.json: this file cannot be read" in done.stderr) == (1, True)


@pytest.mark.deep
def test_pages_feeds_and_replies_become_domains(cocoa: Cocoa, tmp_path: Path) -> None:
    offers = [{"price": price, "priceCurrency": "EUR"} for _, price, *_ in BOATS]
    things = [
        {"@type": "Product", "name": name, "offers": offer, "berths": berths, "engine": engine}
        for (name, _, _, berths, engine), offer in zip(BOATS, offers, strict=True)
    ]
    (tmp_path / "pages").mkdir()
    for number, thing in enumerate(things):
        page = f'<html><script type="application/ld+json">{json.dumps(thing)}</script></html>'
        (tmp_path / "pages" / f"{number:03d}.html").write_text(page)
    items = "".join(
        f"<item><title>{name}</title><price>{price} EUR</price><berths>{berths}</berths>"
        f"<engine>{engine}</engine></item>"
        for name, price, _, berths, engine in BOATS
    )
    rows = [{"name": n, "price": f"{p} EUR", "berths": b, "engine": e} for n, p, _, b, e in BOATS]
    answers = {
        "/feed": f"<rss><channel>{items}</channel></rss>",
        "/api": json.dumps({"items": rows[:20], "next": "/more"}),
        "/more": json.dumps({"items": rows[20:]}),
    }
    with serving_site(answers) as site:
        for name, source in (
            ("pages", (tmp_path / "pages",)),
            ("feed", (f"{site.url}/feed",)),
            ("replies", (f"{site.url}/api", "--at", "items", "--next", "next")),
        ):
            done = cocoa("new-domain", f"boats-{name}", "--from", *source)
            assert done.exit_code == 0, done.output
        again = cocoa("refresh", "boats-replies", f"{site.url}/api", "--json")
        assert json.loads(again.stdout)["same"], again.output
    columns = [
        Path(f"boats-{name}/catalogue.csv").read_text().splitlines() for name in ("pages", "feed", "replies")
    ]
    assert [len(lines) for lines in columns] == [41, 41, 41]
    assert columns[2][3] == "r3,Boat 2,10400,4,electric"


@pytest.mark.deep
def test_a_token_from_the_environment_is_sent_and_kept_nowhere(
    cocoa: Cocoa, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = "Bearer s3cr3t-t0ken"
    rows = [{"name": n, "price": f"{p} EUR", "berths": b, "engine": e} for n, p, _, b, e in BOATS]
    pages = {
        "/api": json.dumps({"items": rows[:20], "next": "/more"}),
        "/more": json.dumps({"items": rows[20:]}),
    }
    said = ("--at", "items", "--next", "next", "--header", "Authorization=env:SHOP_TOKEN")
    with serving_site(pages) as site, serving_site(pages) as other:
        refused = cocoa("new-domain", "boats", "--from", f"{site.url}/api", *said)
        assert (refused.exit_code, "SHOP_TOKEN" in refused.stderr, site.asked) == (2, True, [])
        monkeypatch.setenv("SHOP_TOKEN", secret)
        done = cocoa("new-domain", "boats", "--from", f"{site.url}/api", *said)
        assert done.exit_code == 0, done.output
        again = cocoa("refresh", "boats", f"{site.url}/api", "--json")
        assert json.loads(again.stdout)["same"], again.output
        assert {told["Authorization"] for told in site.told} == {secret}
        assert cocoa("refresh", "boats", f"{other.url}/api").exit_code == 0
        assert not any("Authorization" in told for told in other.told)
    written = [path.read_text() for path in Path("boats").rglob("*") if path.is_file()]
    assert not any("s3cr3t" in text for text in (*written, done.output, again.output))
    plain = cocoa("new-domain", "other", "--from", f"{site.url}/api", "--header", f"Authorization={secret}")
    assert (plain.exit_code, "s3cr3t" in plain.output) == (2, False)


@pytest.mark.deep
@NEEDS_BROWSER
def test_pages_are_collected_and_then_read(cocoa: Cocoa, tmp_path: Path) -> None:
    with serving_site(answers()) as site:
        path = write_map(tmp_path, "table", site)
        path.write_text(path.read_text().replace("pages: 5", "pages: 1"))
        checked = cocoa("collect", path, "--check")
        assert (checked.exit_code, site.asked) == (0, []), checked.output
        assert "2 addresses; table.html holds 1 rows" in checked.stdout
        done = cocoa("collect", path, "--out", "pages", "--limit", 1)
        assert "pages: 1 page, 1 of them new; addresses left: 1" in done.stdout, done.output
        again = cocoa("collect", path, "--out", "pages", "--json")
        assert json.loads(again.stdout) == {"saved": 1, "there": 2, "left": 0}, again.output
    made = cocoa("new-domain", "seen", "--from", "pages", "--json")
    assert made.exit_code == 0, made.output
    assert Path("seen/catalogue.csv").read_text().count("\n") == 7
    assert cocoa("collect", path).exit_code == 2
