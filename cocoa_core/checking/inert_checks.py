"""Finds openings, closings and reasons that say something of an option, where they must say nothing."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, frozen

from cocoa_core.checking.findings import finding_of
from cocoa_core.checking.places import Places
from cocoa_core.domain import Domain, Inert, SlotRef, ValueWords, statements_of
from cocoa_core.errors import Finding, Place
from cocoa_core.language import Parser
from cocoa_core.suggestions import quoted


@frozen
class _Text:
    """An inert text."""

    text: str
    place: Place
    sentences: tuple[str, ...]
    """Its sentences, with no word where a value stands."""


def inert_findings(domain: Domain, places: Places) -> Iterator[Finding]:
    """Finds inert texts that name a value of the domain, or that read as a wish."""
    values = ValueWords.of(domain)
    rules = tuple(evolve(rule, reasons={}) for rule in domain.rules)
    parser = Parser(evolve(domain, inert=Inert(), rules=rules))  # it skips no inert text
    for text in _texts(domain, places):
        named = values.named_in(text.sentences)
        if named is not None:
            value, slot = named
            yield finding_of(
                "inert-value",
                text.place,
                f"the text {quoted(text.text)} names a value of the slot {slot!r}",
                got=quoted(value),
                expected="a text that says nothing of any option",
                fix="say it in other words: whoever reads it could take it for a wish",
            )
        wish = next((sentence for sentence in text.sentences if any(parser.statements(sentence))), None)
        if wish is not None:
            yield finding_of(
                "inert-wish",
                text.place,
                f"the text {quoted(text.text)} reads as a wish",
                got=quoted(wish),
                expected="a text that says nothing of any option",
                fix="say it in other words, or leave it out",
            )


def _texts(domain: Domain, places: Places) -> Iterator[_Text]:
    for number, parts in enumerate(domain.inert.openings):
        words = "".join(part if isinstance(part, str) else "\0" for part in parts)
        text = "".join(f"{{{part.slot}}}" if isinstance(part, SlotRef) else part for part in parts)
        yield _Text(text, places.inert("openings", number), statements_of(words))
    for number, text in enumerate(domain.inert.closings):
        yield _Text(text, places.inert("closings", number), statements_of(text))
    for rule in domain.rules:
        for side, reasons in rule.reasons.items():
            for number, text in enumerate(reasons):
                sentence = f"{text[:1].upper()}{text[1:]}."
                yield _Text(text, places.rule(rule.id, "reasons", side, number), (sentence,))
