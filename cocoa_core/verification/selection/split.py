"""Checks what `cocoa split` promises of its three sides, derived again from the labels of their questions."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import Any, Final

from attrs import frozen

from cocoa_core.verification.checker import json_text
from cocoa_core.verification.report import Flaw

_SIDES: Final = ("train", "test_id", "test_ood")
_TRAIN, _INSIDE, _OUTSIDE = _SIDES
_LIMIT: Final = 0.02
_STATED: Final = frozenset(
    ("by", "granularity", "share", "seed", "min_support", "of", "held_out", "novelty", "left_out")
) | {"divergence"}
_DIVERGENCES: Final = {"random", "reached", "test_id"}
_PARTS: Final = {"atoms", "compounds"}
_ROUNDING: Final = 1.01e-4
_Label = frozenset[str]


@frozen
class _Question:
    """The composition of a question.

    `terms` holds for each sum term the literals it starts from and the literal it demands, as often as they
    occur.
    """

    label: _Label
    terms: tuple[tuple[tuple[str, ...], str], ...]

    @property
    def polarity(self) -> tuple[str, ...]:
        return tuple(
            sorted(
                "&".join(sorted(literal[0] + "*" for literal in before)) + f">{after[0]}*"
                for before, after in self.terms
            )
        )

    @property
    def template(self) -> tuple[str, ...]:
        """The primitives by polarity, with the kinds in which arrows meet."""
        arrows = [(before[0][1:], after[1:]) for before, after in set(self.terms) if len(before) == 1]
        met = []
        for (source, target), (other_source, other_target) in combinations(arrows, 2):
            if len({source, target, other_source, other_target}) == 3:
                met.append("B" if source == other_source else "C" if target == other_target else "A")
        return (*self.polarity, *sorted(met))

    @property
    def length(self) -> int:
        return sum(len(before) + 1 for before, _ in self.terms)

    @property
    def depth(self) -> int:
        arrows = {(literal[1:], after[1:]) for before, after in self.terms for literal in before}
        paths: set[tuple[str, ...]] = {(slot,) for arrow in arrows for slot in arrow}
        depth = -1
        while paths:
            depth += 1
            paths = {(*path, b) for path in paths for a, b in arrows if a == path[-1] and b not in path}
        return max(depth, 0)

    def literals(self) -> Iterator[tuple[str, ...]]:
        """Yields the literals of each term, sorted: its sources, negated, and its demand."""
        turned = {"+": "-", "-": "+"}
        for before, after in self.terms:
            yield tuple(sorted((*(turned[literal[0]] + literal[1:] for literal in before), after)))


def composed(record: Mapping[str, Any], granularity: object) -> str:
    """Returns the composition by which a question is judged, as text; empty where there is no such label."""
    composition = record["composition"]
    if not isinstance(granularity, str) or granularity not in composition["labels"]:
        return ""
    return json.dumps([composition["labels"][granularity], sorted(composition["terms"])])


def split_flaws(split: Mapping[str, Any], sides: Mapping[str, Mapping[str, int]]) -> Iterator[Flaw]:
    """Finds what differs from the manifest.

    Args:
        split: what the manifest says.
        sides: for each side how often each composition, as `composed` gives it, occurs.
    """
    if tuple(sides) != _SIDES and set(sides) - set(_SIDES):
        yield Flaw("split", "the sides are others", list(sides), _SIDES)
        return
    try:
        questions_by_side = {
            side: Counter({_parsed_composition(text): number for text, number in sides.get(side, {}).items()})
            for side in _SIDES
        }
    except (ValueError, IndexError):
        yield Flaw(
            "split", "questions have no label of the granularity of the split", split.get("granularity")
        )
        return
    known_keys = {*_STATED, f"longest_{split.get('by')}"}
    for key in sorted(split.keys() - known_keys):
        yield Flaw("split", "the manifest has an unknown key", f"split.{key}")
    by, kind = str(split.get("by")), _KINDS.get(str(split.get("by")))
    if kind is None:
        yield Flaw("split", "there is no such kind of split", by, " or ".join(_KINDS))
        return
    yield from kind(split, questions_by_side)
    yield from _everywhere(split, questions_by_side)


_Sides = Mapping[str, Counter[_Question]]


def _parsed_composition(text: str) -> _Question:
    label, terms = json.loads(text)
    read = []
    for term in terms:
        before, arrow, after = term.partition(">")
        parts = tuple(before.split("&")) if before else ()
        if not arrow or not all(literal and literal[0] in "+-" for literal in (*parts, after)):
            raise ValueError(term)
        read.append((parts, after))
    return _Question(frozenset(label), tuple(read))


def _everywhere(split: Mapping[str, Any], questions_by_side: _Sides) -> Iterator[Flaw]:
    """Checks that training has all parts, that numbers add up, and divergences and novelty."""
    trained = frozenset[str]().union(*(parts.label for parts in questions_by_side[_TRAIN]))
    lacking = sorted(part for parts in questions_by_side[_OUTSIDE] for part in parts.label - trained)
    if lacking:
        yield Flaw("split", "a primitive of a held-out question is not in training", lacking[0])
    left_out = split.get("left_out")
    number = sum(map(Counter.total, questions_by_side.values()))
    of = json_text(split.get("of"))
    if not isinstance(left_out, dict) or json_text(number + _sum(left_out.values())) != of:
        yield Flaw(
            "split",
            "what is kept and what is left out are not all",
            f"{number}, {left_out}",
            split.get("of"),
        )
    divergence = split.get("divergence")
    if not _are_divergences(divergence):
        yield Flaw(
            "split", "the divergences are no shares by name", divergence, ", ".join(sorted(_DIVERGENCES))
        )
    for name, side in (("reached", _OUTSIDE), ("test_id", _INSIDE)):
        derived = _divergences(questions_by_side[_TRAIN], questions_by_side[side])
        stated = divergence.get(name) if isinstance(divergence, dict) else None
        if not isinstance(stated, dict) or not all(_close(stated.get(key), derived[key]) for key in derived):
            yield Flaw("split", f"the divergence {name} is another", stated, derived)
    novelty = _novelty(questions_by_side)
    if json_text(split.get("novelty")) != json_text(novelty):
        yield Flaw("split", "the novelty is another", split.get("novelty"), novelty)


def _labels(split: Mapping[str, Any], questions_by_side: _Sides) -> Iterator[Flaw]:
    """Finds held-out labels that training has, or that are not in the list."""
    labels = {
        side: {question.label for question in questions} for side, questions in questions_by_side.items()
    }
    yield from _separation_flaws(
        {side: {" ".join(sorted(label)) for label in side_labels} for side, side_labels in labels.items()},
        split,
    )
    if labels[_INSIDE] - labels[_TRAIN]:
        yield Flaw("split", "a label of test_id is not in training")
    if split["by"] == "strict":
        above = [label for label in labels[_TRAIN] if any(label > other for other in labels[_OUTSIDE])]
        if above:
            yield Flaw("split", "a label of training contains a held-out one", " ".join(sorted(above[0])))


def _templates(split: Mapping[str, Any], questions_by_side: _Sides) -> Iterator[Flaw]:
    templates = {
        side: {" ".join(question.template) for question in questions}
        for side, questions in questions_by_side.items()
    }
    yield from _separation_flaws(templates, split)


def _separation_flaws(names: Mapping[str, set[str]], split: Mapping[str, Any]) -> Iterator[Flaw]:
    listed = split.get("held_out")
    held = set(map(str, listed)) if isinstance(listed, list) else set()
    for side in (_TRAIN, _INSIDE):
        both = sorted(names[side] & (names[_OUTSIDE] | held))
        if both:
            yield Flaw("split", f"a held-out label is in {side}", both[0])
    if names[_OUTSIDE] - held:
        yield Flaw("split", "a label of test_ood is not listed as held out", min(names[_OUTSIDE] - held))


def _longer(
    name: str, size: Callable[[_Question], int]
) -> Callable[[Mapping[str, Any], _Sides], Iterator[Flaw]]:
    def check(split: Mapping[str, Any], questions_by_side: _Sides) -> Iterator[Flaw]:
        bound = max(map(size, questions_by_side[_TRAIN]), default=0)
        if json_text(split.get(f"longest_{name}")) != json_text(bound):
            yield Flaw(
                "split",
                f"the longest {name} of training is another",
                split.get(f"longest_{name}"),
                bound,
            )
        if min(map(size, questions_by_side[_OUTSIDE]), default=bound + 1) <= bound:
            yield Flaw(
                "split",
                f"a question of test_ood has no longer {name} than training",
                expected=f"over {bound}",
            )

    return check


def _divergent(split: Mapping[str, Any], questions_by_side: _Sides) -> Iterator[Flaw]:
    atoms = _divergences(questions_by_side[_TRAIN], questions_by_side[_OUTSIDE])["atoms"]
    if atoms is not None and atoms > _LIMIT + _ROUNDING:
        yield Flaw(
            "split", "the literals of both sides are too far apart", f"{atoms:.4f}", f"{_LIMIT} at most"
        )


_KINDS: Final[Mapping[str, Callable[[Mapping[str, Any], _Sides], Iterator[Flaw]]]] = {
    "exact": _labels,
    "strict": _labels,
    "mcd": _divergent,
    "length": _longer("length", lambda parts: parts.length),
    "template": _templates,
    "depth": _longer("depth", lambda parts: parts.depth),
}


def _divergences(train: Counter[_Question], test: Counter[_Question]) -> dict[str, float | None]:
    """Returns one minus the Chernoff coefficient of literals, and of pairs in a term; None for none."""
    counts = [(Counter[Any](), Counter[Any]()) for _ in range(2)]
    for side, questions in enumerate((train, test)):
        for question, number in questions.items():
            for term in question.literals():
                for part in term:
                    counts[0][side][part] += number
                for pair in combinations(term, 2):
                    counts[1][side][pair] += number
    return {
        name: _divergence(*both, weight)
        for name, both, weight in zip(("atoms", "compounds"), counts, (0.5, 0.1), strict=True)
    }


def _divergence(train: Counter[Any], test: Counter[Any], weight: float) -> float | None:
    if not train or not test:
        return None
    logs = (
        weight * math.log(train[label_kept] / train.total())
        + (1 - weight) * math.log(test[label_kept] / test.total())
        for label_kept in sorted(train.keys() & test)
    )
    return 1 - math.fsum(map(math.exp, logs))


def _novelty(questions_by_side: _Sides) -> dict[str, int]:
    shapes = {frozenset(parts.polarity) for parts in questions_by_side[_TRAIN]}
    trained = {frozenset(parts.terms) for parts in questions_by_side[_TRAIN]}
    counts = Counter(dict.fromkeys(("lexical", "seen", "structural"), 0))
    for question, number in questions_by_side[_OUTSIDE].items():
        new = "structural" if frozenset(question.polarity) not in shapes else "lexical"
        counts["seen" if frozenset(question.terms) in trained else new] += number
    return dict(counts)


def _are_divergences(given: object) -> bool:
    """Returns whether a value has the shape of divergences; a random split's are not compared."""
    return (
        isinstance(given, dict)
        and given.keys() == _DIVERGENCES
        and all(isinstance(parts, dict) and parts.keys() == _PARTS for parts in given.values())
        and all(_is_share(share) for parts in given.values() for share in parts.values())
    )


def _is_share(share: object) -> bool:
    return share is None or (isinstance(share, float) and 0 <= share <= 1)


def _close(stated: object, derived: float | None) -> bool:
    if derived is None:
        return stated is None or stated == 1  # earlier versions state 1 of a side that has none
    return isinstance(stated, float) and abs(stated - derived) <= _ROUNDING


def _sum(values: Any) -> int:
    return sum(value for value in values if type(value) is int and value > 0)
