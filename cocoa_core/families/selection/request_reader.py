"""A request and its options, understood from their text and a domain's files alone."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import count, product
from pathlib import Path
from typing import Final

from attrs import evolve, field, frozen

from cocoa_core.errors import UsageError
from cocoa_core.families.selection.asking import UnreadableError
from cocoa_core.families.selection.record import TO_BE_CONFIRMED
from cocoa_core.independent import (
    LONGEST_REQUEST,
    Lexicon,
    Literal,
    Slot,
    StepBudget,
    StepBudgetExceededError,
    TextReader,
    Truth,
    Value,
    VerifierDomain,
    after_opening,
    any_of,
    before_closing,
    build_clause_grammar,
    derived_value,
    hear_turns,
    read_domain,
    read_request,
    read_shown,
)
from cocoa_core.items import read_plain

__all__ = [
    "OpenWords",
    "Options",
    "RequestReader",
    "Shown",
    "SumTerm",
    "UnreadableError",
    "masked",
    "masked_names",
    "reader_of",
    "reader_of_folder",
    "unmasked",
]

Shown = Mapping[str, Mapping[str, str]]
"""By letter: the label of each slot and the text shown."""
Options = Mapping[str, Mapping[str, Value]]
"""By letter: the name of each slot and its value."""
SumTerm = tuple[Literal, ...]

_SCHEMA, _RULES, _BUNDLE = "schema.yaml", "rules.yaml", "bundle.yaml"
_TABLES, _FOLDER = "tables/", "domain"
_LARGEST: Final = 50_000_000
_SECOND: Final = re.compile(r"\. (?=If |Otherwise, |.* if )")
"""Ends the first of two sentences that are read together. The second: "If ..., it can cost more",
"Otherwise, ...", or "It can cost more if ..."."""
_STOPS: Final = re.compile(r"\.(?= |$)")


@frozen(eq=False)
class RequestReader:
    """Reads requests and options of one domain by the verifier's grammar; knows no record, no catalogue."""

    domain: VerifierDomain
    _lexicon: Lexicon = field(init=False, repr=False)

    @_lexicon.default
    def _build(self) -> Lexicon:
        return build_clause_grammar(self.domain.rules.values(), self.domain.slots)

    def options(self, shown: Shown) -> Options:
        """Returns the values of the options, those of derived slots included.

        Raises UnreadableError.
        """
        return {label: self._values(label, texts) for label, texts in shown.items()}

    def terms(self, request: str, shown: Shown, options: Options) -> tuple[SumTerm, ...]:
        """Returns the sum terms of a whole request, in the order of its sentences.

        Raises UnreadableError.
        """
        return tuple(term for terms in self.statements(request, shown, options) for term in terms)

    def statements(self, request: str, shown: Shown, options: Options) -> tuple[tuple[SumTerm, ...], ...]:
        """For each sentence of a whole request that says something, its sum terms.

        Raises UnreadableError.

        Two sentences that belong together ("I want ... . If ..., it can ...", or "... . It can ... if ...")
        count as one.
        """
        if len(request) > LONGEST_REQUEST:
            raise UnreadableError(f"the request has more than {LONGEST_REQUEST:,} characters")
        starts, ends = self._starts(request, shown), before_closing(self.domain, request)
        reader = TextReader(self._lexicon, self.domain.slots, self._names(options), request)
        for reading in reader.readings(starts, ends).found[:1]:
            return tuple(statement.terms for statement in reading)
        vocabulary = self._vocabulary(options)
        for start, end in product(starts, ends):
            result = self._sentences(request[start:end], vocabulary)
            if result is not None:
                return result
        raise UnreadableError(f"the request cannot be read: {request}")

    def opening(self, request: str, shown: Shown) -> str:
        """Returns what a request says before its first condition. Raises UnreadableError."""
        starts = self._starts(request, shown)
        if not starts:
            raise UnreadableError(f"the request does not open with its group: {request}")
        return request[: starts[0]].rstrip()

    def in_force(
        self, request: str, later: Sequence[str], shown: Shown, options: Options
    ) -> tuple[tuple[SumTerm, ...], ...]:
        """Returns what is in force after each turn of a conversation with revisions.

        Raises UnreadableError.

        Args:
            request: the first turn.
            later: those after it.
        """

        def read(text: str) -> list[tuple[SumTerm, ...]]:
            try:
                return [self.sentence(text, options)]
            except UnreadableError:
                return []

        vocabulary = self._vocabulary(options)

        def read_condition(text: str) -> tuple[Literal, ...]:
            return TextReader(self._lexicon, self.domain.slots, vocabulary, text).conditions()

        begun = self.terms(request, shown, options)
        found = hear_turns(self.domain.slots, vocabulary, [begun], later, read, read_condition)
        if not found:
            raise UnreadableError(f"a turn cannot be read: {' / '.join(later)}")
        return tuple(turn.terms for turn in found[0])

    def sentence(self, text: str, options: Options) -> tuple[SumTerm, ...]:
        """Returns the sum terms of one sentence, or of two that belong together.

        Raises UnreadableError.
        """
        found, _ = self._sentence(text, self._vocabulary(options))
        if not found:
            raise UnreadableError(f"the sentence cannot be read: {text}")
        return found

    def truth(self, literal: Literal, values: Mapping[str, Value]) -> Truth:
        """Returns whether a literal holds for an option; None where it is undefined."""
        return self.domain.truth(literal, values)

    def meets(self, term: SumTerm, values: Mapping[str, Value]) -> bool:
        """Returns whether a sum term is true of an option."""
        return any_of(self.truth(literal, values) for literal in term) is True

    def _values(self, label: str, texts: Mapping[str, str]) -> dict[str, Value]:
        values: dict[str, Value] = {}
        try:
            for slot in self.domain.slots.values():
                if slot.shown and texts.get(slot.label, TO_BE_CONFIRMED) != TO_BE_CONFIRMED:
                    values[slot.name] = read_shown(slot, texts[slot.label])
            for derived_slot in self.domain.derived:
                if derived_slot.source in values:
                    values[derived_slot.slot] = derived_value(derived_slot, values[derived_slot.source])
        except (ValueError, OverflowError) as error:
            raise UnreadableError(f"option {label} cannot be read: {error}") from None
        return values

    def _names(self, options: Options) -> dict[str, frozenset[str]]:
        """Returns the texts of each slot that are known: those of its vocabulary, of tables, or of the
        options.
        """
        keys = {derived_slot.source: frozenset(derived_slot.words) for derived_slot in self.domain.derived}
        return {
            slot.name: keys.get(slot.name, frozenset()) | _words(slot, options)
            if slot.words is None
            else slot.words
            for slot in self.domain.slots.values()
            if slot.kind in ("category", "set")
        }

    def _vocabulary(self, options: Options) -> dict[str, frozenset[str]]:
        """Returns the same as they stand in a masked text, and of an open slot any other name."""
        return {
            name: masked_names(words)
            if self.domain.slots[name].words is not None
            else OpenWords(masked_names(words))
            for name, words in self._names(options).items()
        }

    def _starts(self, request: str, shown: Shown) -> list[int]:
        """Places where the first sentence after the opening may begin; none where they cannot be told."""
        texts = next(iter(shown.values()), {})
        named = {slot.name: texts[slot.label] for slot in self.domain.slots.values() if slot.label in texts}
        try:
            return after_opening(self.domain, named, request, StepBudget())
        except StepBudgetExceededError:
            return []

    def _sentences(
        self, text: str, vocabulary: Mapping[str, frozenset[str]]
    ) -> tuple[tuple[SumTerm, ...], ...] | None:
        """Returns the sentences that leave least to unknown names, and nothing over: a name may hold a full
        stop.

        Of equals the shortest. Every place is gone on from once, so the work grows with the square of the
        full stops at most.
        """
        stops = [stop.end() for stop in _STOPS.finditer(text)]
        numbers = count()
        begun: set[int] = set()
        waiting: list[tuple[int, int, int, int, tuple[tuple[SumTerm, ...], ...]]] = [
            (0, 0, next(numbers), 0, ())
        ]
        while waiting:
            left_over, place, _, stop, said = heappop(waiting)
            start = -place  # of as good ones, that which has come furthest is gone on with
            if said and start >= len(text):
                return said
            if stop == len(stops) or (not stop and start in begun):
                continue
            begun.add(start)
            heappush(waiting, (left_over, place, next(numbers), stop + 1, said))
            end = stops[stop]
            terms, more = self._sentence(text[start:end], vocabulary) if end > start else ((), 0)
            if terms:
                heappush(waiting, (left_over + more, -(end + 1), next(numbers), 0, (*said, terms)))
        return None

    def _sentence(
        self, text: str, vocabulary: Mapping[str, frozenset[str]]
    ) -> tuple[tuple[SumTerm, ...], int]:
        """Returns the sum terms of the reading that leaves least to unknown names, and how many characters it
        leaves.

        None and 0 where there is no reading.
        """
        known = {name: frozenset([*words]) for name, words in vocabulary.items()}
        for words in (known, vocabulary):
            readings = [
                reading[0].terms
                for text_read in (masked(text), *_in_two(text))
                for reading in read_request(self._lexicon, self.domain.slots, words, text_read)
                if len(reading) == 1
            ]
            if readings:
                best = min(readings, key=lambda terms: _left_over(terms, known))
                return tuple(tuple(map(_restored, term)) for term in best), _left_over(best, known)
        return (), 0


