"""Chooses what a reviewer sees of an item: its text, and its meaning or one that it does not have."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from attrs import evolve, frozen

from cocoa_core.items import Item

Meaning: TypeAlias = tuple[tuple[str, ...], ...]
"""Lines that all hold; at least one of the alternatives of a line holds."""

_NOT: Final = "not "
_SPLIT: Final = 0.5
"""How often a line of several alternatives is split; else one of its literals is negated."""


_TESTS: Final[Mapping[str, tuple[str, str]]] = {
    "is": ("is", ""),
    "one_of": ("is", " or "),
    "less": ("under", ""),
    "at_most": ("at most", ""),
    "more": ("over", ""),
    "at_least": ("at least", ""),
    "between": ("between", " and "),
    "within": ("from", " through "),
    "any": ("with", " or "),
    "none": ("without", " or "),
    "only": ("with nothing but", " or "),
    "all": ("with", " and "),
}
"""By test, its words and what joins its values."""
_OVER: Final = {"each": "each of ", "any": "any of ", "total": "the total of ", "count": "the number of "}


@frozen
class ReviewSubject:
    """The parts of one item that are shown."""

    text: str
    """The text that the reviewer judges: a request or a sentence."""
    shown: tuple[str, ...] = ()
    """The lines below it: the options of a question."""
    meaning: Meaning = ()
    """What the text is meant to say; empty where the item states no meaning."""
    can_be_denied: bool = False
    """Whether the meaning is made of literals, each of which matters."""


def subject_of(item: Item) -> ReviewSubject:
    """Returns what is shown of an item; for a family of another package its prompt, without a meaning."""
    return _SUBJECTS.get(item.family, _prompt)(item)


def changed_meaning(
    subject: ReviewSubject, others: Sequence[ReviewSubject], rng: random.Random
) -> ReviewSubject | None:
    """Returns the same text with a meaning that it does not have: a check that reviewers read carefully.

    A line of alternatives becomes a line for each ("a or b" becomes "a" and "b"), or a literal is negated:
    since no literal of a requirement is redundant, the result is satisfied by other options. A meaning that
    is not made of literals is exchanged for that of another subject.

    Returns:
        None where the item states no meaning, or no other subject has a different one.
    """
    if not subject.can_be_denied:
        rest = [other.meaning for other in others if other.meaning and other.meaning != subject.meaning]
        return evolve(subject, meaning=rng.choice(rest)) if subject.meaning and rest else None
    lines = list(subject.meaning)
    index = rng.randrange(len(lines))
    literals = list(lines[index])
    if len(literals) > 1 and rng.random() < _SPLIT:
        lines[index : index + 1] = [(literal,) for literal in literals]
    else:
        column = rng.randrange(len(literals))
        literal = literals[column]
        literals[column] = literal.removeprefix(_NOT) if literal.startswith(_NOT) else _NOT + literal
        lines[index] = tuple(literals)
    return evolve(subject, meaning=tuple(lines))


def _question(question: Any) -> ReviewSubject:
    options = tuple(
        f"{option.label}: " + "; ".join(f"{label}: {value}" for label, value in option.shown.items())
        for option in question.options
    )
    meaning = tuple(tuple(_literal(literal) for literal in term) for term in question.requirement.terms)
    return ReviewSubject(_customer_text(question), options, meaning, can_be_denied=True)


def _customer_text(question: Any) -> str:
    """Returns what the customer says: a request or numbered lines, reworded where there is a paraphrase."""
    from cocoa_core.families.selection.asking import ASKS
    from cocoa_core.families.selection.deliveries.paraphrase import reworded
    from cocoa_core.lexicon import REVISED

    lines = [turn.text for turn in question.history]
    if question.paraphrase:
        question = reworded(question)
        apart = question.history or "parts" in question.paraphrase
        lines = question.paraphrase["text"].split("\n") if apart else []
    if not lines:
        return ASKS[question.ask].request(question)
    above = REVISED if question.history else question.sentences[0].text
    return "\n".join([above, *(f"{number}. {line}" for number, line in enumerate(lines, 1))])


def _literal(literal: Any) -> str:
    """Returns a literal as text: "the total of layover times under 8h", "not type is hostel or inn".

    A test that there is not, as in a record that was changed, is shown by its name.
    """
    test, joint = _TESTS.get(literal.test, (literal.test, " "))
    slot = _OVER.get(literal.over, "") + literal.slot.replace("_", " ")
    return f"{'' if literal.positive else _NOT}{slot} {test} {joint.join(literal.values)}".rstrip()


def _sentence(item: Any) -> ReviewSubject:
    return ReviewSubject(item.sentence, meaning=((item.key,),))


def _graph(item: Any) -> ReviewSubject:
    return ReviewSubject(item.key[0], meaning=tuple((" ".join(edge),) for edge in item.graph))


def relation_subjects(item: Any) -> list[ReviewSubject]:
    """Returns the first sentence of an item for a graph with each of its relations alone."""
    whole = _graph(item)
    return [evolve(whole, meaning=(line,)) for line in whole.meaning]


def text_subject(item: Any, text: str) -> ReviewSubject:
    """Returns a text that was written for an item with concepts, and the concepts."""
    return ReviewSubject(text, shown=(f"Concepts: {', '.join(item.concepts)}",))


def _prompt(item: Item) -> ReviewSubject:
    from cocoa_core.items import prompt

    return ReviewSubject(prompt(item, family=item.family)[-1]["content"])


_SUBJECTS: Final[Mapping[str, Callable[[Any], ReviewSubject]]] = {
    "selection": _question,
    "parsing": _sentence,
    "graph-to-text": _graph,
}
