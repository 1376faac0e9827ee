"""What `verify` asks about the items of the toy families: each key worked out again from its payload."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from attrs import frozen

from cocoa_core.seeds import digest_of, seed_of
from cocoa_core.verification import Checker, ComparedEntry, Flaw, ManifestFacts

_KEYS: Final = {"id", "family", "ask", "variant", "groups", "key", "payload", "provenance"}
_RIGHT: Final[Mapping[str, Callable[[str], Any]]] = {
    "toy-text": lambda drawn: "".join(reversed(drawn)),
    "toy-turns": lambda drawn: int(drawn) + len(drawn) + 1,
    "toy-corpus": lambda drawn: [drawn + "a", drawn + "o"],
}


@frozen
class ToyChecker(Checker):
    """Of one of the three, by its name."""

    name: str

    def flaws(self, record: Any, run: ManifestFacts | None = None) -> list[Flaw]:
        """The keys, the drawn text and the key; with a run, the id too."""
        if set(record) != _KEYS:
            return [Flaw("keys", "the record has other keys", ", ".join(record), ", ".join(_KEYS))]
        made, payload = record["provenance"], record["payload"]
        drawn = payload.get("drawn") if isinstance(payload, dict) else None
        settings = made.get("settings") if isinstance(made, dict) else None
        if not isinstance(settings, dict) or not _drawn_for(self.name, drawn):
            return [Flaw("type", "the payload or its settings have another type", json.dumps(payload))]
        found = []
        right = _RIGHT[self.name](drawn)
        if json.dumps(record["key"]) != json.dumps(right):
            found.append(Flaw("label", "the key is another", json.dumps(record["key"]), json.dumps(right)))
        length = settings.get("length")
        if len(drawn) != length:
            found.append(Flaw("settings", "the length is another", str(len(drawn)), str(length)))
        places = [made.get("index"), made.get("attempt")]
        if run is not None and all(type(place) is int for place in places):
            expected = digest_of(self.name, run.seed, str(run.settings), *places).hex()[:16]
            if record["id"] != expected:
                found.append(Flaw("id", "the id is another", str(record["id"]), expected))
        return found

    def entry(self, record: Mapping[str, Any]) -> ComparedEntry:
        """As the family counts it."""
        made = record["provenance"]
        length = str(made["settings"].get("length"))
        fingerprint = seed_of(self.name, json.dumps(record["payload"], sort_keys=True))
        return ComparedEntry(
            index=made["index"],
            attempt=made["attempt"],
            cell=f"length {length}",
            counted={"ask": (str(record["ask"]),), "length": (length,)},
            asked=fingerprint,
            shared=fingerprint,
        )


def _drawn_for(name: str, drawn: object) -> bool:
    if not isinstance(drawn, str) or not drawn or len(drawn) > 12:
        return False
    return not name.endswith("turns") or (drawn.isascii() and drawn.isdigit())