def _words(slot: Slot, options: Options) -> frozenset[str]:
    result: set[str] = set()
    for values in options.values():
        value = values.get(slot.name)
        if isinstance(value, frozenset):
            result |= value
        elif isinstance(value, str):
            result.add(value)
    return frozenset(result)


def _in_two(text: str) -> Iterator[str]:
    """Yields the text as two sentences that belong together, in every place where the second may begin."""
    for second in _SECOND.finditer(text):
        yield f"{masked(text[: second.start()])}. {masked(text[second.end() :])}"


def _left_over(terms: Sequence[SumTerm], known: Mapping[str, frozenset[str]]) -> int:
    """Returns how many characters a reading takes for unknown names."""
    return sum(
        len(arg)
        for term in terms
        for literal in term
        for arg in literal.args
        if isinstance(arg, str) and arg not in known.get(literal.slot, frozenset())
    )


def _restored(literal: Literal) -> Literal:
    return evolve(literal, args=tuple(unmasked(arg) if isinstance(arg, str) else arg for arg in literal.args))


def reader_of(files: Mapping[str, bytes]) -> RequestReader:
    """Returns the reader for a domain's files, by their path in its folder.

    schema.yaml, rules.yaml, tables/NAME.csv, and bundle.yaml where there is one.

    Raises:
        FindingsError: they cannot be understood.
    """
    tables = {name: content for name, content in files.items() if name.startswith(_TABLES)}
    return RequestReader(read_domain(files[_SCHEMA], files[_RULES], tables, files.get(_BUNDLE)))


