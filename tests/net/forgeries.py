"""Forgeries of one question of a data set, by name: `verify` names the question whichever is done to it.

Each changes a record in place. The last two are of the catalogue: version 0.1 let them pass.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

Record = dict[str, Any]


def forge(exam: Path, changes: Mapping[int, Callable[[Record], None]]) -> dict[int, tuple[str, int, str]]:
    """Change questions by their place in the data set, and seal the files anew; file, line and id of each."""
    manifest = json.loads((exam / "manifest.json").read_text("utf-8"))
    place, changed = 0, {}
    for entry in manifest["files"].values():
        path = exam / entry["file"]
        lines = []
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
            if place in changes:
                record = json.loads(line)
                changed[place] = (entry["file"], number, record["id"])
                changes[place](record)
                line = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
            lines.append(line + "\n")
            place += 1
        path.write_text("".join(lines), "utf-8")
        entry["sha256"] = sha256(path.read_bytes()).hexdigest()
    (exam / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n", "utf-8")
    return changed


def _another(letter: str) -> str:
    return "ABCDEA"["ABCDE".index(letter) + 1]


def _option(record: Record, right: bool) -> Record:
    found: Record = next(
        option for option in record["options"] if (option["label"] == record["answer"]) == right
    )
    return found


def _first_broken(record: Record) -> Any:
    return next(iter(record["certificate"]["broken"].values()))[0]


def _answer(record: Record) -> None:
    record["answer"] = _another(record["answer"])


def _no_answer(record: Record) -> None:
    record["answer"] = "F"


def _swapped(record: Record) -> None:
    right, wrong = _option(record, True), _option(record, False)
    for key in ("row", "shown"):
        right[key], wrong[key] = wrong[key], right[key]


def _two_right(record: Record) -> None:
    _option(record, False)["shown"] = dict(_option(record, True)["shown"])


def _unreadable(record: Record) -> None:
    option = _option(record, False)
    option["shown"]["Price per night"] = "cheap"


def _hidden(record: Record) -> None:
    del _option(record, False)["shown"]["Price per night"]


def _option_lost(record: Record) -> None:
    record["options"].remove(_option(record, False))


def _satisfied(record: Record) -> None:
    record["certificate"]["satisfied"][record["answer"]][0] = 99


def _broken_lost(record: Record) -> None:
    record["certificate"]["broken"].popitem()


def _broken_term(record: Record) -> None:
    _first_broken(record)["term"] += 1


def _broken_value(record: Record) -> None:
    _first_broken(record)["literals"][0]["value"] += "1"


def _broken_literal(record: Record) -> None:
    literal = _first_broken(record)["literals"][0]
    literal["literal"] = literal["literal"].removeprefix("!") if literal["literal"][0] == "!" else "!x"


def _alone(record: Record) -> None:
    record["certificate"]["terms"][0]["alone"] = []
    record["certificate"]["terms"][0]["broken_by"] = []


def _polarity(record: Record) -> None:
    literal = record["requirement"]["terms"][0][0]
    literal["positive"] = not literal["positive"]


def _term_lost(record: Record) -> None:
    record["requirement"]["terms"].pop()


def _rule(record: Record) -> None:
    record["requirement"]["terms"][0][0]["rule"] = "no-such-rule"


def _requirement_text(record: Record) -> None:
    record["requirement"]["text"] = record["requirement"]["text"].replace("|", "&", 1) + " "


def _requirement_id(record: Record) -> None:
    record["requirement"]["id"] = "0" * 16


def _sentence_lost(record: Record) -> None:
    record["request"] = record["request"].rsplit(". ", 1)[0] + "."


def _foreign_sentence(record: Record) -> None:
    record["request"] += " It should be blue."


def _complexity(record: Record) -> None:
    record["complexity"]["literals"] += 1


def _entropy(record: Record) -> None:
    label = record["answer"]
    record["complexity"]["entropy"][label] = round((record["complexity"]["entropy"][label] + 0.5) % 1, 4)


def _id(record: Record) -> None:
    record["id"] = "0123456789abcdef"


def _index(record: Record) -> None:
    record["provenance"]["index"] += 1000


def _seed(record: Record) -> None:
    record["provenance"]["seed"] += 1


def _side(record: Record) -> None:
    record["provenance"]["side"] = "train" if record["provenance"]["side"] == "test" else "test"


def _canary(record: Record) -> None:
    record["provenance"]["canary"] = ""


def _domain(record: Record) -> None:
    record["domain"]["digest"] = "0" * 64


def _field_lost(record: Record) -> None:
    del record["certificate"]


def _field_type(record: Record) -> None:
    record["request"] = [record["request"]]


def _row(record: Record) -> None:
    _option(record, False)["row"] = "ZZZ-1"


def _name(record: Record) -> None:
    _option(record, False)["shown"]["Name"] = "The Nowhere Inn"


FORGERIES: Final[Mapping[str, Callable[[Record], None]]] = {
    "the answer is another letter": _answer,
    "the answer is no letter of an option": _no_answer,
    "the right option and a wrong one change places": _swapped,
    "a wrong option shows what the right one shows": _two_right,
    "a price is no price": _unreadable,
    "an option hides its price": _hidden,
    "an option is lost": _option_lost,
    "the certificate names a literal that is not there": _satisfied,
    "the certificate lacks a wrong option": _broken_lost,
    "the certificate names another broken term": _broken_term,
    "the certificate names another value": _broken_value,
    "the certificate names another literal": _broken_literal,
    "nobody breaks a term": _alone,
    "a literal is negated": _polarity,
    "a sum term is lost": _term_lost,
    "a literal is of no rule": _rule,
    "the text of the requirement is another": _requirement_text,
    "the requirement has another id": _requirement_id,
    "the request lacks its last sentence": _sentence_lost,
    "the request says something foreign": _foreign_sentence,
    "there is one literal more": _complexity,
    "an entropy is another": _entropy,
    "the id is another": _id,
    "the index is another": _index,
    "the seed is another": _seed,
    "the side is another": _side,
    "the canary is gone": _canary,
    "the domain is another": _domain,
    "the certificate is gone": _field_lost,
    "the request is a list": _field_type,
    "an option is of a row that no catalogue has": _row,
    "an option shows what its row does not": _name,
}
