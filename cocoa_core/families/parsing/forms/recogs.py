"""Parses and prints ReCOGS and ReCOGS_pos, where variables are positions and entities ascend."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from cocoa_core.families.parsing.forms.tokens import TokenCursor, print_abstraction, read_abstraction
from cocoa_core.families.parsing.forms.trees import (
    ROLES,
    Abstraction,
    EventTerm,
    Modifier,
    NounTerm,
    RecogsForm,
    RoleTerm,
)

RecogsText: TypeAlias = RecogsForm | Abstraction


@frozen
class Recogs:
    """A parser and printer."""

    ascending: bool = False
    """Whether the variables of entities have to ascend, as positions do."""

    def read(self, text: str) -> RecogsText:
        tokens = TokenCursor(text)
        if tokens.peek() == "LAMBDA":
            return read_abstraction(tokens)
        entities: list[NounTerm] = []
        body: list[EventTerm | RoleTerm | Modifier] = []
        while True:
            part = self._part(tokens)
            if not body and tokens.accept(";"):
                entities.append(self._entity(part, entities, tokens))
                continue
            body.append(_of_body(part, tokens))
            if not tokens.accept("AND"):
                break
        tokens.end()
        return RecogsForm(tuple(entities), tuple(body))

    def _part(self, tokens: TokenCursor) -> NounTerm | EventTerm | RoleTerm | Modifier:
        definite = tokens.accept("*")
        predicate = tokens.word("a noun, a verb or a role")
        if predicate in ("nmod", "acl") and tokens.accept("."):
            word = tokens.word("a preposition" if predicate == "nmod" else "a verb")
            head, other = _pair(tokens)
            return Modifier("", predicate, word, head, other)
        if predicate in ROLES:
            event, filler = _pair(tokens)
            return RoleTerm("", predicate, event, filler)
        tokens.expect("(")
        variable = tokens.number()
        tokens.expect(")")
        return NounTerm(predicate, variable, True) if definite else EventTerm(predicate, variable)

    def _entity(
        self, part: NounTerm | EventTerm | RoleTerm | Modifier, earlier: list[NounTerm], tokens: TokenCursor
    ) -> NounTerm:
        tokens.at -= 1  # at the `;` that told what the part is, for the column of an error
        if isinstance(part, EventTerm):
            part = NounTerm(part.verb, part.variable)
        if not isinstance(part, NounTerm):
            raise tokens.wrong("AND after a role or a modifier")
        if self.ascending and earlier and earlier[-1].variable >= part.variable:
            raise tokens.wrong(f"a number above {earlier[-1].variable} before it, since places ascend")
        tokens.at += 1
        return part

    def print(self, form: RecogsText) -> str:
        if isinstance(form, Abstraction):
            return print_abstraction(form)
        parts = [
            f"{'* ' * entity.definite}{entity.predicate} ( {entity.variable} )" for entity in form.entities
        ]
        return " ; ".join([*parts, " AND ".join(map(_print_conjunct, form.body))])


def _pair(tokens: TokenCursor) -> tuple[int, int]:
    tokens.expect("(")
    first = tokens.number()
    tokens.expect(",")
    second = tokens.number()
    tokens.expect(")")
    return first, second


def _of_body(
    part: NounTerm | EventTerm | RoleTerm | Modifier, tokens: TokenCursor
) -> EventTerm | RoleTerm | Modifier:
    if isinstance(part, NounTerm):
        raise tokens.wrong("`;` after a definite noun")
    return part


def _print_conjunct(conjunct: EventTerm | RoleTerm | Modifier) -> str:
    if isinstance(conjunct, EventTerm):
        return f"{conjunct.verb} ( {conjunct.variable} )"
    if isinstance(conjunct, RoleTerm):
        return f"{conjunct.role} ( {conjunct.event} , {conjunct.filler} )"
    return f"{conjunct.relation} . {conjunct.word} ( {conjunct.head} , {conjunct.other} )"


RECOGS = Recogs()
RECOGS_POS = Recogs(ascending=True)
