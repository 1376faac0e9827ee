"""Reads one sample of a log: the item, the score of its answer, and the tokens, time and cost it took."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Hashable, Iterator, Mapping
from typing import Any, Final

import msgspec
from attrs import evolve, field, frozen

from cocoa_core.analysis.log_files import mapping_in
from cocoa_core.analysis.selection_facts import OptionFacts, facets_of, facts_of
from cocoa_core.answers import NONE
from cocoa_core.families.selection import SELECTION
from cocoa_core.items import Facet
from cocoa_core.text import whole

_SCORER: Final = "named_option"
_LONGEST_MESSAGE: Final = 120
_MOST: Final = 1e15
_WORD: Final = re.compile("[a-z_-]{1,40}")
_READER: Final = re.compile("[a-z0-9._-]{1,40}")
_NAME: Final = re.compile("[a-z][a-z0-9_]{0,39}")
_LETTERS: Final = {"C": 1.0, "I": 0.0}


class UnusableError(Exception):
    """A sample that does not count. The message says why."""

    def __init__(self, reason: str, *, failed: bool = False, message: str = "") -> None:
        """Creates the error; with `failed` another log may have the answer."""
        super().__init__(reason)
        self.failed = failed
        self.message = message


@frozen(eq=False)
class StoredRecord(Mapping[str, Any]):
    """A record as the log states it, held compressed, because thousands of records have to fit into memory.

    Every access decompresses the whole record; `unpacked` gives all of it at once.
    """

    _packed: bytes = field(repr=False)

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> StoredRecord:
        """Compresses a record.

        Raises:
            ValueError: it holds halves of characters.
        """
        return cls(zlib.compress(msgspec.json.encode(record), 1))

    def as_json(self) -> bytes:
        """Returns the record as JSON."""
        return zlib.decompress(self._packed)

    def unpacked(self) -> dict[str, Any]:
        """Returns the record as plain data."""
        record: dict[str, Any] = json.loads(self.as_json())
        return record

    def __getitem__(self, key: str) -> Any:
        return self.unpacked()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.unpacked())

    def __len__(self) -> int:
        return len(self.unpacked())


_NO_RECORD: Final = StoredRecord.of({})


@frozen
class LoggedItem:
    """An item of any family as a log states it."""

    family: str
    ask: str
    cluster: Hashable
    """The key of the cluster, such as a requirement, within which answers are not independent."""
    groups: Mapping[str, str]
    """Ids of the groups that the item belongs to, by the kind of group."""
    facets: Mapping[str, Facet]
    """The item's facets by name, as its family states them, and the side of its data set where it has one."""
    chance: float | None
    """The expected score of a guess; None where the log does not state it."""
    options: OptionFacts | None = field(repr=False, default=None)
    """The options of a question of the selection family with one right option; None for other items."""
    record: StoredRecord = field(repr=False, eq=False, default=_NO_RECORD)


@frozen(kw_only=True)
class SampleOutcome:
    """What a sample says of its answer."""

    answer: str | None
    """The answer as it was read; None where it could not be read."""
    score: float
    """A number from 0 to 1."""
    metrics: Mapping[str, float] = field(factory=dict)
    """Further metrics that the item's family computes, by name."""
    failure: str = ""
    """Why the answer could not be read; empty where it could."""
    input_tokens: int | None = None
    """Input tokens of all turns, cached ones included; None where the provider does not report them."""
    output_tokens: int | None = None
    """Output tokens of all turns; None where the provider does not report them."""
    seconds: float | None = None
    """The seconds spent on the answer, without waiting for rate limits where the log separates it."""
    cost: float | None = None
    """The cost in dollars; None where the log does not state it."""
    reader: str = ""
    """The version of the family's answer reader; empty where the log does not state it."""


def item_of(sample: Mapping[str, Any]) -> LoggedItem:
    """Returns the item of a sample, without its record.

    A sample that was not scored has no item, because the scorer writes it. A log of version 0.1 names no
    family; its items are questions of the selection family.

    Args:
        sample: a plain JSON object.

    Raises:
        UnusableError: asking ended in an error; the sample is declared invalid or has no score; or it holds
            no whole record of a cocoa item.
    """
    _check_scored(sample)
    metadata = mapping_in(sample, "metadata")
    record: Any = metadata.get("cocoa")
    try:
        if "family" not in metadata:
            options = facts_of(record)
            facets = facets_of(record, options)
            cluster = whole(str(record["requirement"]["id"]))
            facets |= _side(record)
            return LoggedItem(SELECTION, "choose", cluster, {}, facets, 1 / len(options.labels), options)
        item = LoggedItem(
            whole(str(metadata["family"])),
            whole(str(metadata.get("ask") or "")),
            whole(str(metadata.get("cluster") or sample.get("id"))),
            {whole(str(kind)): whole(str(name)) for kind, name in mapping_in(metadata, "groups").items()},
            _side(record) | _facets(mapping_in(metadata, "facets")),
            _share(metadata.get("chance")),
        )
    except ValueError:
        raise UnusableError("no record of a cocoa item in the sample") from None
    none_fits = isinstance(record, Mapping) and record.get("answer") == NONE  # so no option is the right one
    if (item.family, item.ask) == (SELECTION, "choose") and not none_fits:
        try:
            return evolve(item, options=facts_of(record))
        except ValueError:
            raise UnusableError("no record of a cocoa item in the sample") from None
    return item


