"""Scores samples of lm-eval's task `groundcocoa` again, by what the audit found.

(lm-eval 0.4: `samples_groundcocoa_TIME.jsonl`, one line an answer. The task's documents hold the prompt and
not the id of the question, so a sample is matched by its request and its options.)
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from cocoa_core.answers import Letter, read_answer
from cocoa_core.auditing.groundcocoa.flight import option_of
from cocoa_core.auditing.groundcocoa.reading import LETTERS
from cocoa_core.auditing.judging import Judged
from cocoa_core.errors import CocoaError, Place, UsageError
from cocoa_core.intervals import Accuracy, accuracy

_CRITERIA: Final = "User Criteria: "
_OPTION: Final = re.compile(r"\n ?Option ([A-Z]): (\{.*\})")


@frozen
class Rescored:
    """The accuracy of one log, with intervals that are clustered by request."""

    log: str
    """The name of the file."""
    unmatched: int
    """The number of samples that match no audited question."""
    published: Accuracy
    """All matched samples, by the published key."""
    sound: Accuracy
    """The samples of sound questions."""
    corrected: Accuracy
    """The samples of sound questions and of those whose key could be corrected, by the corrected key."""

    def to_json(self) -> dict[str, Any]:
        """Returns counts, and the bounds of the intervals."""
        scores = {
            name: {"answers": score.answers, "right": score.right, "low": score.low, "high": score.high}
            for name, score in (
                ("published", self.published),
                ("sound", self.sound),
                ("corrected", self.corrected),
            )
        }
        return {"log": self.log, "unmatched": self.unmatched, **scores}


def rescore(log: Path, judged: Sequence[Judged]) -> Rescored:
    """Returns the accuracy of one log by the published key, on the sound questions, and by corrected keys.

    Raises:
        UsageError: there is no such file.
        CocoaError: a line is no sample of lm-eval (with its number), or no sample matches a question.
    """
    questions = {_identity(item.record.get("query"), _options(item.record)): item for item in judged}
    matched, unmatched = [], 0
    for sample in _samples(log):
        item = questions.get(_identity_of_sample(sample))
        if item is None:
            unmatched += 1
        else:
            matched.append((item, _answered_letter(sample)))
    if not matched:
        raise CocoaError(
            "no sample of this log belongs to the audited file",
            got=f"{unmatched:,} samples of other questions",
            expected="samples of lm-eval's task groundcocoa, on the same file",
            place=Place(str(log)),
        )
    corrected = [(item, letter, item.corrected) for item, letter in matched if item.corrected]
    return Rescored(
        log=log.name,
        unmatched=unmatched,
        published=_accuracy([(item, letter == item.key) for item, letter in matched]),
        sound=_accuracy([(item, letter == item.key) for item, letter in matched if item.verdict == "sound"]),
        corrected=_accuracy([(item, letter == right) for item, letter, right in corrected]),
    )


def _accuracy(scored: Sequence[tuple[Judged, bool]]) -> Accuracy:
    return accuracy(
        [float(right) for _, right in scored], [str(item.record.get("query")) for item, _ in scored]
    )


def _samples(log: Path) -> Iterator[Mapping[str, Any]]:
    if not log.is_file():
        raise UsageError(
            "there is no such log", got=str(log), expected="a file samples_groundcocoa_*.jsonl of lm-eval"
        )
    with log.open(encoding="utf-8", errors="replace") as file:
        for number, line in enumerate(file, start=1):
            try:
                sample = json.loads(line)
            except (ValueError, RecursionError):
                sample = None
            if not isinstance(sample, dict) or not isinstance(sample.get("doc"), dict):
                raise CocoaError(
                    "this line is not a sample of lm-eval",
                    got=line[:60].strip(),
                    expected="an object with doc and filtered_resps",
                    place=Place(str(log), number),
                )
            yield sample


def _options(record: Mapping[str, Any]) -> dict[str, Any]:
    return {letter: option_of(record.get(f"Option {letter}")) for letter in LETTERS}


def _identity(query: object, options: Mapping[str, Any]) -> str:
    """Returns a request and its options as one text, without blanks in keys and without keys of None."""
    plain = {
        letter: sorted(
            (re.sub(r"\s", "", key), str(value)) for key, value in option.items() if value is not None
        )
        for letter, option in options.items()
        if option is not None
    }
    return json.dumps([str(query), plain], ensure_ascii=False)


def _identity_of_sample(sample: Mapping[str, Any]) -> str:
    doc = sample["doc"]
    if "query" in doc:
        return _identity(doc["query"], _options(doc))
    prompt = str(doc.get("criteria", ""))
    request = prompt.partition(_CRITERIA)[2].partition("\n\n Option A: ")[0]
    options = {match[1]: option_of(match[2]) for match in _OPTION.finditer(prompt)}
    return _identity(request, options)


def _answered_letter(sample: Mapping[str, Any]) -> str | None:
    """Returns the letter that was answered: the likeliest choice, or the one in a text; None for none."""
    responses = sample.get("filtered_resps") or sample.get("resps") or []
    if responses and isinstance(responses[0], str):
        reading = read_answer(responses[0], Letter(tuple(LETTERS)))
        return reading.value if isinstance(reading.value, str) else None
    try:
        likelihoods = [float(response[0]) for response in responses]
    except (TypeError, ValueError, IndexError, KeyError):
        return None
    return LETTERS[likelihoods.index(max(likelihoods))] if 0 < len(likelihoods) <= len(LETTERS) else None
