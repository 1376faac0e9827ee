"""Puts questions into the messages of a delivery, gives right replies, and scores episodes."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache, partial
from pathlib import Path

from attrs import field, frozen

from cocoa_core.answers import Score
from cocoa_core.domain import Domain
from cocoa_core.errors import UsageError
from cocoa_core.families.selection.definition import domain_of
from cocoa_core.families.selection.delivering import Delivery, RequestSplitter, delivery_named
from cocoa_core.families.selection.prompting.conversations import installed_domain
from cocoa_core.families.selection.prompting.strategies import strategy_named
from cocoa_core.families.selection.record import DomainRef, Question
from cocoa_core.items import ANSWERING, Conversation, Dataset, Episode, Prompting, Script, read_dataset
from cocoa_core.seeds import digest_of
from cocoa_core.suggestions import not_among

_DIRECT = "direct"


def delivered_of(dataset: Dataset, how: Prompting) -> DeliveryPrompter:
    """Returns the prompter of a delivery for the questions of a data set, in the words of its own domain.

    Raises:
        UsageError: the delivery is unknown, or a strategy or examples are asked for that it has no room for.
    """
    delivery, answer = _checked(how)
    return DeliveryPrompter(delivery, answer, partial(domain_of, dataset))


def delivered_for(question: Question, how: Prompting) -> DeliveryPrompter:
    """Returns the prompter of a delivery for questions of one installed domain, without their data set.

    Raises:
        UsageError: as `delivered_of`.
    """
    delivery, answer = _checked(how)
    return DeliveryPrompter(delivery, answer, partial(installed_domain, question.domain))


def _checked(how: Prompting) -> tuple[Delivery, str]:
    delivery = delivery_named(how.delivery)
    strategy = strategy_named(how.strategy)
    if (
        strategy.name != _DIRECT
        or how.prompt
        or how.shots
        or how.demonstrations
        or how.order
        or how.explained
    ):
        raise UsageError(
            f"the delivery {delivery.name} has messages of its own",
            got=f"the strategy {strategy.name}, a template, examples or reasons",
            expected=f"the strategy {_DIRECT} and nothing else",
            fix="leave them out, or take --delivery full",
        )
    answer = how.answering or next(iter(ANSWERING))
    if answer not in ANSWERING:
        raise UsageError("there is no such way to answer", **not_among(answer, ANSWERING))
    return delivery, answer


@frozen(slots=False, eq=False)
class DeliveryPrompter:
    """Puts questions of one domain into the messages of a delivery."""

    delivery: Delivery
    answer: str
    """When the model answers, see `ANSWERING`."""
    _load: Callable[[], Domain] = field(repr=False)

    @cached_property
    def writer(self) -> RequestSplitter:
        """Takes requests of the domain apart."""
        return RequestSplitter(self._load())

    @property
    def digest(self) -> str:
        """A digest of the delivery, its version, and when the model answers."""
        return digest_of("delivery", self.delivery.name, self.delivery.version, self.answer).hex()[:16]

    def fits(self, item: Question) -> bool:
        """Returns whether the question can be delivered in this way."""
        return not self.delivery.refusal(item) and not (self.answer == "each" and not item.options)

    def script(self, item: Question) -> Script:
        """Returns what the model is told, turn by turn."""
        return self.delivery.script(item, self.writer, self.answer)

    def conversation(self, item: Question) -> Conversation:
        """Returns the script as messages."""
        script = self.script(item)
        first, *others = [turn.text for turn in script.turns]
        return Conversation(script.system, first, tuple(others))

    def replies(self, item: Question) -> tuple[str, ...]:
        """Returns what a model that is right replies, turn by turn."""
        script = self.script(item)
        return self.delivery.replies(item, script, self.delivery.keys(item, script, self.writer))


def score_of_episode(question: Question, episode: Episode, dataset: Dataset | None) -> Score:
    """Returns the score of an episode.

    Args:
        episode: what was said.
        dataset: the data set with the question's domain; None: the domain that is installed.

    Raises:
        UsageError: the delivery is unknown, or turns count and the domain is not at hand.
    """
    delivery = delivery_named(episode.delivery)
    if episode.answer != "each" or not delivery.turned:
        return delivery.score(question, episode, None)
    writer = _installed_writer(question.domain) if dataset is None else _writer_of(dataset)
    script = delivery.script(question, writer, episode.answer)
    return delivery.score(question, episode, delivery.keys(question, script, writer))


@lru_cache(maxsize=4)
def _installed_writer(domain: DomainRef) -> RequestSplitter:
    return RequestSplitter(installed_domain(domain))


def _writer_of(dataset: Dataset) -> RequestSplitter:
    return _writer_in(dataset.folder.resolve(), dataset.manifest.origin)


@lru_cache(maxsize=4)
def _writer_in(folder: Path, origin: str) -> RequestSplitter:
    """Returns the writer of a data set; `origin` is only there for the cache."""
    return RequestSplitter(domain_of(read_dataset(folder)))
