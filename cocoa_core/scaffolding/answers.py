"""From an author's answers to a draft: slots, rules, what groups options, simulated rows."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final

from attrs import evolve, frozen

from cocoa_core.domain.quantity_settings import CURRENCIES
from cocoa_core.domain.suggestions import closest, listed, quoted
from cocoa_core.errors import UsageError
from cocoa_core.scaffolding.drafts import Draft, DraftRule, DraftSlot
from cocoa_core.scaffolding.familiar import familiar
from cocoa_core.scaffolding.guessing import Named, named_attributes
from cocoa_core.scaffolding.naming import checked_name, checked_phrase, fitting_phrase, noun_of
from cocoa_core.scaffolding.own_words import own_words, some_values
from cocoa_core.scaffolding.shapes import SHAPES, UNITS, Attribute

__all__ = [
    "DEFAULT_ROWS",
    "MOST_SIMULATED",
    "Answers",
    "checked_currency",
    "default_answers",
    "definition_draft",
    "told",
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
_PARTS: Final = (1, 2, 5)
_LISTED: Final = ("GB", "TB", "year")
"""Units whose own values are asked for: 16 GB rather than 20."""
_COMMENTS: Final = {
    "category": "`closed: true`: these are all values. With `closed: false` the catalogue says them.",
    "boolean": "A cell says yes or no.",
    "money": "A cell holds a plain number between `min` and `max`: 1299, without sign and commas.",
    "rating": "`missing: true`: a cell may be empty, and options then show: not given.",
    "duration": "Cells such as 45m and 2h 15m, in steps of so many minutes.",
    "clock": "A time of day on the 24-hour clock, such as 19:40, in steps of so many minutes.",
    "date": "A day such as 2027-04-17.",
    "set": "A cell holds several of the values, with semicolons between.",
    "list": "A cell holds several items in order, with semicolons between.",
}
"""What the author of a slot should know, said at the first slot of each shape."""


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


def checked_answers(answers: Answers) -> Answers:
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
    answers = checked_answers(answers)
    groups = named_attributes(answers.group) if answers.group.strip() else ()
    named = named_attributes(answers.attributes, [one.slot for one in groups])
    _refuse_twins(groups, named)
    bounds = familiar(answers.noun).bounds
    slots = _commented((*groups, *named), answers.currency, bounds)
    rules = [
        rule for one, slot in zip(named, slots[len(groups) :], strict=True) for rule in _rules(one, slot)
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


def _commented(
    named: tuple[Named, ...], currency: str, bounds: Mapping[str, tuple[object, object]]
) -> list[DraftSlot]:
    slots: list[DraftSlot] = []
    seen: set[str] = set()
    for one in named:
        shape = one.attribute.shape
        comment = "" if shape in seen else _COMMENTS.get(shape, "")
        seen.add(shape)
        slots.append(evolve(_slot(one, currency, bounds), comment=comment))
    return slots


def _slot(one: Named, currency: str, bounds: Mapping[str, tuple[object, object]]) -> DraftSlot:
    settings = _settings(one.attribute, currency)
    if one.slot in bounds and "min" in settings:
        settings["min"], settings["max"] = bounds[one.slot]
    if settings.get("closed") and "values" not in settings:
        settings["values"] = list(some_values(one.label))
    if settings["kind"] == "set":
        settings["max_items"] = min(4, len(settings["values"]))
    return DraftSlot(one.slot, {"kind": settings.pop("kind"), "label": one.label, **_ordered(settings)})


def _settings(attribute: Attribute, currency: str) -> dict[str, Any]:
    shape = attribute.shape
    if shape in UNITS:
        low, high, decimals = UNITS[shape]
        base = {**SHAPES["quantity"].settings, "unit": shape, "min": low, "max": high, "decimals": decimals}
        if not decimals:
            del base["decimals"]
    else:
        base = dict(SHAPES[shape].settings)
    if "currency" in base:
        base["currency"] = currency
    return {**base, **attribute.settings}


def _ordered(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Values before limits, `missing` last."""
    late = ("min", "max", "step", "max_items", "missing")
    early = {key: value for key, value in settings.items() if key not in late}
    return early | {key: settings[key] for key in late if key in settings}


def _rules(one: Named, slot: DraftSlot) -> list[DraftRule]:
    attribute = one.attribute
    shape = SHAPES["quantity" if attribute.shape in UNITS else attribute.shape]
    wordings = list(attribute.say or own_words(attribute.shape, one.label))
    name = one.slot.replace("_", "-")
    over = {"over": "each"} if attribute.shape == "list" else {}
    draw = attribute.draw or shape.draw or (None if attribute.shape in _LISTED else _draw(slot.settings))
    atypical = shape.atypical if attribute.atypical is None else attribute.atypical
    settings: dict[str, object] = {"id": name, **over, "tests": list(shape.tests)}
    if draw:
        settings["draw"] = dict(draw)
    if atypical:
        settings["atypical"] = list(atypical)
    rules = [DraftRule(one.slot, {**settings, "say": wordings})]
    if attribute.window:
        window = {"grid": "30m", "width": list(attribute.window)}
        rules.append(
            DraftRule(
                one.slot, {"id": f"{name}-window", "tests": ["between"], "draw": window, "say": wordings}
            )
        )
    return rules


def _draw(settings: Mapping[str, object]) -> dict[str, object] | None:
    """A grid of some ten steps over the bounds of a quantity; small counts need none."""
    low, high = settings.get("min"), settings.get("max")
    if settings.get("kind") != "quantity" or low is None or high is None:
        return None
    span = Decimal(str(high)) - Decimal(str(low))
    if settings.get("unit") == "count" and span <= 10:
        return None
    power = Decimal(10) ** ((span / 12).adjusted())
    step = next((part * power for part in _PARTS if part * power >= span / 12), 10 * power)
    decimals = settings.get("decimals", 0)
    smallest = Decimal(1).scaleb(-decimals) if isinstance(decimals, int) else Decimal(1)
    step = max(step, smallest)
    return {"grid": int(step) if step == int(step) else step.normalize()}


def _request(noun: str, groups: tuple[Named, ...]) -> tuple[object, ...]:
    from cocoa_core.language.spoken import article

    if not groups:
        return ()
    start = f"I'm looking for {article(noun)} {noun}"
    parts: list[object] = []
    for number, one in enumerate(groups):
        place = one.slot.split("_")[-1] in _PLACES
        lead = "in" if place else f"whose {one.label[:1].lower() + one.label[1:]} is"
        parts += [f"{start} {lead}" if number == 0 else f"and {lead}", {"slot": one.slot}]
    return tuple(parts)


def _notes(named: tuple[Named, ...]) -> tuple[str, ...]:
    """What was taken for what, of attributes that are known by nothing but their name."""
    guessed = [one for one in named if not one.attribute.say]
    if not guessed:
        return ()
    shapes = ", ".join(f"{one.label} ({told(one.attribute.shape)})" for one in guessed)
    return (f"Guessed from their names: {shapes}; see that kinds, values and words in the files fit.",)


def told(shape: str) -> str:
    """A shape as a person is told of it."""
    return SHAPES[shape].told if shape in SHAPES else f"a number, in {shape}"
