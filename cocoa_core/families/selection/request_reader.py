"""Reads a request and its options from their text and the files of a domain alone."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from itertools import count, product
from pathlib import Path
from typing import Final

from attrs import evolve, field, frozen

from cocoa_core.errors import UsageError
from cocoa_core.families.selection.asking import UnreadablePromptError
from cocoa_core.families.selection.record import TO_BE_CONFIRMED, LiteralRecord
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
    before_closing,
    build_clause_grammar,
    derived_value,
    hear_turns,
    read_domain,
    read_literal,
    read_request,
    read_shown,
)
from cocoa_core.items import read_plain

Shown = Mapping[str, Mapping[str, str]]
"""The texts that each option shows, by its letter and by the label of the slot."""


class OptionValues(dict[str, Value]):
    """The values of an option, by the name of the slot. Nobody may change them: they are cached.

    They are hashed by identity, so that a cache of what follows from them need not look at the values.
    """

    __hash__ = object.__hash__  # type: ignore[assignment]


Options = Mapping[str, OptionValues]
"""The values of each option, by its letter."""
SumTerm = tuple[Literal, ...]

_SCHEMA, _RULES, _BUNDLE = "schema.yaml", "rules.yaml", "bundle.yaml"
_TABLES, _FOLDER = "tables/", "domain"
_LARGEST: Final = 50_000_000
_MOST_OPTIONS: Final = 1 << 10
"""Options whose values are cached: each is in five questions of a balanced set."""
_SECOND: Final = re.compile(r"\. (?=If |Otherwise, |.* if )")
"""Matches the end of a sentence whose successor belongs to it: "If ..., it can cost more", "Otherwise, ...",
or "It can cost more if ...".
"""
_STOPS: Final = re.compile(r"\.(?= |$)")


@frozen(eq=False)
class RequestReader:
    """Reads requests and options of one domain by the verifier's grammar, without a record or a catalogue."""

    domain: VerifierDomain
    lexicon: Lexicon = field(init=False, repr=False)

    @lexicon.default
    def _build(self) -> Lexicon:
        return build_clause_grammar(self.domain.rules.values(), self.domain.slots)

    def options(self, shown: Shown) -> Options:
        """Returns the values of the options, including those of derived slots.

        Raises:
            UnreadablePromptError: the text of a value cannot be read.
        """
        options: dict[str, OptionValues] = {}
        for label, texts in shown.items():
            try:
                options[label] = _read_option(self.domain, tuple(texts.items()))
            except (ValueError, OverflowError) as error:
                raise UnreadablePromptError(f"option {label} cannot be read: {error}") from None
        return options

    def terms(self, request: str, shown: Shown, options: Options) -> tuple[SumTerm, ...]:
        """Returns the sum terms of a whole request, in the order of its sentences.

        Raises:
            UnreadablePromptError: the request cannot be read.
        """
        return tuple(term for terms in self.statements(request, shown, options) for term in terms)

    def statements(self, request: str, shown: Shown, options: Options) -> tuple[tuple[SumTerm, ...], ...]:
        """Returns the sum terms of each sentence of a whole request that says something.

        Two sentences that belong together ("I want ... . If ..., it can ...", or "... . It can ... if ...")
        count as one.

        Raises:
            UnreadablePromptError: the request cannot be read, or is too long.
        """
        if len(request) > LONGEST_REQUEST:
            raise UnreadablePromptError(f"the request has more than {LONGEST_REQUEST:,} characters")
        starts, ends = self._starts(request, shown), before_closing(self.domain, request)
        reader = TextReader(self.lexicon, self.domain.slots, self._names(options), request)
        for reading in reader.readings(starts, ends).kept[:1]:
            return tuple(statement.terms for statement in reading)
        vocabulary = self._vocabulary(options)
        for start, end in product(starts, ends):
            result = self._sentences(request[start:end], vocabulary)
            if result is not None:
                return result
        raise UnreadablePromptError(f"the request cannot be read: {request}")

    def opening(self, request: str, shown: Shown) -> str:
        """Returns the text of a request before its first condition.

        Raises:
            UnreadablePromptError: the request does not open with its group.
        """
        starts = self._starts(request, shown)
        if not starts:
            raise UnreadablePromptError(f"the request does not open with its group: {request}")
        return request[: starts[0]].rstrip()

    def in_force(
        self, request: str, later: Sequence[str], shown: Shown, options: Options
    ) -> tuple[tuple[SumTerm, ...], ...]:
        """Returns the sum terms in force after each turn of a conversation with revisions.

        Args:
            request: the first turn.
            later: the turns after it.

        Raises:
            UnreadablePromptError: a turn cannot be read.
        """

        def read(text: str) -> list[tuple[SumTerm, ...]]:
            try:
                return [self.sentence(text, options)]
            except UnreadablePromptError:
                return []

        vocabulary, known_words = self._vocabulary(options), self._names(options)

        def read_condition(text: str) -> Sequence[Literal]:
            """Returns the readings that leave less to unknown names first: "Lima or Oslo" is two names."""
            literals = TextReader(self.lexicon, self.domain.slots, vocabulary, text).conditions()
            return sorted(literals, key=lambda literal: _left_over([(literal,)], known_words))

        first_terms = self.terms(request, shown, options)
        readings = hear_turns(self.domain.slots, vocabulary, [first_terms], later, read, read_condition)
        if not readings:
            raise UnreadablePromptError(f"a turn cannot be read: {' / '.join(later)}")
        return tuple(turn.terms for turn in readings[0])

    def sentence(self, text: str, options: Options) -> tuple[SumTerm, ...]:
        """Returns the sum terms of one sentence, or of two that belong together.

        Raises:
            UnreadablePromptError: the sentence cannot be read.
        """
        terms, _ = self._sentence(text, self._vocabulary(options))
        if not terms:
            raise UnreadablePromptError(f"the sentence cannot be read: {text}")
        return terms

    def literal(self, record: LiteralRecord) -> Literal:
        """Returns a literal of a record.

        Raises:
            KeyError: the domain has no such slot.
            ValueError: the slot has no such test or value.
        """
        slot = self.domain.slots[record.slot]
        return read_literal(slot, record.over, record.test, record.values, record.positive)

    def truth(self, literal: Literal, values: Mapping[str, Value]) -> Truth:
        """Returns whether a literal holds for an option; None where it is undefined."""
        return self.domain.truth(literal, values)

    def meets(self, term: SumTerm, values: Mapping[str, Value]) -> bool:
        """Returns whether a sum term is true of an option."""
        return any(self.truth(literal, values) for literal in term)

    def _names(self, options: Options) -> dict[str, frozenset[str]]:
        """Returns the known texts of each slot of names: those of its vocabulary, or else of its tables and
        of the options.
        """
        keys = {derived_slot.source: frozenset(derived_slot.words) for derived_slot in self.domain.derived}
        return {
            slot.name: keys.get(slot.name, frozenset()) | _words(slot, options)
            if slot.words is None
            else slot.words
            for slot in self.domain.slots.values()
            if slot.worded
        }

    def _vocabulary(self, options: Options) -> dict[str, frozenset[str]]:
        """Returns the known texts of each slot as they stand in a masked text; an open slot also accepts
        unknown names.
        """
        return {
            name: masked_names(words)
            if self.domain.slots[name].words is not None
            else OpenWords(masked_names(words))
            for name, words in self._names(options).items()
        }

    def _starts(self, request: str, shown: Shown) -> list[int]:
        """Returns the positions at which the first sentence after the opening may begin; empty where finding
        them takes too many steps.
        """
        texts = next(iter(shown.values()), {})
        named = {slot.name: texts[slot.label] for slot in self.domain.slots.values() if slot.label in texts}
        try:
            return after_opening(self.domain, named, request, StepBudget())
        except StepBudgetExceededError:
            return []

    def _sentences(
        self, text: str, vocabulary: Mapping[str, frozenset[str]]
    ) -> tuple[tuple[SumTerm, ...], ...] | None:
        """Returns the sum terms of the sentences into which a text is divided; None where it cannot be read
        completely.

        A name may contain a full stop, so several divisions can cover the whole text. The division that
        leaves the fewest characters to unknown names is chosen and, among equals, the one with the shortest
        first sentence, then the shortest second one, and so on. Each position is continued from only once, so
        the work grows at most with the square of the number of full stops.
        """
        stops = [stop.end() for stop in _STOPS.finditer(text)]
        numbers = count()
        expanded: set[int] = set()
        waiting: list[tuple[int, int, int, int, tuple[tuple[SumTerm, ...], ...]]] = [
            (0, 0, next(numbers), 0, ())
        ]
        while waiting:
            left_over, priority, _, stop, statements = heappop(waiting)
            start = -priority  # among equally good divisions, the one that has come furthest continues
            if statements and start >= len(text):
                return statements
            if stop == len(stops) or (not stop and start in expanded):
                continue
            expanded.add(start)
            heappush(waiting, (left_over, priority, next(numbers), stop + 1, statements))
            end = stops[stop]
            terms, more = self._sentence(text[start:end], vocabulary) if end > start else ((), 0)
            if terms:
                heappush(waiting, (left_over + more, -(end + 1), next(numbers), 0, (*statements, terms)))
        return None

    def _sentence(
        self, text: str, vocabulary: Mapping[str, frozenset[str]]
    ) -> tuple[tuple[SumTerm, ...], int]:
        """Returns the sum terms of the reading that leaves the fewest characters to unknown names, and the
        number of these.

        Where there is no reading, the terms are empty and the number is 0.
        """
        known_words = {name: frozenset([*words]) for name, words in vocabulary.items()}
        for words in (known_words, vocabulary):
            readings = [
                reading[0].terms
                for text_read in (masked(text), *_in_two(text))
                for reading in read_request(self.lexicon, self.domain.slots, words, text_read)
                if len(reading) == 1
            ]
            if readings:
                best = min(readings, key=lambda terms: _left_over(terms, known_words))
                return tuple(tuple(map(_restored, term)) for term in best), _left_over(best, known_words)
        return (), 0


