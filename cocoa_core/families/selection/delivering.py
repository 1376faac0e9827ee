"""What a delivery is: how a proved question reaches a model, and how what the model did is scored.

A delivery is one file in `deliveries`, named in `delivery_names`, and its twin in
`verification/selection/deliveries`. A derived delivery is made from any record and is no part of its id; a
drawn one stands in the record.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from typing import Any, Final

from attrs import evolve, frozen

from cocoa_core.answers import Letters, Reading, Score, read_answer
from cocoa_core.domain import Domain
from cocoa_core.errors import UsageError
from cocoa_core.families.selection.asking import ASKS
from cocoa_core.families.selection.asks.numbering import is_numbered, numbered_request
from cocoa_core.families.selection.delivery_names import DELIVERY_MODULES
from cocoa_core.families.selection.prompting.sentences import SentenceWriter
from cocoa_core.families.selection.prompting.truths import TruthReader
from cocoa_core.families.selection.record import Question
from cocoa_core.families.selection.request_reader import reader_of
from cocoa_core.independent import all_of, any_of
from cocoa_core.items import Episode, Script
from cocoa_core.suggestions import did_you_mean

__all__ = [
    "DELIVERIES",
    "Delivery",
    "Request",
    "TurnKey",
    "Writer",
    "attempt_of",
    "delivery_named",
]


@frozen
class TurnKey:
    """Which options fit everything said up to a turn, by strong Kleene logic."""

    key: tuple[str, ...]
    settled: bool
    """Whether this is decided for each option; what is not settled is not scored."""


@frozen
class Unit:
    """A condition worded by itself."""

    text: str
    terms: tuple[int, ...]
    """The places of the sum terms that it says, one and no more."""


@frozen
class Request:
    """A question's request taken apart."""

    opening: str
    """What names the group."""
    units: tuple[Unit, ...]
    """In the order of the text; below them stand axioms or conditions on several options together (beside),
    "" for neither.
    """
    beside: str
    numbered: bool
    """Whether the conditions have numbers."""

    def lines(self) -> list[str]:
        """Returns one line a unit, with its number where the ask gives numbers."""
        return [
            f"{number}. {unit.text}" if self.numbered else unit.text
            for number, unit in enumerate(self.units, 1)
        ]


@frozen(slots=False, eq=False)
class Writer:
    """Takes requests of one domain apart, and works out which options fit what was said of them."""

    domain: Domain

    @cached_property
    def _sentences(self) -> SentenceWriter:
        return SentenceWriter(self.domain)

    @cached_property
    def _truths(self) -> TruthReader:
        return TruthReader(self.domain)

    def request(self, question: Question) -> Request:
        """Returns the request as units.

        A sentence that says one sum term is its unit, its reason included. Where a sentence says several,
        each is worded anew.

        Raises:
            FindingsError: the domain cannot word a condition by itself.
        """
        said = question.sentences
        if said:
            opening = said[0].text
            units = tuple(
                Unit(sentence.text, sentence.terms)
                if len(sentence.terms) == 1
                else Unit(self._sentences.sentence(question, term), (term,))
                for sentence in said
                for term in sentence.terms
            )
        else:
            shown = {option.label: option.shown for option in question.options}
            opening = reader_of(self.domain.files).opening(question.request, shown)
            texts = self._sentences.sentences(question)
            units = tuple(Unit(text, (place,)) for place, text in enumerate(texts))
        has_numbers, whole = is_numbered(question), ASKS[question.ask].request(question)
        beside = whole.removeprefix(numbered_request(question) if has_numbers else question.request)
        return Request(opening, units, beside, has_numbers)

    def keys(self, question: Question, script: Script) -> tuple[TurnKey, ...]:
        """Returns the key after each turn of a script that only adds."""
        truths = self._truths.truths(question)
        terms: tuple[int, ...] = ()
        result: list[TurnKey] = []
        for turn in script.turns:
            terms += turn.units
            fits = {
                label: all_of([any_of(of_option[index]) for index in terms])
                for label, of_option in truths.items()
            }
            key = tuple([label for label, fit in fits.items() if fit is True])
            result.append(TurnKey(key, None not in fits.values()))
        return tuple(result)


class Delivery(ABC):
    """A way in which questions reach a model.

    Subclass it, frozen by attrs, and name it in `delivery_names`.
    """

    name: str
    """As it stands in episodes and logs."""
    version: int = 1
    """Rises whenever its texts change."""
    figures: tuple[str, ...] = ()
    """Names of the metrics that its scores have beside those of the ask."""
    turned: bool = False
    """Whether it takes several messages, so that `answer` of a script matters."""

    def refusal(self, question: Question) -> str:
        """Returns why the question cannot be delivered so, "" where it can."""
        return ""

    @abstractmethod
    def script(self, question: Question, writer: Writer, answer: str) -> Script:
        """Returns what the model is told.

        Args:
            answer: one of `ANSWERING`.

        Raises:
            UsageError: it cannot be delivered so.
        """

    def keys(self, question: Question, script: Script, writer: Writer) -> tuple[TurnKey, ...]:
        """Returns the key after each turn."""
        return writer.keys(question, script)

    @abstractmethod
    def score(self, question: Question, episode: Episode, keys: Sequence[TurnKey] | None) -> Score:
        """Returns what an episode is worth.

        Without keys nothing is said of single turns.

        Args:
            keys: after each turn, where these are known; never raises for any text.
        """

    def replies(self, question: Question, script: Script, keys: Sequence[TurnKey]) -> tuple[str, ...]:
        """Returns what a model that is right says, turn by turn."""
        stated = f"Answer: {ASKS[question.ask].stated(question)}"
        if script.answer == "each":
            before = [f"Answer: {', '.join(key.key) or 'none'}" for key in keys[:-1]]
        else:
            before = ["Noted."] * (len(script.turns) - 1)
        return (*before, stated)


class _Deliveries(Mapping[str, Delivery]):
    """By name; each is imported when it is first asked for."""

    def __init__(self) -> None:
        self._known: dict[str, Delivery] = {}

    def __getitem__(self, name: str) -> Delivery:
        known = self._known.get(name)
        if known is None:
            module, _, attribute = DELIVERY_MODULES[name].partition(":")
            known = self._known[name] = getattr(import_module(module), attribute)
        return known

    def __iter__(self) -> Iterator[str]:
        return iter(DELIVERY_MODULES)

    def __len__(self) -> int:
        return len(DELIVERY_MODULES)

    def __contains__(self, name: object) -> bool:
        return name in DELIVERY_MODULES


DELIVERIES: Final[Mapping[str, Delivery]] = _Deliveries()


def delivery_named(name: str) -> Delivery:
    """Returns the delivery.

    Raises:
        UsageError: an unknown name.
    """
    if name not in DELIVERIES:
        raise UsageError(
            "there is no such delivery",
            got=name,
            expected=", ".join(DELIVERIES),
            fix=did_you_mean(name, DELIVERIES),
        )
    return DELIVERIES[name]


def attempt_of(question: Question, reply: str) -> Score | None:
    """Returns the score of an answer that a reply states; None where it states none that can be read."""
    found = ASKS[question.ask].score(question, reply)
    return None if found.failure is not None else found


def fitting_set(question: Question, reply: str) -> Reading:
    """Returns the set of options that a reply says fit."""
    return read_answer(reply, Letters(tuple(option.label for option in question.options)))


def with_metrics(score: Score, metrics: Mapping[str, Any]) -> Score:
    """Returns the score with named figures beside those that it has; None is left out."""
    found = {name: float(value) for name, value in metrics.items() if value is not None}
    return evolve(score, metrics={**score.metrics, **found})
