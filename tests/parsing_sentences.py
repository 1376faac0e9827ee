"""Sentences of cocoa's own grammar with their forms, for the tests of the parsing family."""

from __future__ import annotations

import random
from pathlib import Path

from hypothesis import strategies as st

from cocoa_core.families.parsing.forms import COGS, Conjunct, Form
from cocoa_core.families.parsing.grammar import CASES, Drawn, draw_primitive, draw_sentence, draw_tested
from cocoa_core.independent import meanings

ALL = frozenset(CASES)


def sentence(seed: int, case: str | None = None) -> Drawn:
    """A sentence that would be taken: no name twice, one reading. With a case, one that tests it."""
    rng = random.Random(seed)
    while True:
        drawn = draw_sentence(ALL, rng) if case is None else draw_tested(ALL, case, rng)
        names = [word for word in drawn.words[1:] if word[0].isupper()]
        if len({drawn.words[0], *names}) == len(names) + 1 and len(meanings(drawn.words)) == 1:
            return drawn


def sentences() -> st.SearchStrategy[Drawn]:
    """Sentences with and without what can be held out."""
    return st.builds(sentence, st.integers(0, 10**6), st.sampled_from([None, *CASES]))


def lone_words() -> st.SearchStrategy[Drawn]:
    return st.builds(lambda seed: draw_primitive(ALL, random.Random(seed)), st.integers(0, 10**6))


_WORDS = st.sampled_from(["cat", "dog", "see", "Ava", "walk", "mat", "on", "that", "x", "theme", "nmod"])
_NUMBERS = st.integers(0, 60)
_ROLES = st.sampled_from(["agent", "theme", "recipient", "ccomp", "xcomp"])


def cogs_forms() -> st.SearchStrategy[Form]:
    """Any form of COGS, of whatever sense."""
    variables = st.tuples(_NUMBERS)
    nouns = st.builds(Conjunct, st.tuples(_WORDS), variables)
    fillers = _NUMBERS | _WORDS.filter(lambda word: word != "x")
    roles = st.builds(Conjunct, st.tuples(_WORDS, _ROLES), st.tuples(_NUMBERS, fillers))
    relations = st.tuples(_WORDS, st.sampled_from(["nmod", "acl"]), _WORDS)
    modifiers = st.builds(Conjunct, relations, st.tuples(_NUMBERS, _NUMBERS))
    definite = st.builds(Conjunct, st.tuples(_WORDS), variables, st.just(True))
    definites = st.lists(definite, max_size=3).map(tuple)
    body = st.lists(nouns | roles | modifiers, min_size=1, max_size=6).map(tuple)
    forms = st.builds(Form, definites, body, st.booleans())
    return forms.filter(lambda form: not (form.opened and form.nouns))


def written(path: Path, count: int, seed: int = 0, alone: int = 3) -> Path:
    """A file of COGS: sentences of the grammar, then some words alone, each row once."""
    rows: dict[str, str] = {}
    number = seed * 10**6
    while len(rows) < count:
        number += 1
        drawn = sentence(number, None if number % 3 else CASES[number % len(CASES)])
        rows.setdefault(" ".join(drawn.words), f"{COGS.print(drawn.form)}\tin_distribution")
    for number in range(alone):
        drawn = draw_primitive(ALL, random.Random(number))
        rows.setdefault(drawn.words[0], f"{COGS.print(drawn.form)}\tprimitive")
    path.write_text("".join(f"{said}\t{rest}\n" for said, rest in rows.items()), encoding="utf-8")
    return path


def rows_of(path: Path) -> list[tuple[str, str, str]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [(parts[0], parts[1], parts[2]) for parts in (line.split("\t") for line in lines)]
