"""Questions delivered in another way than by one message: as messages, as right replies, and as a score."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache, partial
from pathlib import Path

from attrs import field, frozen

from cocoa_core.answers import Score
from cocoa_core.domain import Domain
from cocoa_core.errors import UsageError
from cocoa_core.families.selection.definition import domain_of
from cocoa_core.families.selection.delivering import Delivery, Writer, delivery_named
from cocoa_core.families.selection.prompting.conversations import installed_domain
from cocoa_core.families.selection.prompting.strategies import strategy_named
from cocoa_core.families.selection.record import DomainRef, Question
from cocoa_core.items import ANSWERING, Conversation, Dataset, Episode, Prompting, Script, read_dataset
from cocoa_core.seeds import digest_of

__all__ = ["DeliveryPrompter", "delivered_for", "delivered_of", "score_of_episode"]

_DIRECT = "direct"


def delivered_of(dataset: Dataset, how: Prompting) -> DeliveryPrompter:
    """Returns what delivers the questions of a data set, in the words of its own domain.

    Raises:
        UsageError: an unknown delivery; a strategy or examples that it has no room for.
    """
    delivery, answer = _checked(how)
    return DeliveryPrompter(delivery, answer, partial(domain_of, dataset))


def delivered_for(question: Question, how: Prompting) -> DeliveryPrompter:
    """Returns the same for the questions of one domain that is installed, without their data set."""
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
        raise UsageError("there is no such way to answer", got=answer, expected=", ".join(ANSWERING))
    return delivery, answer


@frozen(slots=False, eq=False)
class DeliveryPrompter:
    """Puts questions of one domain into the messages of a delivery."""

    delivery: Delivery
    answer: str
    _load: Callable[[], Domain] = field(repr=False)

    @cached_property
    def writer(self) -> Writer:
        """Takes the domain's requests apart."""
        return Writer(self._load())

    @property
    def digest(self) -> str:
        """Of the delivery, its version, and when the model is to answer."""
        return digest_of("delivery", self.delivery.name, self.delivery.version, self.answer).hex()[:16]

    def fits(self, item: Question) -> bool:
        """Returns whether the question can be delivered so."""
        return not self.delivery.refusal(item) and not (self.answer == "each" and not item.options)

    def script(self, item: Question) -> Script:
        """Returns what the model is told."""
        return self.delivery.script(item, self.writer, self.answer)

    def conversation(self, item: Question) -> Conversation:
        """Returns the script as messages."""
        script = self.script(item)
        first, *others = [turn.text for turn in script.turns]
        return Conversation(script.system, first, tuple(others))

    def replies(self, item: Question) -> tuple[str, ...]:
        """Returns what a model that is right says, turn by turn."""
        script = self.script(item)
        return self.delivery.replies(item, script, self.delivery.keys(item, script, self.writer))


def score_of_episode(question: Question, episode: Episode, dataset: Dataset | None) -> Score:
    """Returns the score.

    Raises:
        UsageError: an unknown delivery; turns count and no domain is at hand.
    """
    delivery = delivery_named(episode.delivery)
    if episode.answer != "each" or not delivery.turned:
        return delivery.score(question, episode, None)
    writer = _installed_writer(question.domain) if dataset is None else _writer_of(dataset)
    script = delivery.script(question, writer, episode.answer)
    return delivery.score(question, episode, delivery.keys(question, script, writer))


@lru_cache(maxsize=4)
def _installed_writer(domain: DomainRef) -> Writer:
    return Writer(installed_domain(domain))


def _writer_of(dataset: Dataset) -> Writer:
    return _writer_in(dataset.folder.resolve(), dataset.manifest.origin)


@lru_cache(maxsize=4)
def _writer_in(folder: Path, origin: str) -> Writer:
    """origin: of the data set; another origin, another writer."""
    return Writer(domain_of(read_dataset(folder)))
