"""What an ask is: how its questions are drawn, what is right and how a reply is scored, and its words.

An ask is one file in `asks`, named in `ask_names`. Nothing of what draws questions is imported to score one:
an ask imports what it draws with inside of `draw`.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from attrs import field, frozen

from cocoa_core.answers import Score, Shape
from cocoa_core.families.selection.ask_names import ASK_MODULES
from cocoa_core.families.selection.generation.rejections import Rejections
from cocoa_core.families.selection.record import GRANULARITIES, TO_BE_CONFIRMED, Question
from cocoa_core.families.selection.setting_specs import PANEL
from cocoa_core.families.selection.settings import Settings
from cocoa_core.lexicon import NUMBER_WORDS
from cocoa_core.seeds import seed_of

if TYPE_CHECKING:
    from cocoa_core.domain import Domain
    from cocoa_core.families.selection.generation.context import (
        Answer,
        DrawnQuestion,
        QuestionSetSpec,
        QuestionSource,
        Sets,
    )

__all__ = [
    "ASKS",
    "Ask",
    "ParsedPrompt",
    "PromptText",
    "UnreadableError",
    "all_options",
    "each_alone",
    "pick_variant",
    "some_options",
]


class UnreadableError(Exception):
    """A prompt that a reference model cannot read: a text that is not of the controlled grammar, an option
    that shows no value of its slot, a question that is not stated, or that more than one answer fits."""


@frozen(eq=False)
class ParsedPrompt:
    """A prompt as a reference model understands it; of what a model that does not read knows, the first
    two.
    """

    said: str
    """The message that shows the question, and the last one."""
    letters: Sequence[str]
    """Of the options shown, sorted."""
    lines: Mapping[str, Sequence[str]] = field(factory=dict)
    """By letter, what the option shows, each line as "LABEL: VALUE"."""
    met: Mapping[str, Sequence[bool]] = field(factory=dict)
    """By letter: for each sum term whether the option meets it, as the model sees it."""
    values: Mapping[str, Mapping[str, Any]] = field(factory=dict)
    """By letter and name of slot, what the options show."""
    reader: Any = None
    """Of the domain; sentences of the request are read by it."""
    request: str = ""
    """As it was shown."""
    terms: Sequence[Sequence[Any]] = ()
    """The sum terms of the request, in the order of its sentences; none where no options are shown."""
    whole: bool = True
    """Whether the model looks at all of the request."""
    slips: float = 0.0
    """How often it errs in what it checks."""

    @property
    def satisfying(self) -> list[str]:
        """The letters of the options that meet everything, as the model sees it."""
        return [letter for letter in self.letters if all(self.met.get(letter, (False,)))]

    @property
    def certain(self) -> bool:
        """Whether the model looks at everything and never errs: then one answer fits, or it has misread."""
        return self.whole and not self.slips

    def pick(self, answers: Sequence[str], draw: random.Random) -> str | None:
        """Returns one of the answers that fit as the model sees it, by chance; None where there is none.

        Raises:
            UnreadableError: several fit and the model is certain: it states nothing by chance.
        """
        if self.certain and len(answers) > 1:
            raise UnreadableError(f"{len(answers)} answers fit: {', '.join(answers)}")
        return draw.choice(answers) if answers else None


@frozen(kw_only=True)
class PromptText:
    """The ask in words about one question, as prompts have them.

    Whole sentences where nothing else is said.
    """

    shown: str
    """What the prompt shows: "a request and five options"."""
    task: str
    """What holds, and what is asked in general."""
    question: str
    """What is asked, at the end."""
    method: str
    """How to find out, before a worked example."""
    partial: str
    """What the solution of an example says that does not explain everything."""
    now: str
    """What is to be done with the question after that example."""
    listing: str
    """How to go about it: "List the conditions, go through all five options, and"."""
    step: str
    """What is to be done with one condition, where they are asked one a turn."""
    decision: str
    """What is to be done once these are through, up to "end with a line"."""
    form: str
    """Of the last line, after "in exactly this form, "; it ends with a line "Answer: ..." """


class Ask(ABC):
    """A kind of question.

    Subclass it, frozen by attrs, and name the one instance in `ask_names`.
    """

    name: str
    """As it stands in records."""
    mark: str
    """Words of `PromptText.task` that stand in every prompt of the ask and in none of another."""
    figures: tuple[str, ...] = ()
    """Names of the metrics that its scores have; none where it is right or wrong and no more."""

    def refuse(self, settings: Settings) -> None:
        """SettingsError where the settings cannot be met by this ask, with the nearest that can."""
        return

    def refuse_domain(self, domain: Domain) -> None:
        """SettingsError where a domain does not have what the ask needs."""
        return

    def options(self, settings: Settings) -> int:
        """Returns how many options its questions show."""
        return settings.options

    def members(self, settings: Settings) -> int:
        """Returns how many questions are drawn together: they are a ring in the record."""
        return min(PANEL, settings.options)

    def unplaced(self, settings: Settings, turn: int) -> frozenset[int]:
        """Returns those of them that take none of the letters, which come equally often: as many at each
        turn.
        """
        return frozenset()

    def turns(self, settings: Settings) -> int:
        """Returns how many turns plans have, see `QuestionSetSpec`."""
        return self.members(settings) + 1

    def check(self, question: Question) -> None:
        """ValueError where a record lacks what it takes to ask, to score or to explain the question."""
        labels = {option.label for option in question.options}
        proof = question.certificate
        decided = proof.satisfied.keys() | proof.broken.keys()
        if not decided and not proof.terms:
            decided = labels  # the proof is taken out, as of records that go to a trainer with their prompts
        undecided = [option for option in question.options if option.label not in decided]
        hiding = all(TO_BE_CONFIRMED in option.shown.values() for option in undecided)
        if not decided <= labels or not hiding:
            raise ValueError("certificate: of other options than those shown")
        if question.complexity.entropy.keys() != labels:
            raise ValueError("complexity.entropy: of other options than those shown")
        if question.composition is not None and question.composition.labels.keys() != set(GRANULARITIES):
            raise ValueError(f"composition.labels: not of {', '.join(GRANULARITIES)}")
        try:
            for part in (self.words, self.request, self.stated, self.compared, self.conclusion, self.chance):
                part(question)
            self.score(question, "")
        except (ArithmeticError, AttributeError, LookupError, TypeError, StopIteration) as error:
            raise ValueError(f"what its ask needs: {type(error).__name__} {error}") from error

    @abstractmethod
    def draw(
        self,
        source: QuestionSource,
        plan: QuestionSetSpec,
        rng: random.Random,
        rejections: Sequence[Rejections],
        failed: Counter[str],
    ) -> Sets | None:
        """Returns one try: the questions of all members, or None.

        Bounded in draws, never in seconds.

        Args:
            rejections: of each member, to count refused draws in, by reason.
            failed: to count why a try came to nothing.
        """

    @abstractmethod
    def answer(self, drawn: DrawnQuestion, letters: Sequence[str], right: Sequence[str]) -> Answer:
        """Returns the key.

        Args:
            letters: of `drawn.rows`, in that order.
            right: of those that satisfy, sorted.
        """

    @abstractmethod
    def words(self, question: Question) -> PromptText:
        """In words; of several ways to say it, one by the question's id (`pick_variant`)."""

    def request(self, question: Question) -> str:
        """Returns the request as a prompt shows it, such as with its conditions numbered."""
        return question.request

    def stated(self, question: Question) -> str:
        """Returns what a right reply states after "Answer: "."""
        return ", ".join(question.key) or "none"

    def compared(self, question: Question) -> str:
        """Returns what a solution says once each option is explained, before the answer; "" for nothing."""
        return ""

    @abstractmethod
    def conclusion(self, question: Question) -> str:
        """Returns the last sentence of an explanation: names the answer."""

    @abstractmethod
    def shape(self, question: Question) -> Shape:
        """Returns what an answer looks like: every reply is read so, by cocoa and by the tools that it
        exports to.
        """

    @abstractmethod
    def score(self, question: Question, reply: str) -> Score:
        """Returns what a reply is worth. Never raises for any text."""

    def played(self, heard: ParsedPrompt, draw: random.Random) -> str | None:
        """Returns what a reference model states that understood the prompt so; None where it can name
        nothing.

        Raises:
            UnreadableError: the prompt does not state the question, or not as the ask does.
        """
        return heard.pick(heard.satisfying, draw)

    def guessed(self, heard: ParsedPrompt, draw: random.Random) -> str:
        """Returns what a model states that answers by chance, in the form of the answer.

        Raises:
            UnreadableError: the prompt does not say between what.
        """
        return draw.choice(heard.letters)

    def counted(self, question: Question) -> tuple[str, ...]:
        """Returns what of the key a manifest counts: how often it is right."""
        return (", ".join(question.key) or "none",)

    @abstractmethod
    def chance(self, question: Question) -> float:
        """Returns what the best guess gets that reads neither request nor options."""


