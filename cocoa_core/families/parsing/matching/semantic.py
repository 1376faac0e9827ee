"""Semantic Exact Match: whether two forms of ReCOGS say the same, whatever their variables and their order.

(ReCOGS, section 6; what the published program does in every case is the mode `published`.)
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from attrs import frozen

from cocoa_core.families.parsing.matching.assigning import assignment

__all__ = ["Mode", "Verdict", "match", "matches", "renumbered_text"]

Mode: TypeAlias = Literal["published", "bijective"]
_PARTS: Final = re.compile(r"\s*(?:AND|;)\s*")
_UNARY: Final = re.compile(r"(\w+)\s*\(\s*(\d+)\s*\)")
_BINARY: Final = re.compile(r"(\w+)\s*\(\s*(\d+)\s*,\s*(\d+)\s*\)")
_DIGITS: Final = re.compile(r"\d+")
_NUMERAL: Final = re.compile(r"\b\d+\b")
_LONGEST: Final = 100_000
"""Characters of a form; a longer prediction is no match."""


@frozen
class Verdict:
    """published, bijective: the two modes. why: where they differ, what the prediction does; "" elsewhere."""

    published: bool
    bijective: bool
    why: str = ""


@frozen
class _Text:
    """A form as the comparison sees it."""

    conjuncts: tuple[tuple[str, tuple[str, ...]], ...]
    """Each with its numerals left out, and these; repeated ones are repeated."""
    signatures: Mapping[str, tuple[str, ...]]
    """By variable, the predicates that it stands under, sorted; which place it has does not count."""
    digits: frozenset[str]
    """All runs of digits, wherever they stand."""


def _taken_apart(form: str) -> _Text:
    text = form.replace(" ", "").replace("AND", " AND ")
    under: defaultdict[str, list[str]] = defaultdict(list)
    for predicate, variable in _UNARY.findall(text):
        under[variable].append(predicate)
    for predicate, first, second in _BINARY.findall(text):
        under[first].append(predicate)
        under[second].append(predicate)
    conjuncts = []
    for part in _PARTS.split(text):
        numerals = tuple(_NUMERAL.findall(part))
        conjuncts.append((_NUMERAL.sub("\0", part), numerals))
    signatures = {variable: tuple(sorted(found)) for variable, found in under.items()}
    return _Text(tuple(conjuncts), signatures, frozenset(_DIGITS.findall(text)))


def matches(gold: str, predicted: str, mode: Mode = "published") -> bool:
    """Returns whether a predicted form matches in this mode.

    Never raises; False for what is no form.
    """
    if max(len(gold), len(predicted)) > _LONGEST:
        return False
    return _mapping(_taken_apart(gold), _taken_apart(predicted), mode) is not None


def match(gold: str, predicted: str) -> Verdict:
    """Returns both modes, and why they differ where they do."""
    if max(len(gold), len(predicted)) > _LONGEST:
        return Verdict(False, False)
    right, said = _taken_apart(gold), _taken_apart(predicted)
    mapping = _mapping(right, said, "published")
    if mapping is None:
        return Verdict(False, False)
    one_for_one = Counter(
        (shape, tuple(mapping[one] for one in numerals)) for shape, numerals in said.conjuncts
    ) == Counter(right.conjuncts)
    if len(mapping) == len(right.digits) and (one_for_one or _mapping(right, said, "bijective") is not None):
        return Verdict(True, True)
    return Verdict(True, False, _difference(right, said, mapping))


def _difference(gold: _Text, said: _Text, mapping: Mapping[str, str]) -> str:
    shared: defaultdict[str, list[str]] = defaultdict(list)
    for variable, stands_for in mapping.items():
        shared[stands_for].append(variable)
    doubled = {target: found for target, found in shared.items() if len(found) > 1}
    if doubled:
        target, found = min(doubled.items())
        return f"the variables {', '.join(sorted(found, key=_by_number))} all stand for {target}"
    return f"{len(said.conjuncts)} conjuncts, repeated ones counted, for {len(gold.conjuncts)}"


def _by_number(text: str) -> tuple[int, str]:
    return len(text), text


def _mapping(gold: _Text, said: _Text, mode: Mode) -> Mapping[str, str] | None:
    """Gold variables by predicted ones; None if the forms do not match.

    Every run of digits of both forms has to be a variable under some predicate. A predicted variable stands
    for a gold one of the same signature, every gold one is stood for, and the conjuncts become the gold ones:
    as sets, or, `bijective`, one for one.
    """
    if said.digits != said.signatures.keys() or gold.digits != gold.signatures.keys():
        return None
    few, many = len(gold.digits), len(said.digits)
    if many < few or (mode == "bijective" and many > few):
        return None
    if set(gold.signatures.values()) != set(said.signatures.values()):
        return None
    wanted, given = _counted(gold, mode), _counted(said, mode)
    table: defaultdict[str, set[tuple[str, ...]]] = defaultdict(set)
    for shape, numerals in wanted:
        table[shape].add(numerals)
    if table.keys() != {shape for shape, _ in given}:
        return None
    by_signature: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
    for variable, signature in gold.signatures.items():
        by_signature[signature].append(variable)
    candidates = {
        variable: frozenset(by_signature[signature]) for variable, signature in said.signatures.items()
    }
    return assignment(candidates, table, given, gold.digits)


def _counted(form: _Text, mode: Mode) -> list[tuple[str, tuple[str, ...]]]:
    """Returns each conjunct once; `bijective`, how often it stands in the form is a part of its shape."""
    counts = Counter(form.conjuncts)
    if mode == "published":
        return list(counts)
    return [(f"{shape}\0{number}", numerals) for (shape, numerals), number in counts.items()]


def renumbered_text(form: str) -> str:
    """Returns the form with its numerals replaced by 0, 1, 2 ... in the order of their first places."""
    names: dict[str, str] = {}
    return re.sub(r"(?<!\S)\d+(?!\S)", lambda found: names.setdefault(found.group(), str(len(names))), form)