@lru_cache(maxsize=_MOST_OPTIONS)
def _read_option(domain: VerifierDomain, shown: tuple[tuple[str, str], ...]) -> OptionValues:
    """Returns the values of an option, given the texts that it shows by label.

    Raises:
        ValueError: a text cannot be read; also OverflowError.
    """
    texts, values = dict(shown), OptionValues()
    for slot in domain.slots.values():
        if slot.shown and texts.get(slot.label, TO_BE_CONFIRMED) != TO_BE_CONFIRMED:
            values[slot.name] = read_shown(slot, texts[slot.label])
    for derived_slot in domain.derived:
        if derived_slot.source in values:
            values[derived_slot.slot] = derived_value(derived_slot, values[derived_slot.source])
    return values


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
    """Yields the text as two sentences that belong together, divided at each position where the second may
    begin.
    """
    for second in _SECOND.finditer(text):
        yield f"{masked(text[: second.start()])}. {masked(text[second.end() :])}"


def _left_over(terms: Sequence[SumTerm], known_words: Mapping[str, frozenset[str]]) -> int:
    """Returns how many characters a reading leaves to unknown names."""
    return sum(
        len(arg)
        for term in terms
        for literal in term
        for arg in literal.args
        if isinstance(arg, str) and arg not in known_words.get(literal.slot, frozenset())
    )


