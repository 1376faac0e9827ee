"""Defines what a delivery is: how a proved question reaches a model, and how the model's replies are scored.

Each delivery is one file in `deliveries`, named in `delivery_names`, with its twin in
`verification/selection/deliveries`. A derived delivery is made from any record and is no part of its id; a
drawn one stands in the record.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Final

from attrs import frozen

from cocoa_core.answers import Score
from cocoa_core.domain import Domain
from cocoa_core.errors import UsageError
from cocoa_core.families.selection.asking import ASKS
from cocoa_core.families.selection.asks.numbering import is_numbered, numbered_request
from cocoa_core.families.selection.delivery_names import DELIVERY_MODULES
from cocoa_core.families.selection.prompting.sentences import sentence_of, sentences_of
from cocoa_core.families.selection.prompting.truths import truths_of
from cocoa_core.families.selection.record import Question
from cocoa_core.families.selection.request_reader import reader_of
from cocoa_core.independent import all_of, any_of
from cocoa_core.items import Episode, Script
from cocoa_core.lazy_exports import LazyObjects
from cocoa_core.suggestions import not_among


@frozen
class TurnKey:
    """The options that fit everything said up to a turn, by strong Kleene logic."""

    key: tuple[str, ...]
    settled: bool
    """Whether it is decided for each option; a turn that is not settled is not scored."""


@frozen
class Unit:
    """A condition that is worded by itself."""

    text: str
    terms: tuple[int, ...]
    """The indices of the sum terms that it says: exactly one."""


@frozen
class RequestParts:
    """A question's request, taken apart."""

    opening: str
    """The text that names the group."""
    units: tuple[Unit, ...]
    """In the order of the text."""
    beside: str
    """The conditions on several options together, as text; empty if there are none."""
    numbered: bool
    """Whether the conditions have numbers."""

    def lines(self) -> list[str]:
        """Returns one line for each unit, with its number where the ask numbers conditions."""
        return [
            f"{number}. {unit.text}" if self.numbered else unit.text
            for number, unit in enumerate(self.units, 1)
        ]


def request_parts(question: Question, domain: Domain) -> RequestParts:
    """Returns the request as units.

    A sentence that says one sum term is a unit as it stands, including its reason. Where a sentence says
    several sum terms, each is worded anew.

    Raises:
        FindingsError: the domain cannot word a condition by itself.
    """
    sentences = question.sentences
    if sentences:
        opening = sentences[0].text
        units = tuple(
            Unit(sentence.text, sentence.terms)
            if len(sentence.terms) == 1
            else Unit(sentence_of(question, term, domain), (term,))
            for sentence in sentences
            for term in sentence.terms
        )
    else:
        shown = {option.label: option.shown for option in question.options}
        opening = reader_of(domain.files).opening(question.request, shown)
        units = tuple(Unit(text, (index,)) for index, text in enumerate(sentences_of(question, domain)))
    has_numbers, full_text = is_numbered(question), ASKS[question.ask].request(question)
    beside = full_text.removeprefix(numbered_request(question) if has_numbers else question.request)
    return RequestParts(opening, units, beside, has_numbers)


class Delivery(ABC):
    """A way in which questions reach a model.

    Subclass it, frozen by attrs, and name it in `delivery_names`.
    """

    name: str
    """The name in episodes and logs."""
    version: int = 1
    """Rises whenever the texts change."""
    figures: tuple[str, ...] = ()
    """The names of the metrics that its scores have in addition to those of the ask."""
    turned: bool = False
    """Whether it takes several messages; only then does the argument `answer` of `script` matter."""

    def refusal(self, question: Question) -> str:
        """Returns why the question cannot be delivered in this way; empty where it can."""
        return ""

    @abstractmethod
    def script(self, question: Question, domain: Domain, answer: str) -> Script:
        """Returns what the model is told, turn by turn.

        Args:
            domain: that of the question, in whose words it is said.
            answer: one of `ANSWERING`.

        Raises:
            UsageError: the question cannot be delivered in this way.
        """

    def keys(self, question: Question, script: Script, domain: Domain) -> tuple[TurnKey, ...]:
        """Returns the key after each turn; those of a script that only adds conditions, unless overridden."""
        truths = truths_of(question, domain)
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

    @abstractmethod
    def score(self, question: Question, episode: Episode, keys: Sequence[TurnKey] | None) -> Score:
        """Returns the score of an episode. Never raises, whatever the text.

        Args:
            keys: the key after each turn; None where they are not known, so that single turns are not scored.
        """

    def replies(self, question: Question, script: Script, keys: Sequence[TurnKey]) -> tuple[str, ...]:
        """Returns the replies of a model that is right, turn by turn."""
        stated = f"Answer: {ASKS[question.ask].target_reply(question)}"
        if script.answer == "each":
            before = [f"Answer: {', '.join(key.key) or 'none'}" for key in keys[:-1]]
        else:
            before = ["Noted."] * (len(script.turns) - 1)
        return (*before, stated)


DELIVERIES: Final[Mapping[str, Delivery]] = LazyObjects(DELIVERY_MODULES)
"""The deliveries by name; each is imported when it is first looked up."""


def delivery_named(name: str) -> Delivery:
    """Returns the delivery with this name.

    Raises:
        UsageError: there is no such delivery.
    """
    if name not in DELIVERIES:
        raise UsageError("there is no such delivery", **not_among(name, DELIVERIES))
    return DELIVERIES[name]
