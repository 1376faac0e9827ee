"""What a guesser gets that sees the text of a question alone, and none of its options' values.

A naive Bayes classifier learns from the questions of other groups of the catalogue, in five folds. It sees
the words of the request, its form (sentences, literals, length, axioms told), or one count alone. What it
guesses is the key or, where that is of letters, which are shuffled, what a text could tell of it: how many
options are right, or how many others have a better price. Of `missing` it sees which cells are hidden.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence
from typing import Final

from attrs import frozen

from cocoa_core.domain import Domain
from cocoa_core.families.selection import ASKS, Question
from cocoa_core.families.selection.record import TO_BE_CONFIRMED
from cocoa_core.intervals import Accuracy, accuracy
from cocoa_core.seeds import seed_of

_FOLDS: Final = 5
_LENGTH: Final = 25
"""Characters of a request that are one step of its length."""


@frozen
class Guessed:
    """What a guesser got, beside what the most frequent answer gets."""

    accuracy: Accuracy
    chance: float


def guessed_by_form(domain: Domain, questions: Sequence[Question]) -> dict[str, Guessed]:
    """By what the guesser sees: how often it is right, each ring of questions counted as what it is.

    questions: of one ask.
    """
    folds = [_fold(domain, question) for question in questions]
    rings = [question.groups["ring"] for question in questions]
    if questions[0].ask == "missing":
        keys = [question.key[0] for question in questions]
        patterns = [_hidden(question) for question in questions]
        slots = [{slot: {slot} for slot in pattern} for pattern in patterns]
        chance = sum(1 / len(pattern) for pattern in patterns) / len(patterns)
        return {
            name: Guessed(accuracy(_candidates_right(seen, keys, folds), rings), chance)
            for name, seen in (("hidden pattern", patterns), ("hidden slots", slots))
        }
    classes = [_class(domain, question) for question in questions]
    chance = Counter(classes).most_common(1)[0][1] / len(classes)
    sights = {
        "words": [_words(question) for question in questions],
        "form": [_form(question) for question in questions],
        "number of literals": [_literals(question) for question in questions],
        "number of axioms": [_axioms(question) for question in questions],
    }
    return {
        name: Guessed(accuracy(_classes_right(seen, classes, folds), rings), chance)
        for name, seen in sights.items()
        if len(set(map(frozenset, seen))) > 1
    }


def guessed_by_last_turn(domain: Domain, questions: Sequence[Question]) -> float:
    """How often a classifier is right that sees the words of a conversation's last turn."""
    seen = [set(question.history[-1].text.lower().split()) for question in questions]
    classes = [_class(domain, question) for question in questions]
    right = _classes_right(seen, classes, [_fold(domain, question) for question in questions])
    return sum(right) / len(right)


def _class(domain: Domain, question: Question) -> str:
    """What a text could tell of the key."""
    if question.ask == "possible":
        return "yes" if question.key == ["yes"] else "no"
    if question.ask in ("every", "broken"):
        return str(len(question.key))
    if question.ask in ("count", "relax"):
        return question.key[0]
    return _ranks(domain, question)


def _ranks(domain: Domain, question: Question) -> str:
    """Of each right option how many others are better by the price, or by the first number of which people
    want less, or more."""
    schema, rows = domain.schema, dict(zip(domain.catalogue.ids, domain.catalogue.rows, strict=True))
    wanted = {rule.slot: rule.wanted for rule in domain.rules if rule.wanted in ("less", "more")}
    slots = [slot for slot in schema.slots if slot.name in wanted]
    slot = min(slots, key=lambda slot: slot.name != "price")
    sign = -1 if wanted[slot.name] == "less" else 1
    values = {
        option.label: sign * (slot.kind.measure(None, rows[option.row][schema.position(slot.name)]) or 0)
        for option in question.options
    }
    return ", ".join(
        map(str, sorted(sum(value > values[letter] for value in values.values()) for letter in question.key))
    )


def _words(question: Question) -> set[str]:
    return set(ASKS[question.ask].request(question).lower().split())