def _restored(literal: Literal) -> Literal:
    return evolve(literal, args=tuple(unmasked(arg) if isinstance(arg, str) else arg for arg in literal.args))


def reader_of(files: Mapping[str, bytes]) -> RequestReader:
    """Returns the reader of a domain; the same files give the same reader.

    Args:
        files: the contents of schema.yaml, rules.yaml, tables/NAME.csv, and bundle.yaml where there is one,
            by their path in the domain's folder.

    Raises:
        FindingsError: the files cannot be understood.
    """
    tables = tuple((name, content) for name, content in files.items() if name.startswith(_TABLES))
    return _reader(files[_SCHEMA], files[_RULES], tables, files.get(_BUNDLE))


@lru_cache(maxsize=4)  # the files of flights take half a second to read
def _reader(
    schema: bytes, rules: bytes, tables: tuple[tuple[str, bytes], ...], bundle: bytes | None
) -> RequestReader:
    return RequestReader(read_domain(schema, rules, dict(tables), bundle))


def reader_of_folder(folder: Path) -> RequestReader:
    """Returns the reader of the domain in a folder, or in the folder of a data set.

    Raises:
        UsageError: there is no domain.
        FindingsError: its files cannot be understood, are too large, or are links.
    """
    domain_folder = folder if (folder / _SCHEMA).is_file() else folder / _FOLDER
    outer, inner = (
        (domain_folder.parent, f"{_FOLDER}/") if domain_folder.name == _FOLDER else (domain_folder, "")
    )
    tables = (
        path.relative_to(domain_folder).as_posix() for path in sorted(domain_folder.glob(f"{_TABLES}*.csv"))
    )
    try:
        bundle = [_BUNDLE] if os.path.lexists(domain_folder / _BUNDLE) else []
        names = (_SCHEMA, _RULES, *tables, *bundle)
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
"""Stands for a full stop within a sentence; no printable text holds it."""


class OpenWords(frozenset[str]):
    """A set of known names, which also contains every short text without a semicolon.

    A data set's folder does not hold the catalogue, so a request may name what no option shows. Callers
    compare the readings that rest on such a name, and take the one that leaves the least text to unknown
    names.
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


def masked(text: str) -> str:
    """Returns the text with its inner full stops masked, so that it reads as one sentence."""
    return text.replace(". ", f"{_MASK} ")


def masked_names(names: Iterable[str]) -> frozenset[str]:
    """Returns the names as they may stand in a masked text, where a full stop at the end of a name is inner
    or ends the text.
    """
    return frozenset(
        text_read for name in names for text_read in (masked(name), masked(f"{name} ").removesuffix(" "))
    )


def unmasked(text: str) -> str:
    """Returns the text before `masked`."""
    return text.replace(_MASK, ".")
