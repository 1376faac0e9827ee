"""The preview's server without a browser: its own page alone, and what a domain says stays text."""

from __future__ import annotations

import html
import http.client
import re
import threading
from pathlib import Path

import pytest
from analysis.page_elements import Elements
from checking.laptops import CATALOGUE, RULES, SCHEMA, edited, write_laptops

from cocoa_core.checking import said_rules
from cocoa_core.errors import UsageError
from cocoa_core.loading import load_domain
from cocoa_core.preview import Preview

HOSTILE = "<script>alert(1)</script>"
HOSTILE_NAME = "Ardent'\"><img src=x onerror=alert(2)> & co"
EXTERNAL = ("preview.css", "preview.js")


def hostile(folder: Path) -> Path:
    """Laptops whose names, values, labels and file contents hold markup."""
    quoted = '"' + HOSTILE_NAME.replace('"', '""') + '"'
    inside = '"' + HOSTILE_NAME.replace('"', '\\"') + '"'
    schema = SCHEMA.replace("Ardent", inside).replace("Touch screen", f'"{HOSTILE}"')
    schema = schema.replace("name: laptops", f"name: laptops\ndescription: '{HOSTILE}'")
    catalogue = CATALOGUE.replace("Ardent", quoted)
    return write_laptops(folder / "laptops", schema, RULES, catalogue, readme=HOSTILE)


def ask(shown: Preview, path: str = "", method: str = "GET", **headers: str) -> http.client.HTTPResponse:
    """The answer, read. `path`: below the token unless it begins with a slash; `Host` as of a browser."""
    call = http.client.HTTPConnection("127.0.0.1", shown.port, timeout=10)
    call.putrequest(method, path if path.startswith("/") else f"/{shown.token}/{path}", skip_host=True)
    for name, value in {"Host": f"127.0.0.1:{shown.port}", **headers}.items():
        if value:
            call.putheader(name, value)
    call.endheaders()
    answer = call.getresponse()
    answer.body = answer.read()  # type: ignore[attr-defined]
    call.close()
    return answer


def body(answer: http.client.HTTPResponse) -> str:
    return answer.body.decode()  # type: ignore[attr-defined, no-any-return]


def test_the_page_and_its_parts_are_there_under_a_policy_that_runs_nothing_else(shown: Preview) -> None:
    for path in ("", *EXTERNAL, "version"):
        answer = ask(shown, path)
        assert answer.status == 200
        policy = answer.headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
        assert "unsafe" not in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert ask(shown, Host=f"localhost:{shown.port}").status == 200
    assert body(ask(shown, "version")) == "1"


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "evil.example:{port}", "127.0.0.1:1", ""])
def test_another_host_name_gets_nothing(shown: Preview, host: str) -> None:
    answer = ask(shown, Host=host.format(port=shown.port))
    assert (answer.status, body(answer)) == (421, "Misdirected Request")


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/preview.css", "/x/", "/{token}", "/{token}x/", "index.html", "../{token}/", "?a=b", "//"),
        *("../../rules.yaml", "rules.yaml", "version/", "templates/preview.css", "/{token}/../rules.yaml"),
    ],
)
def test_another_path_gets_nothing(shown: Preview, path: str) -> None:
    answer = ask(shown, path.format(token=shown.token))
    assert (answer.status, body(answer)) == (404, "Not Found")


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "TRACE", "CONNECT"])
def test_only_get_is_answered(shown: Preview, method: str) -> None:
    answer = ask(shown, method=method)
    assert answer.status == 405
    assert answer.headers["Allow"] == "GET"
    assert "laptops" not in body(answer)


def test_only_this_machine_is_served_and_the_path_cannot_be_guessed(shown: Preview, tmp_path: Path) -> None:
    assert shown._server.server_address[0] == "127.0.0.1"
    tokens = {Preview(tmp_path).token for _ in range(100)} | {shown.token}
    assert len(tokens) == 101
    assert min(map(len, tokens)) >= 20


def test_what_a_domain_says_stays_text(shown: Preview) -> None:
    page = body(ask(shown))
    parsed = Elements(page)
    assert [attrs for tag, attrs in parsed.elements if tag == "script"] == [
        {"src": "preview.js", "defer": None}
    ]
    assert not {tag for tag, _ in parsed.elements} & {
        "img",
        "style",
        "iframe",
        "form",
        "object",
        "base",
        "svg",
    }
    for _, attrs in parsed.elements:
        assert not [name for name in attrs if name.startswith("on") or name == "style"]
        assert all(not (value or "").startswith(("javascript:", "http")) for value in attrs.values())
    assert HOSTILE not in page
    assert HOSTILE in "".join(parsed.text)
    assert HOSTILE_NAME in "".join(parsed.text)


def test_everything_is_on_the_page_and_no_path(shown: Preview) -> None:
    page = body(ask(shown))
    text = " ".join("".join(Elements(page).text).split())
    domain = load_domain(shown.folder)
    for rule in said_rules(domain):
        for saying in (one for wording in rule.wordings for one in wording.sayings):
            assert saying.demand in text
            assert saying.condition in text
    assert text.count("So the answer is") == 2
    assert "README.md" in text
    unescaped = html.unescape(page)
    assert str(shown.folder.parent) not in unescaped
    assert not re.search(r"/(tmp|home|root|var|usr)/", unescaped)


def test_mistakes_are_shown_in_place_of_questions(tmp_path: Path) -> None:
    rules = edited(RULES, ("{verb: cost}", "{verb: cost, befor: x}"))
    made = Preview(write_laptops(tmp_path / "laptops", rules=rules))
    made.make()
    text = "".join(Elements(made.page.decode()).text)
    assert "befor" in text
    assert "rules.yaml:15:" in text
    assert "So the answer is" not in text
    assert str(tmp_path) not in text


def test_each_save_makes_the_page_anew_and_nothing_else_does(tmp_path: Path) -> None:
    folder = write_laptops(
        tmp_path / "laptops", rules=edited(RULES, ("{verb: cost}", "{verb: cost, befor: x}"))
    )
    made = Preview(folder)
    watching = threading.Thread(target=made.watch, args=(60,), daemon=True)
    watching.start()
    wait_for(made, 1)
    assert "befor" in made.page.decode()
    (folder / "test_laptops.py").write_text("", encoding="utf-8")
    (folder / "rules.yaml").write_text("rules: 3\n", encoding="utf-8")
    wait_for(made, 2)
    assert "befor" not in made.page.decode()
    assert made.version == 2
    (folder / "rules.yaml").unlink()
    wait_for(made, 3)
    assert "lacks rules.yaml" in "".join(Elements(made.page.decode()).text)


def wait_for(made: Preview, version: int) -> None:
    """Until the page of this number is made, for half a minute."""
    for _ in range(300):
        if made.version >= version and not made.making:
            return
        threading.Event().wait(0.1)
    raise TimeoutError(f"version {made.version} instead of {version}")


def test_a_port_that_is_taken_is_a_wrong_call(shown: Preview) -> None:
    with pytest.raises(UsageError, match=f"the port {shown.port} cannot be used"):
        Preview(shown.folder, shown.port).start()
