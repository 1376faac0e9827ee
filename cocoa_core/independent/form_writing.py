"""What a sentence means, written in each notation; how a form in it has to look to be the same."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from cocoa_core.independent.sentence_forms import Fact, Meaning
from cocoa_core.lexicon import NAMES, NOUNS, VERBS

__all__ = ["FORM_NOTATIONS", "lone_word_form", "same_form", "written_form"]

_LEFT_OUT: Final = {
    "cogs": "",
    "rm-x": "x_",
    "rm-x-p": "x_()",
    "rm-x-pc": "x_(),",
}
FORM_NOTATIONS: Final = (*_LEFT_OUT, "recogs-pos", "recogs", "variable-free")
_RENAMABLE: Final = frozenset(str(number) for number in (*range(55), 56, 59))


def lone_word_form(word: str, notation: str) -> str | None:
    """The form of a word alone; None for one that is not seen so."""
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
    """The form in its usual order. In recogs variables are the places of words, as in recogs-pos."""
    if notation in _LEFT_OUT:
        return _without(_cogs(meaning.facts, words), _LEFT_OUT[notation])
    if notation == "variable-free":
        return _tree(meaning.facts, words)
    return _recogs(meaning.facts, words)


def same_form(found: str, wanted: str, notation: str, reordered: bool) -> bool:
    """Whether a key is the form that is wanted: to the letter, but for numbers of recogs, any of its pool.

    reordered: whether the order of conjuncts does not count.
    """
    if notation == "recogs":
        if not {token for token in found.split(" ") if token.isdigit()} <= _RENAMABLE:
            return False
        if reordered:
            told_apart = _told_apart(wanted)
            return told_apart is not None and _told_apart(found) == told_apart
        found, wanted = _numbered(found), _numbered(wanted)
    if not reordered:
        return found == wanted
    if notation == "variable-free":
        return _children_sorted(found) == _children_sorted(wanted)
    return _conjuncts(found) == _conjuncts(wanted)


def _without(text: str, signs: str) -> str:
    return " ".join(token for token in text.split(" ") if token not in signs or not signs)


def _place(filler: int | str | None, words: Sequence[str]) -> int:
    return words.index(filler) if isinstance(filler, str) else -1 if filler is None else filler


def _body(facts: Iterable[Fact], words: Sequence[str]) -> list[Fact]:
    inside = (fact for fact in facts if fact[0] != "the")
    return sorted(inside, key=lambda fact: (fact[3], _place(fact[4], words)))


def _cogs(facts: Sequence[Fact], words: Sequence[str]) -> str:
    def argument(one: int | str | None) -> str:
        return one if isinstance(one, str) else f"x _ {one}"

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
        said = (f"{' . '.join(fact[2].split(' '))} = {node(fact[4], (*above, place))}" for fact in below)
        return f"{name} ( {' , '.join(said)} )"

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


def _told_apart(text: str) -> list[str] | None:
    """The conjuncts, each variable called by what is said of it; None where two cannot be told apart.

    Entities stand in order in every variant, so each is called by its rank; the others by the conjuncts that
    they stand in, again and again, until every one has a name of its own.
    """
    *front, body = text.split(" ; ")
    parts = [*front, *body.split(" AND ")]
    names = dict.fromkeys(re.findall("[0-9]+", text), "?")
    for rank, entity in enumerate(front):
        names.update(dict.fromkeys(re.findall("[0-9]+", entity), f"entity {rank}"))
    for _ in range(len(names)):
        before = len(set(names.values()))
        said = {
            number: [
                names[number],
                *sorted(_about(part, number, names) for part in parts if number in part.split(" ")),
            ]
            for number in names
        }
        ranks = {one: rank for rank, one in enumerate(sorted({str(variable) for variable in said.values()}))}
        names = {number: f"{ranks[str(said[number])]}" for number in names}
        if len(set(names.values())) == before:
            break
    if len(set(names.values())) < len(names):
        return None
    return sorted(_about(part, "", names) for part in parts)


def _about(part: str, number: str, names: Mapping[str, str]) -> str:
    """A conjunct with the names of its variables, `this` for one of them."""
    tokens = ("this" if token == number else names.get(token, token) for token in part.split(" "))
    return " ".join(tokens)


def _children_sorted(text: str) -> str:
    """The tree with the children of each node in alphabetical order."""
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
