"""Fetches the content of an http(s) address: bounded in size, time and redirects; no secret is shown.

A header of a request, such as a token, is named with the environment variable of its value. The value is read
when the request is made; it is written to no file, no message and no command line.
"""

from __future__ import annotations

import ipaddress
import os
import re
import socket
import time
from collections.abc import Mapping, Sequence
from http.client import HTTPException, HTTPMessage, HTTPResponse
from typing import IO, Final
from urllib import request
from urllib.error import HTTPError, URLError
from urllib.parse import SplitResult, urlsplit

from attrs import frozen

from cocoa_core.errors import DomainError, Place, UsageError, one_line
from cocoa_core.suggestions import quoted
from cocoa_core.version import __version__

LARGEST: Final = 200_000_000
"""Bytes of a reply; as many as a file of a table may have."""
USER_AGENT: Final = f"cocoa-exams/{__version__}"
_SECONDS: Final = 30.0
"""Seconds for a connection, and for each piece of a reply."""
_SECONDS_IN_ALL: Final = 600.0
"""Seconds for a whole reply: otherwise a server that sends a byte a second would hold the call for years."""
_MOST_REDIRECTS: Final = 5
_CHUNK: Final = 1 << 16
_SHORTEST: Final = 4
"""The fewest letters of a word in a header's value that is treated as secret."""
_SCHEMES: Final = ("http", "https")


@frozen
class Fetched:
    """A reply."""

    address: str
    """The address that gave it, after redirects."""
    body: bytes


def is_address(source: str) -> bool:
    """Returns whether a source is meant as an http(s) address, whether or not it is a valid one."""
    return source.partition(":")[0].strip().casefold() in _SCHEMES and "://" in source


def names_host(address: str) -> bool:
    """Returns whether a text is an http(s) address that names a host."""
    try:
        parts = urlsplit(address)
    except ValueError:  # brackets around what is no IPv6 address
        return False
    return parts.scheme in _SCHEMES and bool(parts.hostname)


def shown_address(address: str) -> str:
    """Returns the address for messages and files: without user, password and query, which may be secret."""
    parts = urlsplit(address)
    host = parts.netloc.rpartition("@")[2]
    query = "?..." if parts.query else ""
    shown = f"{parts.scheme}://{host}{parts.path}{query}"
    return shown if shown.isprintable() else repr(shown)[1:-1]


def origin_of(address: str) -> tuple[str, str, int]:
    """Returns scheme, host and port."""
    parts = urlsplit(address)
    return parts.scheme, (parts.hostname or "").casefold(), _port(parts)


def fetch(address: str, largest: int = LARGEST, headers: Mapping[str, str] | None = None) -> Fetched:
    """Returns the reply to a GET of an address.

    Args:
        largest: the most bytes of the reply.
        headers: headers that are sent besides the usual ones and may be secret: they are sent to this host
            only, and no message shows them.

    Raises:
        UsageError: the address holds a password, or is none; or headers would go over the internet
            unencrypted.
        DomainError: the address cannot be fetched, its reply is larger than `largest` bytes or takes more
            than ten minutes, or it is redirected more than five times, from https to http, or from outside
            into the local network.
    """
    check_address(address)
    place = Place(shown_address(address))
    opener = request.OpenerDirector()
    for handler in (
        request.ProxyHandler(),
        request.HTTPHandler(),
        request.HTTPSHandler(),
        request.HTTPErrorProcessor(),
        request.HTTPDefaultErrorHandler(),
        _Redirects(),
    ):
        opener.add_handler(handler)
    usual = {"User-Agent": USER_AGENT, "Accept-Encoding": "identity"}
    call = request.Request(address, headers=usual)
    secret = headers or {}
    refuse_open_headers(address, secret)
    for name, value in secret.items():
        call.add_unredirected_header(name, value)
    try:
        with opener.open(call, timeout=_SECONDS) as reply:
            return Fetched(reply.url, _body(reply, largest, place))
    except HTTPError as error:
        error.close()
        answer = _unsaid(f"the server answers {error.code} {error.reason}", secret)
        raise _unfetched(one_line(answer), place) from None
    except (URLError, OSError, HTTPException, ValueError) as error:
        reason = getattr(error, "reason", None) or error
        message = _unsaid(_without(str(reason), address), secret)
        raise _unfetched(f"{type(reason).__name__}: {message}", place) from None


def check_address(address: str) -> None:
    """Refuses a text that is no http(s) address, and an address with a name or a password in it.

    Raises:
        UsageError: the address is refused.
    """
    try:
        valid = names_host(address) and _port(urlsplit(address)) > 0
    except ValueError:  # the port is no number, or too large
        valid = False
    if not valid or not address.isprintable() or " " in address:
        raise UsageError("this address cannot be fetched", expected="http://... or https://...")
    if "@" in urlsplit(address).netloc:
        raise UsageError(
            f"the address {shown_address(address)} has a name or a password in it",
            expected="an address that anybody may read",
            fix="fetch the file with the site's own tools, and name the file",
        )


def refuse_open_headers(address: str, headers: Mapping[str, str]) -> None:
    """Refuses to send headers, which may be secret, over the internet without encryption.

    Raises:
        UsageError: there are headers, and the address is neither https nor local.
    """
    if headers and urlsplit(address).scheme != "https" and not _is_local(address):
        raise UsageError(
            f"--header goes to no address without encryption: {shown_address(address)}",
            expected="https://...",
        )


