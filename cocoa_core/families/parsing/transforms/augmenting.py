"""Augments training rows: a phrase moved to the front, fillers, participles (ReCOGS, section 4).

Where a sentence's words move, its variables move along: numbers follow the words, and conjuncts are sorted
again.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from attrs import evolve

from cocoa_core.families.parsing.forms import Conjunct, Form
from cocoa_core.families.parsing.forms.conversions import name_places
from cocoa_core.families.parsing.transforms.cogs_rows import CogsRow


def lowered(words: tuple[str, ...]) -> tuple[str, ...]:
    """Returns the words with the first in lower case if it is an article."""
    if words and words[0] in ("The", "A"):
        return (words[0].lower(), *words[1:])
    return words


def ordered(form: Form, words: tuple[str, ...]) -> Form:
    """Returns the form in COGS's order: nouns in front by variable; the body by first and second argument,
    nouns first.

    A name counts as the position of its word.
    """
    positions = name_places(words)

    def key(conjunct: Conjunct) -> list[int]:
        return [positions[arg] if isinstance(arg, str) else arg for arg in conjunct.args]

    nouns, body = (tuple(sorted(parts, key=key)) for parts in (form.nouns, form.body))
    return Form(nouns, body, form.opened)


_REGULAR: Final = """
add afford aid allow announce answer appreciate approach ask assist attach attract avoid bake beat bite
block boil borrow break build burn call carry catch chase check choose clean climb close collect confirm
consider cook count cover crush deliver dent describe discover double draw drag drive drop dust eat enjoy
examine expect explain fear find float follow forward freeze give grip grow hand help hit hold hug hunt
improve inflate juggle jump keep lend like lock love mail mention move need note observe offer open order
paint pass pierce pick plan poke post prefer prove push read recognize rent return ring roll sell send
serve shake shatter shorten show sketch slide smash snap split squeeze stab stretch study support teach
throw toss touch trust use value visit wake watch wash welcome wipe write
"""
_DOUBLED: Final = frozenset(
    {"drag", "drop", "grip", "hit", "hug", "plan", "prefer", "run", "snap", "split", "stab"}
)
"""Verbs that double their last letter."""


def _participle(verb: str) -> str:
    if verb in _DOUBLED:
        return f"{verb}{verb[-1]}ing"
    return f"{verb[:-1]}ing" if verb.endswith("e") and not verb.endswith("ee") else f"{verb}ing"


PARTICIPLES: Final[Mapping[str, str]] = MappingProxyType(
    {verb: _participle(verb) for verb in _REGULAR.split()}
)
"""The participle of each verb; 133 verbs, so that the draw has as many choices as with the published list."""
_SHARE: Final = 0.05
"""The share of rows that get a phrase in front, and of rows that get fillers."""
_PARTICIPLE_SHARE: Final = 0.15
_FILLER: Final = "um"


def with_preposing(rows: Iterable[CogsRow], rng: random.Random) -> Iterator[CogsRow]:
    """Yields the rows; in 5 % of those with a prepositional phrase, the noun phrase of the first of them
    moves to the front.

    Rows whose phrases do not follow one another stay unchanged; COGS has none of them.
    """
    for row in rows:
        form = row.form
        if not isinstance(form, Form):
            yield row
            continue
        modifiers = [conjunct for conjunct in form.body if conjunct.path[1:2] == ("nmod",)]
        if not modifiers or rng.random() >= _SHARE:
            yield row
            continue
        yield _preposed(row, form, modifiers)


def _preposed(row: CogsRow, form: Form, modifiers: Sequence[Conjunct]) -> CogsRow:
    words, word, phrases = row.words, modifiers[0].path[2], len(modifiers)
    preposition_index = words.index(word) if word in words else -1
    start, stop = preposition_index - 2, preposition_index + 3 * phrases
    window = words[start:stop] if start >= 0 else ()
    if len(window) != 2 + 3 * phrases or any(
        window[2 + 3 * place] != modifier.path[2] for place, modifier in enumerate(modifiers)
    ):
        return row
    head = window[0][0].upper() + window[0][1:]
    changed = (head, *window[1:], *lowered(words[:start]), *words[stop:])

    def place(number: int) -> int:
        if start <= number < stop:
            return number - start
        return number + len(window) if number < start else number

    return CogsRow(changed, ordered(form.moved(place), changed), f"preposing_{phrases}", row.line)


def with_fillers(
    rows: Iterable[CogsRow], rng: random.Random, label: Callable[[str], str]
) -> Iterator[CogsRow]:
    """Yields the rows; 5 % of them get `um` between their words, one to three times at half of the positions.

    Args:
        label: gives the category of a row with fillers from the one before. By chance such a row may get no
            filler.
    """
    for row in rows:
        if rng.random() >= _SHARE:
            yield row
            continue
        words: list[str] = []
        positions: list[int] = []
        last = len(row.words) - 2
        for number, word in enumerate(row.words):
            positions.append(len(words))
            words.append(word)
            if 0 < number < last and rng.random() > 0.5:
                words.extend([_FILLER] * rng.choice([1, 2, 3]))
        form = row.form.moved(positions.__getitem__) if isinstance(row.form, Form) else row.form
        yield CogsRow(tuple(words), form, label(row.category), row.line)


def nouns_of(rows: Iterable[CogsRow]) -> tuple[str, ...]:
    """Returns the nouns of the forms of sentences, in alphabetical order."""
    nouns: set[str] = set()
    for row in rows:
        if isinstance(row.form, Form):
            nouns.update(noun.path[0] for noun in _nouns(row.form))
    return tuple(sorted(nouns))


def with_participles(
    rows: Iterable[CogsRow], rng: random.Random, nouns: Sequence[str], relation: str = "acl"
) -> Iterator[CogsRow]:
    """Yields the rows; 15 % of those that begin with an article get a clause such as `painting the boat` at
    one noun.

    The verbs are cocoa's own, as many as in the published list.

    Args:
        relation: the relation of the clause to its noun; the paper's easy version has `nmod`.
    """
    for row in rows:
        form = row.form
        if not isinstance(form, Form) or row.words[0] not in ("A", "The"):
            yield row
            continue
        themes = [conjunct.args[1] for conjunct in form.body if conjunct.path[1:] == ("theme",)]
        theme = themes[-1] if themes else None
        if isinstance(theme, str) or rng.random() >= _PARTICIPLE_SHARE:
            yield row
            continue
        subject = theme is None or rng.random() < 0.5
        clauses = [_clause(rng, nouns)]
        if rng.random() < 0.5:
            clauses.append(_clause(rng, nouns))
        yield _modified(row, form, None if subject else theme, clauses, relation)


def _modified(
    row: CogsRow, form: Form, theme: int | None, clauses: Sequence[tuple[str, str, str]], relation: str
) -> CogsRow:
    """Returns the row with clauses at the noun at `theme`; None for the noun of the subject."""
    anchor = 1 if theme is None else theme
    inserted: list[str] = []
    for verb, noun, article in clauses:
        inserted += [PARTICIPLES[verb], article, noun]
    words = (*row.words[: anchor + 1], *inserted, *row.words[anchor + 1 :])
    shifted = form.moved(lambda number: number + len(inserted) if number > anchor else number)
    definites, body = list(shifted.nouns), list(shifted.body)
    head, head_noun = anchor, _noun_at(shifted, anchor, row.words)
    for number, (verb, noun, article) in enumerate(clauses, start=1):
        position = anchor + 3 * number
        (definites if article == "the" else body).append(Conjunct((noun,), (position,), article == "the"))
        body.append(Conjunct((head_noun, relation, verb), (head, position)))
        head, head_noun = position, noun
    category = f"{'subj' if theme is None else 'obj'}_participle_verb_phrase{'_nested' * (len(clauses) > 1)}"
    changed = evolve(shifted, nouns=tuple(definites), body=tuple(body))
    return CogsRow(words, ordered(changed, words), category, row.line)


def _clause(rng: random.Random, nouns: Sequence[str]) -> tuple[str, str, str]:
    verb, noun = rng.choice(tuple(PARTICIPLES)), rng.choice(nouns)
    return verb, noun, "a" if rng.random() < 0.5 else "the"


def _noun_at(form: Form, position: int, words: tuple[str, ...]) -> str:
    return next((noun.path[0] for noun in _nouns(form) if noun.variable == position), words[position].lower())


def _nouns(form: Form) -> tuple[Conjunct, ...]:
    return (*form.nouns, *(conjunct for conjunct in form.body if len(conjunct.args) == 1))