def reader_of_folder(folder: Path) -> RequestReader:
    """Returns the reader for the domain in a folder, or for that of a data set's folder.

    Raises:
        UsageError: there is none.
        FindingsError: its files cannot be understood, are too large or links.
    """
    home = folder if (folder / _SCHEMA).is_file() else folder / _FOLDER
    outer, inner = (home.parent, f"{_FOLDER}/") if home.name == _FOLDER else (home, "")
    tables = (path.relative_to(home).as_posix() for path in sorted(home.glob(f"{_TABLES}*.csv")))
    try:
        there = [_BUNDLE] if os.path.lexists(home / _BUNDLE) else []
        names = (_SCHEMA, _RULES, *tables, *there)
        files = {name: read_plain(outer, f"{inner}{name}", _LARGEST) for name in names}
    except OSError as error:
        raise UsageError(
            "this folder holds no domain",
            got=f"{folder}, without {Path(error.filename or _SCHEMA).name}",
            expected="the folder `domain` of a data set",
        ) from None
    return reader_of(files)


_MOST_WORDS: Final = 8
_LONGEST: Final = 80
_MASK: Final = "\x1f"
"""Stands for an inner full stop; no text that can be printed holds it."""


class OpenWords(frozenset[str]):
    """Known names, and beside them every short text without a semicolon.

    A data set's folder does not hold the catalogue, so a request may name what no option shows. Readings that
    rest on such a name are for the caller to compare: the one that leaves the least text to unknown names.
    """

    def __contains__(self, text: object) -> bool:
        if frozenset.__contains__(self, text):
            return True
        return isinstance(text, str) and self._could_be_a_name(text)

    @staticmethod
    def _could_be_a_name(text: str) -> bool:
        return (
            0 < len(text) <= _LONGEST
            and text == text.strip(" ,;:")
            and ";" not in text
            and text.count(" ") < _MOST_WORDS
        )

    def unknown(self, text: str) -> bool:
        """Returns whether the text is none of the known names."""
        return not frozenset.__contains__(self, text)


def masked(text: str) -> str:
    """Returns the text with inner full stops taken out of the way, so that it reads as one sentence."""
    return text.replace(". ", f"{_MASK} ")


def masked_names(names: Iterable[str]) -> frozenset[str]:
    """Returns the names as they may stand in such a text: a full stop at the end is inner, or the last of
    all.
    """
    return frozenset(
        text_read for name in names for text_read in (masked(name), masked(f"{name} ").removesuffix(" "))
    )


def unmasked(text: str) -> str:
    """Returns the text before `masked`."""
    return text.replace(_MASK, ".")
