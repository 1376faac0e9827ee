"""Writes the logical form of a sentence of the parsing family in each notation, and decides whether two forms
are the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from cocoa_core.independent.parsing_sentences import Fact, Meaning
from cocoa_core.lexicon import NAMES, NOUNS, VERBS

_LEFT_OUT: Final = {"cogs": "", "rm-x": "x_", "rm-x-p": "x_()", "rm-x-pc": "x_(),"}
FORM_NOTATIONS: Final = (*_LEFT_OUT, "recogs-pos", "recogs", "variable-free")
_RENAMABLE: Final = frozenset(str(number) for number in (*range(55), 56, 59))


def lone_word_form(word: str, notation: str) -> str | None:
    """Returns the form of a word that stands alone; None for a word that never does."""
    pos = notation.startswith("recogs")
    if word in NAMES:
        return f"LAMBDA a . {word} ( a )" if pos else word
    if word in NOUNS:
        whole = f"LAMBDA a . {word} ( a )"
    elif any(word == verb.base for verb in VERBS):
        role = f"{word} ( e ) AND agent ( e , a )" if pos else f"{word} . agent ( e , a )"
        whole = f"LAMBDA a . LAMBDA e . {role}"
    else:
        return None
    return _without(whole, _LEFT_OUT.get(notation, ""))


def written_form(meaning: Meaning, words: Sequence[str], notation: str) -> str:
    """Returns the form of a meaning with its parts in the usual order.

    Args:
        meaning: the facts of the sentence.
        notation: one of `FORM_NOTATIONS`. In "recogs" variables are numbered by the positions of words, as in
            "recogs-pos".
    """
    if notation in _LEFT_OUT:
        return _without(_cogs(meaning.facts, words), _LEFT_OUT[notation])
    if notation == "variable-free":
        return _tree(meaning.facts, words)
    return _recogs(meaning.facts, words)


def same_form(form: str, wanted: str, notation: str, reordered: bool) -> bool:
    """Returns whether two forms are the same: to the letter, except that variables of "recogs" may have other
    numbers.

    Args:
        form: the form to judge.
        wanted: the form it should be.
        notation: one of `FORM_NOTATIONS`.
        reordered: whether conjuncts may stand in another order.
    """
    if notation == "recogs":
        if not {token for token in form.split(" ") if token.isdigit()} <= _RENAMABLE:
            return False
        if reordered:
            told_apart = _with_distinct_names(wanted)
            return told_apart is not None and _with_distinct_names(form) == told_apart
        form, wanted = _numbered(form), _numbered(wanted)
    if not reordered:
        return form == wanted
    if notation == "variable-free":
        return _children_sorted(form) == _children_sorted(wanted)
    return _conjuncts(form) == _conjuncts(wanted)


def _without(text: str, signs: str) -> str:
    return " ".join(token for token in text.split(" ") if token not in signs or not signs)


def _place(filler: int | str | None, words: Sequence[str]) -> int:
    return words.index(filler) if isinstance(filler, str) else -1 if filler is None else filler


def _body(facts: Iterable[Fact], words: Sequence[str]) -> list[Fact]:
    inside = (fact for fact in facts if fact[0] != "the")
    return sorted(inside, key=lambda fact: (fact[3], _place(fact[4], words)))


def _cogs(facts: Sequence[Fact], words: Sequence[str]) -> str:
    def argument(node: int | str | None) -> str:
        return node if isinstance(node, str) else f"x _ {node}"

    front = [
        f"* {fact[1]} ( x _ {fact[3]} )"
        for fact in sorted(facts, key=lambda fact: fact[3])
        if fact[0] == "the"
    ]
    body = []
    for kind, predicate, label, place, other in _body(facts, words):
        if kind == "a":
            body.append(f"{predicate} ( x _ {place} )")
        else:
            name = " . ".join([predicate, *label.split(" ")])
            body.append(f"{name} ( x _ {place} , {argument(other)} )")
    return " ; ".join([*front, " AND ".join(body)])


def _recogs(facts: Sequence[Fact], words: Sequence[str]) -> str:
    front: dict[int, str] = {}
    for kind, predicate, _, place, other in facts:
        if kind in ("the", "a"):
            front[place] = f"{'* ' if kind == 'the' else ''}{predicate} ( {place} )"
        elif isinstance(other, str):
            front[_place(other, words)] = f"{other} ( {_place(other, words)} )"
    body: list[str] = []
    for kind, predicate, label, place, other in _body(facts, words):
        if kind == "role":
            event = f"{predicate} ( {place} )"
            if event not in body:
                body.append(event)
        if kind in ("role", "mod"):
            body.append(f"{' . '.join(label.split(' '))} ( {place} , {_place(other, words)} )")
    return " ; ".join([*(front[index] for index in sorted(front)), " AND ".join(body)])


def _tree(facts: Sequence[Fact], words: Sequence[str]) -> str:
    called: dict[int | str | None, str] = {}
    for kind, predicate, _, place, _ in facts:
        if kind in ("the", "a"):
            called[place] = f"* {predicate}" if kind == "the" else predicate
        elif kind == "role":
            called.setdefault(place, predicate)
    inner = [fact for fact in _body(facts, words) if fact[0] != "a"]
    children = {fact[4] for fact in inner}
    (root,) = (place for place in called if place not in children)

    def node(place: int | str | None, above: tuple[int | str | None, ...]) -> str:
        name = place if isinstance(place, str) else called[place]
        below = [] if place in above else [fact for fact in inner if fact[3] == place]
        if not below or isinstance(place, str):
            return name
        edges = (f"{' . '.join(fact[2].split(' '))} = {node(fact[4], (*above, place))}" for fact in below)
        return f"{name} ( {' , '.join(edges)} )"

    return node(root, ())


def _numbered(text: str) -> str:
    names: dict[str, str] = {}
    tokens = (
        names.setdefault(token, str(len(names))) if token.isdigit() else token for token in text.split(" ")
    )
    return " ".join(tokens)


def _conjuncts(text: str) -> tuple[list[str], list[str]]:
    *front, body = text.split(" ; ")
    return sorted(front), sorted(body.split(" AND "))


def _with_distinct_names(text: str) -> list[str] | None:
    """Returns the conjuncts with each variable named after what is said of it; None if two get the same name.

    Entities stand in the same order in every variant, so each is named by its rank. The others are named by
    the conjuncts they stand in, repeatedly, until all names differ.
    """
    *front, body = text.split(" ; ")
    parts = [*front, *body.split(" AND ")]
    names = dict.fromkeys(re.findall("[0-9]+", text), "?")
    for rank, entity in enumerate(front):
        names.update(dict.fromkeys(re.findall("[0-9]+", entity), f"entity {rank}"))
    for _ in range(len(names)):
        before = len(set(names.values()))
        contexts = {
            number: [
                names[number],
                *sorted(_about(part, number, names) for part in parts if number in part.split(" ")),
            ]
            for number in names
        }
        ranks = {
            context_text: rank
            for rank, context_text in enumerate(sorted({str(variable) for variable in contexts.values()}))
        }
        names = {number: f"{ranks[str(contexts[number])]}" for number in names}
        if len(set(names.values())) == before:
            break
    if len(set(names.values())) < len(names):
        return None
    return sorted(_about(part, "", names) for part in parts)


def _about(part: str, number: str, names: Mapping[str, str]) -> str:
    tokens = ("this" if token == number else names.get(token, token) for token in part.split(" "))
    return " ".join(tokens)


def _children_sorted(text: str) -> str:
    tokens = text.split(" ")
    at = 0

    def node() -> str:
        nonlocal at
        name = []
        while at < len(tokens) and tokens[at] not in ("(", ",", ")"):
            name.append(tokens[at])
            at += 1
        if at >= len(tokens) or tokens[at] != "(":
            return " ".join(name)
        below = []
        while at < len(tokens) and tokens[at] != ")":
            at += 1
            below.append(node())
        at += 1
        return f"{' '.join(name)} ( {' , '.join(sorted(below))} )"

    return node() if at == 0 else ""
