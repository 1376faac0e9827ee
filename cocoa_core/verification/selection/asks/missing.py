"""`missing`: which one of the values still to be confirmed settles which options fit.

It is found by trying every state that the hidden slots could be in, option by option.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Final

from attrs import evolve

from cocoa_core.independent import Literal, Truth, all_of, any_of, slot_states
from cocoa_core.verification.report import Flaw, unequal
from cocoa_core.verification.selection.asks.ask import AskContract
from cocoa_core.verification.selection.parsed_question import TO_BE_CONFIRMED, Needs, ParsedQuestion

_FEWEST: Final = 3
_MOST_WAYS: Final = 20_000

_State = Mapping[Literal, Truth]


def flaws(question: ParsedQuestion) -> Iterator[Flaw]:
    """Finds too few or inferable hidden slots, and a key that is not the only settling slot."""
    key = question.record["key"]
    hidden = {
        option["label"]: [
            slot.name
            for slot in question.domain.slots.values()
            if slot.shown and option["shown"].get(slot.label) == TO_BE_CONFIRMED
        ]
        for option in question.record["options"]
    }
    cells = [slot for slots in hidden.values() for slot in slots]
    names = [name for name in question.domain.slots if name in cells]
    if len(names) < _FEWEST or len({cells.count(name) for name in names}) > 1:
        yield Flaw("hidden", "not three slots or more are hidden, each as often", ", ".join(cells))
        return
    yield from _followed(question, names)
    states = {name: _states(question, name) for name in names}
    if any(_ways(slots, states) > _MOST_WAYS for slots in hidden.values()):
        yield Flaw("hidden", "the hidden values can be in more states than are gone through")
        return
    labels = {label: _labels(question, label, slots, states) for label, slots in hidden.items()}
    settling = [name for name in names if all(_settles(name, *labels[label]) for label in hidden)]
    settling_labels = [question.domain.slots[name].label for name in settling]
    yield from unequal(
        "key", "the key is not the one value that settles which options fit", key, settling_labels
    )


def _followed(question: ParsedQuestion, names: Sequence[str]) -> Iterator[Flaw]:
    """Finds hidden slots that could be inferred, on which others hang, or of which nothing is asked."""
    asked = {literal.slot for term in question.terms for literal in term}
    for axiom in question.domain.axioms:
        tied = {measure.slot for measure in axiom.measures} | {test.slot for test in axiom.tests}
        for name in names:
            if name in tied:
                yield Flaw("hidden", f"an axiom of the schema ties the hidden {name}")
    for name in names:
        if name in question.domain.computed:
            yield Flaw("hidden", f"the hidden {name} can be worked out from others, says the schema")
        if name in question.domain.doubtful:
            yield Flaw("hidden", f"whether a test is clear hangs on the hidden {name}, says the schema")
    sources = {derived_slot.source for derived_slot in question.domain.derived if derived_slot.slot in asked}
    for name in names:
        if name not in asked or name in sources or name in question.domain.group_by:
            yield Flaw("hidden", f"of the hidden {name} nothing is asked, or more than itself hangs on it")


def _states(question: ParsedQuestion, name: str) -> tuple[_State, ...]:
    """Returns the states that a value could give the slot's literals; hidden does not mean missing."""
    slot = evolve(question.domain.slots[name], missing=False)
    literals = tuple(
        dict.fromkeys(literal for term in question.terms for literal in term if literal.slot == name)
    )
    return tuple(
        {
            literal: True if state.true >> index & 1 else False if state.false >> index & 1 else None
            for index, literal in enumerate(literals)
        }
        for state in slot_states(slot, literals, frozenset())
    )


def _ways(slots: Sequence[str], states: Mapping[str, Sequence[_State]]) -> int:
    number = 1
    for name in slots:
        number *= len(states[name])
    return number


_Labels = tuple[Sequence[str], Mapping[tuple[int, ...], Truth]]
"""The hidden slots of an option, and its label for each choice of their states."""


def _labels(
    question: ParsedQuestion, label: str, slots: Sequence[str], states: Mapping[str, Sequence[_State]]
) -> _Labels:
    label_by_states = {}
    for chosen in product(*(range(len(states[name])) for name in slots)):
        state = {name: states[name][index] for name, index in zip(slots, chosen, strict=True)}
        label_by_states[chosen] = all_of(
            [
                any_of(
                    [
                        state[literal.slot][literal]
                        if literal.slot in state
                        else question.truth(literal, label)
                        for literal in term
                    ]
                )
                for term in question.terms
            ]
        )
    return slots, label_by_states


def _settles(name: str, slots: Sequence[str], labels: Mapping[tuple[int, ...], Truth]) -> bool:
    """Returns whether each state of the slot leaves the option one label, true or false."""
    position = slots.index(name) if name in slots else None
    labels_by_state: dict[int, set[Truth]] = {}
    for chosen, label in labels.items():
        labels_by_state.setdefault(-1 if position is None else chosen[position], set()).add(label)
    return all(
        len(possible_labels) == 1 and None not in possible_labels
        for possible_labels in labels_by_state.values()
    )


ASK: Final = AskContract(flaws, needs=Needs(hidden=True, undecided=True))