def _form(question: Question) -> set[str]:
    length = len(question.request) // _LENGTH
    return {
        f"sentences {len(question.sentences)}",
        f"length {length}",
        *_literals(question),
        *_axioms(question),
    }


def _literals(question: Question) -> set[str]:
    sizes = sorted(map(len, question.requirement.terms))
    return {f"literals {sum(sizes)}", f"conditions {len(sizes)}", f"literals of the conditions {sizes}"}


def _axioms(question: Question) -> set[str]:
    return {f"axioms {len(question.asked.get('axioms', ()))}"}


def _hidden(question: Question) -> dict[str, set[str]]:
    """By label of a slot with hidden cells: how many it has, and with which others it shares options."""
    rows = [
        {label for label, text in option.shown.items() if text == TO_BE_CONFIRMED}
        for option in question.options
    ]
    slots = sorted(set().union(*rows))
    return {
        slot: {
            f"of {len(slots)}: {sum(slot in row for row in rows)} cells",
            f"of {len(slots)}: beside {len(set().union(*(row for row in rows if slot in row))) - 1}",
            f"alone {sum(row == {slot} for row in rows)}",
            f"slot {slot}",
        }
        for slot in slots
    }


def _fold(domain: Domain, question: Question) -> int:
    """By the group of the catalogue; without groups by which options are shown."""
    if question.options:
        labels = [slot.label for slot in domain.schema.slots if slot.name in domain.schema.group_by]
        group = [question.options[0].shown[label] for label in labels]
    else:
        group = list(question.asked["group"].values())
    group = group or sorted(option.row for option in question.options) or [question.id]
    return seed_of("fold", *group) % _FOLDS


def _classes_right(seen: Sequence[set[str]], classes: Sequence[Hashable], folds: Sequence[int]) -> list[bool]:
    """Whether the likeliest class is right, by Bernoulli naive Bayes."""
    right = [False] * len(seen)
    for fold in range(_FOLDS):
        sizes = Counter[Hashable]()
        counts: defaultdict[Hashable, Counter[str]] = defaultdict(Counter)
        for features, own_class, own in zip(seen, classes, folds, strict=True):
            if own != fold:
                sizes[own_class] += 1
                counts[own_class].update(features)
        features_seen = set[str]().union(*counts.values())
        shares = {
            one: {feature: (counts[one][feature] + 1) / (size + 2) for feature in features_seen}
            for one, size in sizes.items()
        }
        absent = {
            one: math.log(size) + sum(math.log(1 - share) for share in shares[one].values())
            for one, size in sizes.items()
        }
        present = {
            one: {feature: math.log(share / (1 - share)) for feature, share in some.items()}
            for one, some in shares.items()
        }
        for number, (features, own) in enumerate(zip(seen, folds, strict=True)):
            if own == fold:
                points = {
                    one: absent[one] + sum(weights.get(feature, 0.0) for feature in sorted(features))
                    for one, weights in present.items()
                }
                right[number] = max(points, key=lambda point: points[point]) == classes[number]
    return right


def _candidates_right(
    seen: Sequence[dict[str, set[str]]], keys: Sequence[str], folds: Sequence[int]
) -> list[bool]:
    """Of candidates with their features, whether the one that most looks like a key is it."""
    right = [False] * len(seen)
    for fold in range(_FOLDS):
        counts: defaultdict[bool, Counter[str]] = defaultdict(Counter)
        totals = Counter[bool]()
        for candidates, key, own in zip(seen, keys, folds, strict=True):
            if own != fold:
                for name, features in candidates.items():
                    counts[name == key].update(features)
                    totals[name == key] += 1
        for number, (candidates, own) in enumerate(zip(seen, folds, strict=True)):
            if own == fold:
                points = {
                    name: sum(
                        math.log((counts[True][feature] + 1) / (totals[True] + 2))
                        - math.log((counts[False][feature] + 1) / (totals[False] + 2))
                        for feature in sorted(features)
                    )
                    for name, features in candidates.items()
                }
                right[number] = max(points, key=lambda name: points[name]) == keys[number]
    return right
