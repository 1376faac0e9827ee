"""From an author's answers to a draft without rows: slots, rules, what groups options."""

from __future__ import annotations

from typing import Final

from attrs import evolve, frozen

from cocoa_core.domain.reading.quantities import CURRENCIES
from cocoa_core.domain.suggestions import closest, listed, quoted
from cocoa_core.errors import UsageError
from cocoa_core.scaffolding.attributes.familiar import familiar
from cocoa_core.scaffolding.attributes.guessing import Named, named_attributes
from cocoa_core.scaffolding.attributes.slots import rules_of, slots_of, told
from cocoa_core.scaffolding.drafts import Draft
from cocoa_core.scaffolding.english import in_small_letters
from cocoa_core.scaffolding.naming import checked_name, checked_phrase, fitting_phrase, noun_of

__all__ = [
    "DEFAULT_ROWS",
    "MOST_SIMULATED",
    "Answers",
    "checked_currency",
    "default_answers",
    "definition_draft",
]

DEFAULT_ROWS: Final = 240
MOST_SIMULATED: Final = 100_000
_LONGEST_NOUN: Final = 40
_PLACES: Final = frozenset(
    [
        "city",
        "town",
        "country",
        "region",
        "area",
        "district",
        "neighbourhood",
        "neighborhood",
        "state",
        "county",
        "village",
        "island",
    ]
)


@frozen
class Answers:
    """What the author of a new domain was asked.

    group: the attribute whose value options of one question share, "" for none
    attributes: a list as `named_attributes` reads it
    """

    name: str
    noun: str
    attributes: str
    group: str = ""
    currency: str = "USD"
    rows: int = DEFAULT_ROWS


def default_answers(name: str, noun: str | None = None) -> Answers:
    """The answers for a domain of this name that an author can go on from; UsageError for a bad name."""
    name = checked_name(name)
    usual = fitting_phrase(noun_of(name), _LONGEST_NOUN) or "option"
    noun = checked_phrase(noun, "what an option is called", _LONGEST_NOUN) if noun else usual
    known = familiar(noun)
    return Answers(name, noun, known.attributes, known.group)


def _checked(answers: Answers) -> Answers:
    """The answers, each as a file can hold it; UsageError for one that cannot be used."""
    currency = checked_currency(answers.currency)
    if not 1 <= answers.rows <= MOST_SIMULATED:
        raise UsageError(
            "the number of rows is out of range", got=str(answers.rows), expected=f"1 to {MOST_SIMULATED:,}"
        )
    noun = checked_phrase(answers.noun, "what an option is called", _LONGEST_NOUN)
    return evolve(answers, name=checked_name(answers.name), noun=noun, currency=currency)


def checked_currency(text: str) -> str:
    """The code of a currency that cocoa knows; UsageError for another one."""
    currency = text.strip().upper()
    if currency not in CURRENCIES:
        like = closest(currency, CURRENCIES)
        raise UsageError(
            f"there is no currency {quoted(text)}",
            expected=f"one of {listed(CURRENCIES)}",
            fix=f"did you mean {like!r}?" if like else None,
        )
    return currency


def definition_draft(answers: Answers) -> Draft:
    """Schema and rules for the answers, without rows; UsageError for an answer that cannot be used."""
    answers = _checked(answers)
    groups = named_attributes(answers.group) if answers.group.strip() else ()
    named = named_attributes(answers.attributes, [one.slot for one in groups])
    _refuse_twins(groups, named)
    bounds = familiar(answers.noun).bounds
    slots = slots_of((*groups, *named), answers.currency, bounds)
    rules = [
        rule for one, slot in zip(named, slots[len(groups) :], strict=True) for rule in rules_of(one, slot)
    ]
    return Draft(
        name=answers.name,
        noun=answers.noun,
        description="",
        group_by=tuple(one.slot for one in groups),
        request=_request(answers.noun, groups),
        slots=tuple(slots),
        rules=tuple(rules),
        axioms=(),
        header=("id", *(slot.name for slot in slots)),
        rows=(),
        origin="",
        notes=_notes(named),
    )


def _refuse_twins(groups: tuple[Named, ...], named: tuple[Named, ...]) -> None:
    labels = {one.label.casefold() for one in groups}
    for one in named:
        if one.label.casefold() in labels:
            raise UsageError(
                f"{quoted(one.label)} groups the options, so no question can ask for it",
                fix="leave it out of the attributes, or group by something else",
            )
    seen: dict[str, str] = {}
    for one in (*groups, *named):
        twin = seen.setdefault(one.label.casefold(), one.slot)
        if twin != one.slot:
            raise UsageError(
                f"two attributes would be shown as {quoted(one.label)}",
                got=f"{twin} and {one.slot}",
                fix="leave out one of them",
            )


def _request(noun: str, groups: tuple[Named, ...]) -> tuple[object, ...]:
    from cocoa_core.language.spoken import article

    if not groups:
        return ()
    start = f"I'm looking for {article(noun)} {noun}"
    parts: list[object] = []
    for number, one in enumerate(groups):
        place = one.slot.split("_")[-1] in _PLACES
        lead = "in" if place else f"whose {in_small_letters(one.label[:1]) + one.label[1:]} is"
        parts += [f"{start} {lead}" if number == 0 else f"and {lead}", {"slot": one.slot}]
    return tuple(parts)


def _notes(named: tuple[Named, ...]) -> tuple[str, ...]:
    """What was taken for what, of attributes that are known by nothing but their name."""
    guessed = [one for one in named if not one.attribute.say]
    if not guessed:
        return ()
    shapes = ", ".join(f"{one.label} ({told(one.attribute.shape)})" for one in guessed)
    return (f"Guessed from their names: {shapes}; see that kinds, values and words in the files fit.",)
