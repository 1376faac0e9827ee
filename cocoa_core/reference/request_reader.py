"""A request and its options, understood from their text and a domain's files alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from attrs import evolve, field, frozen

from cocoa_core.errors import UsageError
from cocoa_core.reference.open_words import OpenWords, masked, masked_names, unmasked
from cocoa_core.verification.derived_slots import derived_value
from cocoa_core.verification.domain_reading import VerifierDomain, read_domain
from cocoa_core.verification.openings import after_opening
from cocoa_core.verification.request_reading import LONGEST_REQUEST, read_request
from cocoa_core.verification.sayings import Lexicon, lexicon_of
from cocoa_core.verification.semantics import Literal, Truth, any_of, truth
from cocoa_core.verification.slots import Slot, Value
from cocoa_core.verification.steps import SpentError, Steps
from cocoa_core.verification.value_reading import read_shown

__all__ = ["Options", "RequestReader", "Shown", "SumTerm", "UnreadableError", "reader_of", "reader_of_folder"]

Shown = Mapping[str, Mapping[str, str]]
"""By letter: the label of each slot and the text shown."""
Options = Mapping[str, Mapping[str, Value]]
"""By letter: the name of each slot and its value."""
SumTerm = tuple[Literal, ...]

_SCHEMA, _RULES, _TABLES, _FOLDER = "schema.yaml", "rules.yaml", "tables/", "domain"
_STOPS: Final = re.compile(r"\.(?= |$)")


class UnreadableError(Exception):
    """A text that is not of the controlled grammar, or an option that shows no value of its slot."""


@frozen(eq=False)
class RequestReader:
    """Reads requests and options of one domain by the verifier's grammar; knows no record, no catalogue."""

    domain: VerifierDomain
    _lexicon: Lexicon = field(init=False, repr=False)

    @_lexicon.default
    def _build(self) -> Lexicon:
        return lexicon_of(self.domain.rules.values(), self.domain.slots)

    def options(self, shown: Shown) -> Options:
        """The values of the options, those of derived slots included. Raises UnreadableError."""
        return {label: self._values(label, texts) for label, texts in shown.items()}

    def terms(self, request: str, shown: Shown, options: Options) -> tuple[SumTerm, ...]:
        """The sum terms of a whole request, in the order of its sentences. Raises UnreadableError."""
        if len(request) > LONGEST_REQUEST:
            raise UnreadableError(f"the request has more than {LONGEST_REQUEST:,} characters")
        vocabulary = self._vocabulary(options)
        for start in self._starts(request, shown):
            found = self._sentences(request[start:], vocabulary)
            if found is not None:
                return found
        raise UnreadableError(f"the request cannot be read: {request}")

    def term(self, sentence: str, options: Options) -> SumTerm:
        """The one sum term of a sentence. Raises UnreadableError."""
        found = self._sentence(sentence, self._vocabulary(options))
        if len(found) != 1:
            raise UnreadableError(f"the sentence cannot be read: {sentence}")
        return found[0]

    def truth(self, literal: Literal, values: Mapping[str, Value]) -> Truth:
        """Whether a literal holds for an option; None where it is undefined."""
        return truth(self.domain.slots[literal.slot], literal, values.get(literal.slot))

    def meets(self, term: SumTerm, values: Mapping[str, Value]) -> bool:
        """Whether a sum term is true of an option."""
        return any_of(self.truth(one, values) for one in term) is True

    def _values(self, label: str, texts: Mapping[str, str]) -> dict[str, Value]:
        values: dict[str, Value] = {}
        try:
            for slot in self.domain.slots.values():
                if slot.shown and slot.label in texts:
                    values[slot.name] = read_shown(slot, texts[slot.label])
            for one in self.domain.derived:
                if one.source in values:
                    values[one.slot] = derived_value(one, values[one.source])
        except (ValueError, OverflowError) as error:
            raise UnreadableError(f"option {label} cannot be read: {error}") from None
        return values

    def _vocabulary(self, options: Options) -> dict[str, frozenset[str]]:
        keys = {one.source: frozenset(one.words) for one in self.domain.derived}
        return {
            slot.name: masked_names(slot.words)
            if slot.words is not None
            else OpenWords(masked_names(keys.get(slot.name, frozenset()) | _words(slot, options)))
            for slot in self.domain.slots.values()
            if slot.kind in ("category", "set")
        }

    def _starts(self, request: str, shown: Shown) -> list[int]:
        """Places where the first sentence after the opening may begin; none where they cannot be told."""
        texts = next(iter(shown.values()), {})
        named = {slot.name: texts[slot.label] for slot in self.domain.slots.values() if slot.label in texts}
        try:
            return after_opening(self.domain, named, request, Steps())
        except SpentError:
            return []

    def _sentences(self, text: str, vocabulary: Mapping[str, frozenset[str]]) -> tuple[SumTerm, ...] | None:
        """The shortest sentences that leave nothing over: a full stop may be part of a name.

        Every place is gone on from once, so the work grows with the square of the full stops at most.
        """
        stops = [stop.end() for stop in _STOPS.finditer(text)]
        trail: list[tuple[int, Iterator[int], tuple[SumTerm, ...]]] = [(0, iter(stops), ())]
        tried = {0}
        while trail:
            start, ends, said = trail[-1]
            end = next((one for one in ends if one > start and one + 1 not in tried), None)
            if end is None:
                trail.pop()
                continue
            terms = self._sentence(text[start:end], vocabulary)
            if terms and end + 1 >= len(text):
                return said + terms
            if terms:
                tried.add(end + 1)
                trail.append((end + 1, iter(stops), said + terms))
        return None

    def _sentence(self, text: str, vocabulary: Mapping[str, frozenset[str]]) -> tuple[SumTerm, ...]:
        """The sum terms of the reading that leaves least to unknown names; none where there is no reading."""
        known = {name: frozenset([*words]) for name, words in vocabulary.items()}
        for words in (known, vocabulary):
            readings = read_request(self._lexicon, self.domain.slots, words, masked(text))
            if readings:
                best = min(readings, key=lambda reading: _left_over([one.literals for one in reading], known))
                return tuple(tuple(map(_restored, term.literals)) for term in best)
        return ()


