"""Asks a site's robots.txt what programs may load."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit
from urllib.robotparser import RobotFileParser

from attrs import define, field

from cocoa_core.errors import DomainError, UsageError
from cocoa_core.sources.fetching import fetch, shown_address

_AGENT: Final = "cocoa-exams"
_LARGEST: Final = 500_000


@define
class Robots:
    """What a site's robots.txt allows programs to load: everything, if it is not heeded."""

    address: str
    heeded: bool
    delay: float = 0.0
    _rules: RobotFileParser = field(factory=RobotFileParser)

    def __attrs_post_init__(self) -> None:
        """Fetches robots.txt: a missing one allows everything, a failing server nothing (RFC 9309)."""
        if not self.heeded:
            return
        parts = urlsplit(self.address)
        try:
            reply = fetch(f"{parts.scheme}://{parts.netloc}/robots.txt", _LARGEST)
        except DomainError as error:
            if "answers 4" not in (error.got or ""):
                raise UsageError(
                    "the site's robots.txt cannot be read, so nothing of it is loaded",
                    got=error.got,
                    fix="--ignore-robots, if the site allows what you do",
                ) from None
            self._rules.parse([])
            return
        self._rules.parse(reply.body.decode("utf-8", "replace").splitlines())
        self.delay = float(self._rules.crawl_delay(_AGENT) or 0)

    def allows(self, address: str) -> bool:
        return not self.heeded or self._rules.can_fetch(_AGENT, address)

    def check(self, address: str) -> None:
        if not self.allows(address):
            raise UsageError(
                "the site's robots.txt asks programs not to load this page",
                got=shown_address(address),
                fix="--ignore-robots, if the site allows what you do",
            )
