"""Reads GroundCocoa's rows: questions with their conditions, options and key.

The rows in the repository have `query`, `query_fol`, `condition_templates`, `Option A` to `Option E`,
`Answer`, and measures of the formula. On the Hub (`harsh147/GroundCocoa`) the formula is `query_pos`, the
templates are `primitives`, and options are texts.

The formula, the declared measures and the request are checked against the templates. The request was written
by a language model: a value of a condition that it does not say is reported, and an amount or time of day
that no condition has. This finds what was lost or changed in the rewriting; it does not prove that the rest
was preserved.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from cocoa_core.auditing.groundcocoa.conditions import read_condition
from cocoa_core.auditing.groundcocoa.flight import PublishedFlight, option_of, read_flight
from cocoa_core.auditing.questions import PublishedQuestion, SetReader, shown
from cocoa_core.errors import MismatchError
from cocoa_core.lexicon import NUMBER_WORDS
from cocoa_core.logic import Literal, Product, complexity_of

if TYPE_CHECKING:
    from cocoa_core.auditing.groundcocoa.conditions import FlightCondition

_MEASURES: Final = {
    "width": "width",
    "max_dependency": "max_degree",
    "average_dependency": "average_degree",
    "largest_connected_component": "longest_path",
}
"""The published measures, and their names in `complexity_of`. What the published code calls the largest
connected component is the longest simple path: a star of four has a component of four and a path of three.
"""


def formula_findings(record: Mapping[str, Any], terms: Sequence[Sequence[FlightCondition]]) -> Iterator[str]:
    """Yields a sentence for each way in which the formula or the measures differ from the templates."""
    stated = Counter(tuple(sorted((literal.slot, literal.negated) for literal in term)) for term in terms)
    text = record.get("query_fol", record.get("query_pos"))
    if isinstance(text, str) and _terms(text) != stated:
        yield f"the formula is not that of the conditions: {text}"
    variables = {
        slot: index for index, slot in enumerate(sorted({slot for term in stated for slot, _ in term}))
    }
    product = Product(
        tuple(
            tuple(Literal(variables[literal.slot], not literal.negated) for literal in term) for term in terms
        )
    )
    measures = complexity_of(product, 0)
    for published, ours in _MEASURES.items():
        declared, derived = record.get(published), getattr(measures, ours)
        if isinstance(declared, int | float) and not math.isclose(declared, derived, abs_tol=0.01):
            yield f"{published} is declared as {declared}, the conditions give {derived:g}"


def _terms(formula: str) -> Counter[tuple[tuple[str, bool], ...]]:
    """Returns a formula's sum terms (`~Price & (Airline | ~TravelDate)`): slots with their negation."""
    terms: Counter[tuple[tuple[str, bool], ...]] = Counter()
    for term in formula.split("&"):
        inner = term.strip()
        if inner.startswith("(") and inner.endswith(")"):
            inner = inner[1:-1]
        literals = (literal.strip() for literal in inner.split("|"))
        terms[
            tuple(
                sorted((literal.removeprefix("~").strip(), literal.startswith("~")) for literal in literals)
            )
        ] += 1
    return terms


_MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_AMOUNT: Final = re.compile(r"\$\s?(\d[\d,]*)(?:\.\d+)?")
_CLOCK: Final = re.compile(r"\b(\d{1,2})(?::(\d\d))?\s*([ap])\.?\s?m\b|\b(\d{1,2}):(\d\d)\b", re.IGNORECASE)
_WORDS_FOR: Final = {
    "layovers": ("layover", "stop", "direct", "connection", "leg"),
    "emissions": ("emission", "carbon", "environment", "eco", "green", "co2", "pollut"),
}
"""Parts of words of which the request must contain one, by the mention that they stand for."""
_NOON: Final = {720: "noon", 0: "midnight"}


def text_findings(record: Mapping[str, Any], terms: Sequence[Sequence[FlightCondition]]) -> Iterator[str]:
    """Yields a sentence for each value that the request leaves out, or says though no condition has it."""
    request = record.get("query")
    if not isinstance(request, str):
        return
    folded = request.casefold()
    clocks = set(_clocks(request))
    amounts = {int(match[1].replace(",", "")) for match in _AMOUNT.finditer(request)}
    mentions = [mention for term in terms for literal in term for mention in literal.mentions]
    for mention in dict.fromkeys(mentions):
        if not _is_said(mention, folded, clocks, amounts):
            yield f"the request does not say {mention}"
    limits = {int(mention[1:]) for mention in mentions if mention.startswith("$")}
    for amount in sorted(amounts - limits):
        yield f"the request says ${amount:,}, which no condition has"
    times = {minute for mention in mentions if ":" in mention for minute in _clocks(mention)}
    for minute in sorted(clocks - times):
        yield f"the request says {minute // 60}:{minute % 60:02d}, which no condition has"