def _words(slot: Slot, options: Options) -> frozenset[str]:
    found: set[str] = set()
    for values in options.values():
        value = values.get(slot.name)
        if isinstance(value, frozenset):
            found |= value
        elif isinstance(value, str):
            found.add(value)
    return frozenset(found)


def _left_over(terms: list[SumTerm], known: Mapping[str, frozenset[str]]) -> int:
    """How many characters a reading takes for unknown names."""
    return sum(
        len(arg)
        for term in terms
        for one in term
        for arg in one.args
        if isinstance(arg, str) and arg not in known.get(one.slot, frozenset())
    )


def _restored(literal: Literal) -> Literal:
    return evolve(literal, args=tuple(unmasked(arg) if isinstance(arg, str) else arg for arg in literal.args))


def reader_of(files: Mapping[str, bytes]) -> RequestReader:
    """The reader for a domain's files, by their path in its folder: schema.yaml, rules.yaml, tables/NAME.csv.

    Raises FindingsError where they cannot be understood.
    """
    tables = {name: content for name, content in files.items() if name.startswith(_TABLES)}
    return RequestReader(read_domain(files[_SCHEMA], files[_RULES], tables))


def reader_of_folder(folder: Path) -> RequestReader:
    """The reader for the domain in a folder, or for that of a data set's folder.

    Raises UsageError where there is none, FindingsError where its files cannot be understood.
    """
    home = folder if (folder / _SCHEMA).is_file() else folder / _FOLDER
    tables = (path.relative_to(home).as_posix() for path in sorted(home.glob(f"{_TABLES}*.csv")))
    try:
        files = {name: (home / name).read_bytes() for name in (_SCHEMA, _RULES, *tables)}
    except OSError as error:
        raise UsageError(
            "this folder holds no domain",
            got=f"{folder}, without {Path(error.filename or _SCHEMA).name}",
            expected="the folder `domain` of a data set",
        ) from None
    return reader_of(files)