def _port(parts: SplitResult) -> int:
    return parts.port or (443 if parts.scheme == "https" else 80)


def _body(reply: HTTPResponse, largest: int, place: Place) -> bytes:
    if reply.headers.get("Content-Encoding", "identity") != "identity":
        raise _unfetched("a compressed reply, though none was asked for", place)
    until = time.monotonic() + _SECONDS_IN_ALL
    pieces, size = [], 0
    while piece := reply.read1(_CHUNK):
        size += len(piece)
        if size > largest:
            raise DomainError("the reply is too large", expected=f"at most {largest:,} bytes", place=place)
        if time.monotonic() > until:
            raise _unfetched(f"no end after {_SECONDS_IN_ALL:.0f} seconds", place)
        pieces.append(piece)
    announced = reply.headers.get("Content-Length", "")
    if announced.isdecimal() and int(announced) != size:
        raise _unfetched(f"{size:,} of {int(announced):,} bytes", place)
    return b"".join(pieces)


def _unfetched(got: str, place: Place) -> DomainError:
    fix = "look at the address in a browser, or save the file and name it"
    return DomainError("the address cannot be read", got=got, fix=fix, place=place)


def _without(text: str, address: str) -> str:
    """Returns the text on one short line, with the address as `shown_address` has it."""
    return one_line(" ".join(text.replace(address, shown_address(address)).split()))


def _unsaid(text: str, secret: Mapping[str, str]) -> str:
    """Returns the text without the values of headers and without their words, which a server may repeat."""
    words = {word for value in secret.values() for word in (value, *value.split()) if len(word) >= _SHORTEST}
    for word in sorted(words, key=len, reverse=True):
        text = text.replace(word, "...")
    return text


class _Redirects(request.HTTPRedirectHandler):
    """Follows a few redirects, but none that leaves https and none from outside into the local network."""

    max_redirections = _MOST_REDIRECTS
    max_repeats = _MOST_REDIRECTS

    def redirect_request(
        self,
        req: request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: HTTPMessage,
        newurl: str,
    ) -> request.Request | None:
        place = Place(shown_address(req.full_url))
        fp.close()
        try:
            check_address(newurl)
        except UsageError:
            raise _unfetched("a redirect to what is no open http(s) address", place) from None
        if req.full_url.startswith("https:") and not newurl.startswith("https:"):
            raise _unfetched("a redirect from https to http", place)
        if _is_local(newurl) and not _is_local(req.full_url):
            raise _unfetched(f"a redirect into the local network, {quoted(shown_address(newurl))}", place)
        after = super().redirect_request(req, fp, code, msg, headers, newurl)
        if after is not None and origin_of(newurl) == origin_of(req.full_url):
            for name, value in req.unredirected_hdrs.items():
                after.add_unredirected_header(name, value)
        return after


def _is_local(address: str) -> bool:
    """Returns whether the host of an address is this machine or one in its private network."""
    try:
        hosts = {info[4][0] for info in socket.getaddrinfo(urlsplit(address).hostname, None)}
    except OSError:
        return False
    return any(not ipaddress.ip_address(str(host).partition("%")[0]).is_global for host in hosts)


_FORM: Final = re.compile(
    r"(?P<name>[A-Za-z][A-Za-z0-9-]{0,99})=env:(?P<variable>[A-Za-z_][A-Za-z0-9_]{0,99})"
)
_OWN: Final = frozenset(
    ("accept-encoding", "connection", "content-length", "host", "transfer-encoding", "user-agent")
)
"""Headers that `fetch` sets itself."""


def header_names(texts: Sequence[str]) -> str:
    """Returns the headers in the form in which they are stored: "NAME=env:VARIABLE" with commas between.

    Raises:
        UsageError: a text has another form (it is not shown, since it may be the secret itself), or the
            header cannot be set.
    """
    for text in texts:
        match = _FORM.fullmatch(text)
        if match is None:
            raise UsageError(
                "a header is named with the environment variable that holds its value",
                expected="--header Authorization=env:SHOP_TOKEN",
                fix="put the value into an environment variable: shells keep what is typed",
            )
        if match["name"].casefold() in _OWN:
            raise UsageError(f"the header {match['name']} is none that can be set")
    return ",".join(texts)


def header_values(names: str) -> Mapping[str, str]:
    """Returns the headers with their values from the environment.

    Raises:
        UsageError: a variable has no value, or one that a header cannot hold.
    """
    result = {}
    for text in filter(None, names.split(",")):
        match = _FORM.fullmatch(text)
        if match is None:
            raise UsageError(f"{quoted(text)} names no environment variable", expected="NAME=env:VARIABLE")
        value = os.environ.get(match["variable"], "").strip()
        if not value or not (value.isascii() and value.isprintable()):
            raise UsageError(
                f"the environment variable {match['variable']} holds no value for {match['name']}",
                got="nothing" if not value else "letters that a header cannot hold",
                fix=f"export {match['variable']}=..., as in `Bearer ...` for Authorization",
            )
        result[match["name"]] = value
    return result