def _clocks(text: str) -> Iterator[int]:
    """Yields the times of day in a text, as minutes after midnight, including "noon" and "midnight"."""
    for match in _CLOCK.finditer(text):
        hour, minute = int(match[1] or match[4]), int(match[2] or match[5] or 0)
        if match[3]:
            hour = hour % 12 + 12 * (match[3].lower() == "p")
        if hour < 24 and minute < 60:
            yield 60 * hour + minute
    for minute, word in _NOON.items():
        if word in text.casefold():
            yield minute


def _is_said(mention: str, folded: str, clocks: set[int], amounts: set[int]) -> bool:
    if mention in _WORDS_FOR:
        return any(word in folded for word in _WORDS_FOR[mention])
    if mention.startswith("$"):
        return int(mention[1:]) in amounts or mention[1:] in folded.replace(",", "")
    if mention.endswith(" min"):
        return _is_duration_said(int(mention.removesuffix(" min")), folded)
    if re.fullmatch(r"\d{1,2}:\d\d", mention):
        return any(minute in clocks for minute in _clocks(mention))
    date = re.fullmatch(r"\d{4}-(\d\d)-(\d\d)", mention)
    if date is not None and 1 <= int(date[1]) <= 12:
        month, day = _MONTHS[int(date[1]) - 1].casefold(), int(date[2])
        return mention in folded or (
            month[:3] in folded and re.search(rf"\b0?{day}(?:st|nd|rd|th)?\b", folded) is not None
        )
    return mention.casefold() in folded


def _is_duration_said(minutes: int, folded: str) -> bool:
    """Returns whether a text says the hours, in digits or words, and the minutes beyond them."""
    hours, rest = divmod(minutes, 60)
    forms = [str(hours)]
    if hours < len(NUMBER_WORDS):
        forms.append(NUMBER_WORDS[hours])
    if hours == 1:
        forms += ["an hour", "a "]
    if hours == 0:
        forms = [""]
    hours_said = any(form in folded for form in forms)
    quarters = {15: "quarter", 30: "half", 45: "three quarters"}
    return hours_said and (rest == 0 or str(rest) in folded or quarters.get(rest, "\0") in folded)


LETTERS: Final = "ABCDE"
_OPTION: Final = re.compile(r"Option ([A-Z])")


def _read(record: Mapping[str, Any], number: int) -> PublishedQuestion:
    templates = record.get("condition_templates", record.get("primitives"))
    if not isinstance(templates, list) or not templates:
        raise MismatchError(
            "condition_templates or primitives, a list of lists of sentences", shown(templates)
        )
    terms = []
    for index, term in enumerate(templates, start=1):
        sentences = [term] if isinstance(term, str) else term
        if not isinstance(sentences, list) or not sentences:
            raise MismatchError(f"sentences in condition {index}", shown(sentences))
        terms.append(tuple(read_condition(str(sentence)) for sentence in sentences))
    options: dict[str, PublishedFlight] = {}
    for name, option in record.items():
        match = _OPTION.fullmatch(name)
        if match is not None:
            fields = option_of(option)
            if fields is None:
                raise MismatchError(f"{name}, an object", shown(option))
            try:
                options[match[1]] = read_flight(fields)
            except MismatchError as error:
                raise MismatchError(f"{error.expected} ({name})", error.got) from None
    key = str(record.get("Answer", "")).strip().upper()
    if len(options) < 2 or key not in options:
        raise MismatchError(
            f"an Answer among the options {', '.join(sorted(options))}", shown(record.get("Answer"))
        )
    return PublishedQuestion(
        id=str(record.get("id", number)),
        request=str(record.get("query", "")),
        terms=tuple(terms),
        options=dict(sorted(options.items())),
        key=key,
        findings=(*formula_findings(record, terms), *text_findings(record, terms)),
    )


READER: Final = SetReader(
    name="GroundCocoa",
    fields=frozenset({"Option A", "Answer"}),
    request="query",
    read=_read,
    corrected=lambda record, key: {"Answer": key},
)
