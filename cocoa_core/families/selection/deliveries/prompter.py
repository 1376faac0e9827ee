"""Puts questions into the messages of a delivery, and gives right replies."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from pathlib import Path

from attrs import field, frozen

from cocoa_core.domain import Domain
from cocoa_core.errors import UsageError
from cocoa_core.families.selection.definition import domain_of
from cocoa_core.families.selection.delivering import Delivery, delivery_named
from cocoa_core.families.selection.prompting.conversations import installed_domain
from cocoa_core.families.selection.prompting.strategies import strategy_named
from cocoa_core.families.selection.record import Question
from cocoa_core.items import ANSWERING, Conversation, Dataset, Prompting, Script, read_dataset
from cocoa_core.seeds import digest_of
from cocoa_core.suggestions import not_among

_DIRECT = "direct"


def delivered(how: Prompting, load: Callable[[], Domain]) -> DeliveryPrompter:
    """Returns the prompter of a delivery.

    Args:
        load: returns the domain of the questions, in whose words they are said.

    Raises:
        UsageError: the delivery is unknown, or a strategy or examples are asked for that it has no room for.
    """
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
    return DeliveryPrompter(delivery, answer, load)


@frozen(slots=False, eq=False)
class DeliveryPrompter:
    """Puts questions of one domain into the messages of a delivery."""

    delivery: Delivery
    answer: str
    """When the model answers, see `ANSWERING`."""
    _load: Callable[[], Domain] = field(repr=False)

    @cached_property
    def domain(self) -> Domain:
        return self._load()

    @property
    def digest(self) -> str:
        """A digest of the delivery, its version, and when the model answers."""
        return digest_of("delivery", self.delivery.name, self.delivery.version, self.answer).hex()[:16]

    def fits(self, item: Question) -> bool:
        """Returns whether the question can be delivered in this way."""
        return not self.delivery.refusal(item) and not (self.answer == "each" and not item.options)

    def script(self, item: Question) -> Script:
        """Returns what the model is told, turn by turn."""
        return self.delivery.script(item, self.domain, self.answer)

    def conversation(self, item: Question) -> Conversation:
        """Returns the script as messages."""
        script = self.script(item)
        first, *others = [turn.text for turn in script.turns]
        return Conversation(script.system, first, tuple(others))

    def replies(self, item: Question) -> tuple[str, ...]:
        """Returns what a model that is right replies, turn by turn."""
        script = self.script(item)
        return self.delivery.replies(item, script, self.delivery.keys(item, script, self.domain))


def domain_for(question: Question, dataset: Dataset | None) -> Domain:
    """Returns the domain of a question: that of its data set, else the one that is installed.

    Raises:
        UsageError: another version of the domain is installed.
    """
    if dataset is None:
        return installed_domain(question.domain)
    return _domain_in(dataset.folder.resolve(), dataset.manifest.origin)


@lru_cache(maxsize=4)
def _domain_in(folder: Path, origin: str) -> Domain:
    """Returns the domain of a data set; `origin` is only there for the cache."""
    return domain_of(read_dataset(folder))
