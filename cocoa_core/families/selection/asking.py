"""Defines what an ask is: how its questions are drawn and put into words, and how a reply is scored.

Each ask is one file in `asks`, named in `ask_names`. Scoring a question imports nothing that draws one: an
ask imports what it draws with inside of `draw`.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from attrs import evolve, field, frozen

from cocoa_core.answers import (
    Letter,
    Letters,
    Number,
    Reading,
    Score,
    Shape,
    Value,
    YesNo,
    read_answer,
    score_exact,
    set_metrics,
)
from cocoa_core.families.selection.ask_names import ASK_MODULES
from cocoa_core.families.selection.record import (
    GRANULARITIES,
    TO_BE_CONFIRMED,
    Question,
    check_references,
)
from cocoa_core.families.selection.setting_specs import PANEL
from cocoa_core.families.selection.settings import Settings
from cocoa_core.lazy_exports import LazyObjects
from cocoa_core.lexicon import NUMBER_WORDS
from cocoa_core.seeds import seed_of

if TYPE_CHECKING:
    from cocoa_core.domain import Domain
    from cocoa_core.families.selection.generation.context import (
        DrawnQuestion,
        LabelledAnswer,
        QuestionSetSearch,
        Sets,
    )

SET_FIGURES: Final = ("exact", "precision", "recall", "f1")
"""The metrics of an answer that is a set."""
YES: Final = "yes"


class UnreadablePromptError(Exception):
    """A prompt cannot be read by a reference model.

    Its text is not of the controlled grammar, an option shows no value of its slot, the question is not
    stated, or more than one answer fits.
    """


@frozen(eq=False)
class ParsedPrompt:
    """A prompt as a reference model understands it.

    For a model that does not read, only `text` and `letters` are set.
    """

    text: str
    """The message that shows the question, and the last message."""
    letters: Sequence[str]
    """The letters of the options shown, sorted."""
    lines: Mapping[str, Sequence[str]] = field(factory=dict)
    """For each letter the lines of the option, each as "LABEL: VALUE"."""
    met: Mapping[str, Sequence[bool]] = field(factory=dict)
    """For each letter whether the option meets each of the sum terms, as the model sees it."""
    values: Mapping[str, Mapping[str, Any]] = field(factory=dict)
    """For each letter the values that the option shows, by name of the slot."""
    reader: Any = None
    """The reader of the domain, which reads sentences of the request."""
    request: str = ""
    """The request as it was shown."""
    terms: Sequence[Sequence[Any]] = ()
    """The sum terms of the request, in the order of its sentences; empty where no options are shown."""
    whole: bool = True
    """Whether the model looks at the whole request."""
    slips: float = 0.0
    """The probability with which it errs in what it checks."""

    @property
    def satisfying(self) -> list[str]:
        """The letters of the options that meet every sum term, as the model sees it."""
        return [letter for letter in self.letters if all(self.met.get(letter, (False,)))]

    @property
    def certain(self) -> bool:
        """Whether the model uses the whole request and never errs, so that exactly one answer must fit."""
        return self.whole and not self.slips

    def pick(self, answers: Sequence[str], draw: random.Random) -> str | None:
        """Returns one of the answers that fit, drawn at random; None where there are none.

        Args:
            answers: those that fit, as the model sees it.

        Raises:
            UnreadablePromptError: several answers fit and the model is certain, so it may not draw one at
                random.
        """
        if self.certain and len(answers) > 1:
            raise UnreadablePromptError(f"{len(answers)} answers fit: {', '.join(answers)}")
        return draw.choice(answers) if answers else None


@frozen(kw_only=True)
class PromptText:
    """How prompts put the ask of one question into words.

    Each field is one or more whole sentences, unless its documentation says otherwise.
    """

    shown: str
    """What the prompt shows, as a noun phrase: "a request and five options"."""
    task: str
    """What holds of the question, and what is asked in general."""
    question: str
    """The question itself, asked at the end."""
    method: str
    """How to find the answer, before a worked example."""
    partial: str
    """What the solution of a worked example explains, where it does not explain everything."""
    now: str
    """What is to be done with the question after that example."""
    listing: str
    """How to proceed, as an unfinished sentence: "List the conditions, go through all five options, and"."""
    step: str
    """What is to be done with one condition, where the conditions are asked one a turn."""
    decision: str
    """What to do once all conditions are asked, as an unfinished sentence; "end with a line" follows."""
    form: str
    """The last line, which follows "in exactly this form, " and ends with a line "Answer: ..."."""

    @classmethod
    def over_options(cls, question: Question, ways: Sequence[str], **parts: str) -> PromptText:
        """Returns the words of an ask about the options that a question shows.

        Args:
            ways: variants of `question`, of which the id of the question picks one.
            parts: the other fields; `shown`, `partial` and `step` only where they are not the usual ones.
        """
        options = some_options(question)
        usual = {
            "shown": f"a request and {options}",
            "partial": f"Its solution explains two of the {options}.",
            "step": f"Check each of the {options} against this condition alone. End with a line in exactly "
            "this form, naming the letters of all options that meet it, or none:\nMet by: X, Y",
        }
        return cls(question=pick_variant(question, ways), **{**usual, **parts})


class Ask(ABC):
    """A kind of question.

    Subclass it, frozen by attrs, and name the one instance in `ask_names`.
    """

    name: str
    """The name in records."""
    mark: str
    """Words of `PromptText.task` that stand in every prompt of this ask and in no prompt of another one."""
    figures: tuple[str, ...] = ()
    """The names of the metrics of its scores; empty where a reply is just right or wrong."""

    def refuse(self, settings: Settings) -> None:
        """Refuses settings that this ask cannot meet.

        Raises:
            SettingsError: the ask cannot meet them; it names the nearest settings that the ask can meet.
        """
        return

    def refuse_domain(self, domain: Domain) -> None:
        """Refuses a domain that lacks what the ask needs.

        Raises:
            SettingsError: the domain lacks it.
        """
        return

    def options(self, settings: Settings) -> int:
        """Returns how many options its questions show."""
        return settings.options

    def members(self, settings: Settings) -> int:
        """Returns how many questions are drawn together: in the record they are one ring."""
        return min(PANEL, settings.options)

    def members_without_letter(self, settings: Settings, balance_level: int) -> frozenset[int]:
        """Returns the members that use none of the letters, which are assigned equally often.

        Args:
            balance_level: as in `QuestionSetSpec`; the number of such members is the same at each level.
        """
        return frozenset()

    def balance_levels(self, settings: Settings) -> int:
        """Returns the number of balance levels, see `QuestionSetSpec`."""
        return self.members(settings) + 1

    def check(self, question: Question) -> None:
        """Checks that a record has what asking, scoring and explaining the question need.

        Raises:
            ValueError: the record lacks something.
        """
        labels = set(question.labels)
        proof = question.certificate
        decided = proof.satisfied.keys() | proof.broken.keys()
        if not decided and not proof.terms:
            decided = labels  # records that go to a trainer with their prompts have no proof to check
        undecided = [option for option in question.options if option.label not in decided]
        hiding = all(TO_BE_CONFIRMED in option.shown.values() for option in undecided)
        if not decided <= labels or not hiding:
            raise ValueError("certificate: of other options than those shown")
        if question.complexity.entropy.keys() != labels:
            raise ValueError("complexity.entropy: of other options than those shown")
        if len(question.provenance.setting) < 2:
            raise ValueError("provenance.setting: not slots and minterms")
        if question.composition is not None and question.composition.labels.keys() != set(GRANULARITIES):
            raise ValueError(f"composition.labels: not of {', '.join(GRANULARITIES)}")
        check_references(question)
        try:
            for part in (
                self.words,
                self.request,
                self.target_reply,
                self.comparison_text,
                self.conclusion,
                self.chance,
            ):
                part(question)
            self.score(question, "")
        except (ArithmeticError, AttributeError, LookupError, TypeError, StopIteration) as error:
            raise ValueError(f"key, asked: not what the ask {self.name} needs") from error

    @abstractmethod
    def draw(self, search: QuestionSetSearch) -> Sets | None:
        """Returns the questions of all members from one try; None where the try failed.

        The number of draws is bounded, never the time.

        Args:
            search: has the plan, and counts what is rejected on the way.
        """

    @abstractmethod
    def answer(self, drawn: DrawnQuestion, letters: Sequence[str], right: Sequence[str]) -> LabelledAnswer:
        """Returns the key of a question whose options have letters.

        Args:
            letters: the letters of `drawn.rows`, in that order.
            right: the letters of the options that satisfy the requirement, sorted.
        """

    @abstractmethod
    def words(self, question: Question) -> PromptText:
        """Returns the ask in words. The question's id decides between variants; see `pick_variant`."""

    def request(self, question: Question) -> str:
        """Returns the request as a prompt shows it, for example with its conditions numbered."""
        return question.request

    def target_reply(self, question: Question) -> str:
        """Returns what a right reply states after "Answer: "."""
        return ", ".join(question.key) or "none"

    def comparison_text(self, question: Question) -> str:
        """Returns what a solution says between explanations and answer; empty for nothing."""
        return ""

    @abstractmethod
    def conclusion(self, question: Question) -> str:
        """Returns the last sentence of an explanation, which names the answer."""

    def shape(self, question: Question) -> Shape:
        """Returns the shape of an answer, by which cocoa and the tools that it exports to read every reply:
        a set of letters, unless the ask has another.
        """
        return Letters(question.labels)

    def score(self, question: Question, reply: str) -> Score:
        """Returns the score of a reply: whether it states the key, and the metrics of the ask.

        It never raises, whatever the text.
        """
        shape = self.shape(question)
        reading = read_answer(reply, shape)
        metrics = self.metrics(question, reading)
        return evolve(score_exact(_value_of(question.key, shape), reading), metrics=metrics)

    def metrics(self, question: Question, reading: Reading) -> Mapping[str, float]:
        """Returns the metrics that `figures` names, of an answer as it was read."""
        return set_metrics(frozenset(question.key), reading) if SET_FIGURES[-1] in self.figures else {}

    def reference_answer(self, prompt: ParsedPrompt, draw: random.Random) -> str | None:
        """Returns the answer of a reference model that understood the prompt like this; None where it cannot
        name one.

        Raises:
            UnreadablePromptError: the prompt does not state the question, or not in the words of the ask.
        """
        return prompt.pick(prompt.satisfying, draw)

    def random_answer(self, prompt: ParsedPrompt, draw: random.Random) -> str:
        """Returns the answer of a model that answers at random, in the form of the answer.

        Raises:
            UnreadablePromptError: the prompt does not say which answers are possible.
        """
        return draw.choice(prompt.letters)

    def tally_keys(self, question: Question) -> tuple[str, ...]:
        """Returns the texts of the key whose frequency as right answers a manifest counts."""
        return (", ".join(question.key) or "none",)

    @abstractmethod
    def chance(self, question: Question) -> float:
        """Returns the share of right answers of the best guess that reads neither request nor options."""


def _value_of(key: Sequence[str], shape: Shape) -> Value:
    """Returns the key of a record in the form in which answers of this shape are read."""
    if isinstance(shape, Letter):
        return key[0]
    if isinstance(shape, Number):
        return int(key[0])
    return True if isinstance(shape, YesNo) and key == [YES] else frozenset(key)


ASKS: Final[Mapping[str, Ask]] = LazyObjects(ASK_MODULES)
"""The asks by name; each is imported when it is first looked up."""


def some_options(question: Question) -> str:
    """Returns the number of options in words: "five options"."""
    number = len(question.options)
    return f"{NUMBER_WORDS[number] if number < len(NUMBER_WORDS) else number} options"


def all_options(question: Question) -> str:
    """Returns all options in words: "all five options", or "both options" where there are two."""
    return "both options" if len(question.options) == 2 else f"all {some_options(question)}"


def pick_variant(question: Question, ways: Sequence[str]) -> str:
    """Returns one of several variants of what is asked: the same one for the same question, by its id."""
    return ways[seed_of("said", question.id, "question") % len(ways)]