def _side(record: Any) -> dict[str, Facet]:
    side = mapping_in(record, "provenance").get("side")
    return {"side": whole(side)} if isinstance(side, str) and side else {}


def _facets(stated: Mapping[str, Any]) -> dict[str, Facet]:
    facets: dict[str, Facet] = {}
    for name, value in stated.items():
        if not isinstance(name, str) or not _NAME.fullmatch(name) or name in ("family", "ask"):
            continue
        if isinstance(value, (list, tuple)):
            facets[name] = tuple(sorted({whole(str(element)) for element in value}))
        elif isinstance(value, bool) or (isinstance(value, (int, float)) and abs(value) <= _MOST):
            facets[name] = value
        elif isinstance(value, str):
            facets[name] = whole(value)
    return facets


def outcome_of(sample: Mapping[str, Any], item: LoggedItem) -> SampleOutcome:
    """Returns the outcome of a sample.

    Args:
        item: the sample's item, from `item_of`.

    Raises:
        UnusableError: no score is cocoa's, or the score is no number from 0 to 1 or contradicts the answer.
    """
    score = _score(sample["scores"])
    metadata = mapping_in(score, "metadata")
    answer = str(score.get("answer") or "") or None
    value = _value(score.get("value"))
    if item.options is not None:
        answer = answer if answer in item.options.labels else None
        if (value == 1) != (answer == item.options.answer):
            raise UnusableError("its score contradicts its answer")
        value, unread = float(value == 1), answer is None
    else:
        unread = bool(metadata.get("parse_failure") or metadata.get("failure"))
    if value is None:
        raise UnusableError("its score is no number from 0 to 1")
    reason = metadata.get("failure") or metadata.get("reason")
    failure = reason if isinstance(reason, str) and _WORD.fullmatch(reason) else "unreadable"
    tokens_in, tokens_out, cost = _usage(mapping_in(sample, "model_usage"))
    times = [_stated(sample.get(name)) for name in ("working_time", "total_time")]
    reader = metadata.get("reader")
    return SampleOutcome(
        answer=answer,
        score=value,
        metrics=_metrics(mapping_in(metadata, "metrics")),
        failure=failure if unread else "",
        input_tokens=tokens_in,
        output_tokens=tokens_out,
        seconds=next((seconds for seconds in times if seconds is not None), None),
        cost=cost,
        reader=reader if isinstance(reader, str) and _READER.fullmatch(reader) else "",
    )


def _check_scored(sample: Mapping[str, Any]) -> None:
    if sample.get("error"):
        raise UnusableError("asking ended in an error", failed=True, message=_message(sample["error"]))
    if sample.get("invalidation"):
        raise UnusableError("declared invalid")
    if not mapping_in(sample, "scores"):
        raise UnusableError("without a score", failed=True)


def _score(scores: Mapping[str, Any]) -> Mapping[str, Any]:
    """Returns the score of cocoa's scorer, known by its name or its reader; else the only score."""
    cocoa_scores = [
        score
        for name, score in scores.items()
        if name.rpartition("/")[2] == _SCORER or "reader" in mapping_in(score, "metadata")
    ]
    chosen = cocoa_scores[0] if cocoa_scores else next(iter(scores.values())) if len(scores) == 1 else None
    if not isinstance(chosen, Mapping) or "value" not in chosen:
        raise UnusableError("none of its scores is cocoa's")
    return chosen


def _value(value: Any) -> float | None:
    """Returns a score from 0 to 1, of a number or one of inspect's letters; else None."""
    return _LETTERS.get(value) if isinstance(value, str) else _share(value)


def _share(value: Any) -> float | None:
    return float(value) if isinstance(value, (int, float)) and 0 <= value <= 1 else None


def _metrics(stated: Mapping[str, Any]) -> dict[str, float]:
    return {
        name: float(value)
        for name, value in stated.items()
        if isinstance(name, str)
        and _NAME.fullmatch(name)
        and isinstance(value, (int, float))
        and abs(value) <= _MOST
    }


def _message(error: Any) -> str:
    text = str(error.get("message") or "") if isinstance(error, Mapping) else str(error)
    line = " ".join(whole(text).split())
    return line if len(line) <= _LONGEST_MESSAGE else f"{line[: _LONGEST_MESSAGE - 3]}..."


def _usage(usage: Mapping[str, Any]) -> tuple[int | None, int | None, float | None]:
    """Returns tokens read, tokens written and dollars over all models; None for what is not stated."""
    parts = [part for part in usage.values() if isinstance(part, Mapping)]
    if not parts:
        return None, None, None
    read = sum(
        int(_stated(part.get(name)) or 0)
        for part in parts
        for name in ("input_tokens", "input_tokens_cache_read", "input_tokens_cache_write")
    )
    written = sum(int(_stated(part.get("output_tokens")) or 0) for part in parts)
    costs = [cost for part in parts if (cost := _stated(part.get("total_cost"))) is not None]
    return read, written, sum(costs) if costs else None


def _stated(value: Any) -> float | None:
    """Returns a number that a log states; None where it states none, or an impossible one."""
    return float(value) if isinstance(value, (int, float)) and 0 <= value <= _MOST else None
