"""`missing`: which one of the values that are to be confirmed settles which options fit.

Found by trying every state that the hidden slots could be in, option by option.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Final

from attrs import evolve

from cocoa_core.independent import Literal, Truth, all_of, any_of, slot_states
from cocoa_core.verification.report import Flaw
from cocoa_core.verification.selection.asks.ask import Ask
from cocoa_core.verification.selection.parsed_question import TO_BE_CONFIRMED, Needs, ParsedQuestion

__all__ = ["ASK"]

_FEWEST: Final = 3
_MOST_WAYS: Final = 20_000

_State = Mapping[Literal, Truth]


def flaws(case: ParsedQuestion) -> Iterator[Flaw]:
    """Too few hidden slots, some that follow from others, a key that is not the only one that settles it."""
    key = case.record["key"]
    if case.record["answer"] is not None:
        yield Flaw("key", "the answer is no letter", str(case.record["answer"]), "null")
    hidden = {
        option["label"]: [
            slot.name
            for slot in case.domain.slots.values()
            if slot.shown and option["shown"].get(slot.label) == TO_BE_CONFIRMED
        ]
        for option in case.record["options"]
    }
    cells = [slot for slots in hidden.values() for slot in slots]
    names = [name for name in case.domain.slots if name in cells]
    if len(names) < _FEWEST or len({cells.count(name) for name in names}) > 1:
        yield Flaw("hidden", "not three slots or more are hidden, each as often", ", ".join(cells))
        return
    yield from _followed(case, names)
    states = {name: _states(case, name) for name in names}
    if any(_ways(slots, states) > _MOST_WAYS for slots in hidden.values()):
        yield Flaw("hidden", "the hidden values can be in more states than are gone through")
        return
    labels = {label: _labels(case, label, slots, states) for label, slots in hidden.items()}
    settling = [name for name in names if all(_settles(name, *labels[label]) for label in hidden)]
    found = [case.domain.slots[name].label for name in settling]
    if found != key:
        yield Flaw("key", "the key is not the one value that settles which options fit", str(key), str(found))


def _followed(case: ParsedQuestion, names: Sequence[str]) -> Iterator[Flaw]:
    """Hidden slots that an axiom ties to others or that can be worked out from them, that a table leads from,
    or of which nothing is asked."""
    asked = {literal.slot for term in case.terms for literal in term}
    for axiom in case.domain.axioms:
        tied = {measure.slot for measure in axiom.measures} | {test.slot for test in axiom.tests}
        for name in names:
            if name in tied:
                yield Flaw("hidden", f"an axiom of the schema ties the hidden {name}")
    for name in names:
        if name in case.domain.computed:
            yield Flaw("hidden", f"the hidden {name} can be worked out from others, says the schema")
        if name in case.domain.doubtful:
            yield Flaw("hidden", f"whether a test is clear hangs on the hidden {name}, says the schema")
    sources = {derived_slot.source for derived_slot in case.domain.derived if derived_slot.slot in asked}
    for name in names:
        if name not in asked or name in sources or name in case.domain.group_by:
            yield Flaw("hidden", f"of the hidden {name} nothing is asked, or more than itself hangs on it")


def _states(case: ParsedQuestion, name: str) -> tuple[_State, ...]:
    """What a value of the slot could make of its literals: "to be confirmed" is not missing."""
    slot = evolve(case.domain.slots[name], missing=False)
    literals = tuple(
        dict.fromkeys(literal for term in case.terms for literal in term if literal.slot == name)
    )
    return tuple(
        {
            literal: True if state.true >> place & 1 else False if state.false >> place & 1 else None
            for place, literal in enumerate(literals)
        }
        for state in slot_states(slot, literals, frozenset())
    )


def _ways(slots: Sequence[str], states: Mapping[str, Sequence[_State]]) -> int:
    number = 1
    for name in slots:
        number *= len(states[name])
    return number


_Labels = tuple[Sequence[str], Mapping[tuple[int, ...], Truth]]
"""Hidden slots of an option, and its label for each choice of their states."""


def _labels(
    case: ParsedQuestion, label: str, slots: Sequence[str], states: Mapping[str, Sequence[_State]]
) -> _Labels:
    found = {}
    for chosen in product(*(range(len(states[name])) for name in slots)):
        state = {name: states[name][place] for name, place in zip(slots, chosen, strict=True)}
        found[chosen] = all_of(
            [
                any_of(
                    [
                        state[literal.slot][literal] if literal.slot in state else case.truth(literal, label)
                        for literal in term
                    ]
                )
                for term in case.terms
            ]
        )
    return slots, found


def _settles(name: str, slots: Sequence[str], labels: Mapping[tuple[int, ...], Truth]) -> bool:
    """Whether each state of the slot leaves the option one label, true or false."""
    place = slots.index(name) if name in slots else None
    found: dict[int, set[Truth]] = {}
    for chosen, label in labels.items():
        found.setdefault(-1 if place is None else chosen[place], set()).add(label)
    return all(len(some) == 1 and None not in some for some in found.values())


ASK: Final = Ask(flaws, needs=Needs(hidden=True, undecided=True))