class _Asks(Mapping[str, Ask]):
    """By name; each is imported when it is first asked for."""

    def __init__(self) -> None:
        self._known: dict[str, Ask] = {}

    def __getitem__(self, name: str) -> Ask:
        known = self._known.get(name)
        if known is None:
            module, _, attribute = ASK_MODULES[name].partition(":")
            known = self._known[name] = getattr(import_module(module), attribute)
        return known

    def __iter__(self) -> Iterator[str]:
        return iter(ASK_MODULES)

    def __len__(self) -> int:
        return len(ASK_MODULES)

    def __contains__(self, name: object) -> bool:
        return name in ASK_MODULES


ASKS: Final[Mapping[str, Ask]] = _Asks()


def some_options(question: Question) -> str:
    """ "five options"."""
    number = len(question.options)
    return f"{NUMBER_WORDS[number] if number < len(NUMBER_WORDS) else number} options"


def all_options(question: Question) -> str:
    """ "all five options"; of two "both options"."""
    return "both options" if len(question.options) == 2 else f"all {some_options(question)}"


def each_alone(question: Question) -> str:
    """Returns what is asked of one condition, where options are shown: who meets it."""
    return (
        f"Check each of the {some_options(question)} against this condition alone. End with a line in "
        "exactly this form, naming the letters of all options that meet it, or none:\nMet by: X, Y"
    )


def pick_variant(question: Question, what: str, ways: Sequence[str]) -> str:
    """Returns one of several ways to say something: by the question's id, so always the same one.

    Args:
        what: a word for what is said, so that two things are not said alike by the same number.
    """
    return ways[seed_of("said", question.id, what) % len(ways)]
