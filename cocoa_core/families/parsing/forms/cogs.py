"""Parses and prints COGS's notation, and the three shorter ones that leave out tokens without loss."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from cocoa_core.families.parsing.forms.tokens import TokenCursor, is_word, print_abstraction, read_abstraction
from cocoa_core.families.parsing.forms.trees import (
    ROLES,
    Abstraction,
    BareName,
    CogsForm,
    Modifier,
    NounTerm,
    RoleTerm,
)

CogsText: TypeAlias = CogsForm | BareName | Abstraction


@frozen
class Cogs:
    """A parser and printer of COGS or of one of the shorter notations."""

    marks: bool = True
    """Whether `x _` stands before a number."""
    brackets: bool = True
    commas: bool = True
    """`brackets` and `commas`: whether arguments stand in brackets, with commas between them."""

    def read(self, text: str) -> CogsText:
        tokens = TokenCursor(text)
        if tokens.peek() == "LAMBDA":
            return read_abstraction(tokens, brackets=self.brackets, commas=self.commas)
        if len(tokens.all) == 1:
            return BareName(tokens.word("a name or a form"))
        definites: list[NounTerm] = []
        while tokens.accept("*"):
            definites.append(self._noun(tokens, definite=True))
            tokens.expect(";")
        opened = not definites and tokens.all[:2] == ["", ";"]
        tokens.at += 2 * opened
        body = [self._conjunct(tokens)]
        while tokens.accept("AND"):
            body.append(self._conjunct(tokens))
        tokens.end()
        return CogsForm(tuple(definites), tuple(body), opened)

    def _conjunct(self, tokens: TokenCursor) -> NounTerm | RoleTerm | Modifier:
        if tokens.peek(1) != ".":
            return self._noun(tokens, definite=False)
        predicate = tokens.word("a noun or a verb")
        tokens.expect(".")
        relation = tokens.peek()
        if relation in ("nmod", "acl"):
            tokens.at += 1
            tokens.expect(".")
            word = tokens.word("a preposition" if relation == "nmod" else "a verb")
            self._open(tokens)
            head = self._variable(tokens)
            self._comma(tokens)
            other = self._variable(tokens)
            self._close(tokens)
            return Modifier(predicate, relation, word, head, other)
        if relation not in ROLES:
            raise tokens.wrong(f"a role: {', '.join((*ROLES, 'nmod', 'acl'))}")
        tokens.at += 1
        self._open(tokens)
        event = self._variable(tokens)
        self._comma(tokens)
        filler = self._filler(tokens)
        self._close(tokens)
        return RoleTerm(predicate, relation, event, filler)

    def _noun(self, tokens: TokenCursor, *, definite: bool) -> NounTerm:
        predicate = tokens.word("a noun or a verb")
        self._open(tokens)
        variable = self._variable(tokens)
        self._close(tokens)
        return NounTerm(predicate, variable, definite)

    def _filler(self, tokens: TokenCursor) -> int | str:
        name = is_word(tokens.peek()) and not (self.marks and tokens.peek(1) == "_")
        return tokens.word("a name") if name else self._variable(tokens)

    def _variable(self, tokens: TokenCursor) -> int:
        if self.marks:
            tokens.expect("x")
            tokens.expect("_")
        return tokens.number()

    def _open(self, tokens: TokenCursor) -> None:
        if self.brackets:
            tokens.expect("(")

    def _comma(self, tokens: TokenCursor) -> None:
        if self.commas:
            tokens.expect(",")

    def _close(self, tokens: TokenCursor) -> None:
        if self.brackets:
            tokens.expect(")")

    def print(self, form: CogsText) -> str:
        if isinstance(form, BareName):
            return form.name
        if isinstance(form, Abstraction):
            return print_abstraction(form, brackets=self.brackets, commas=self.commas)
        mark = "x _ " if self.marks else ""
        begin, end = ("( ", " )") if self.brackets else ("", "")
        between = " , " if self.commas else " "
        parts = [
            f"* {definite.predicate} {begin}{mark}{definite.variable}{end}" for definite in form.definites
        ]
        body = []
        for conjunct in form.body:
            if isinstance(conjunct, NounTerm):
                body.append(f"{conjunct.predicate} {begin}{mark}{conjunct.variable}{end}")
            elif isinstance(conjunct, RoleTerm):
                filler = conjunct.filler if isinstance(conjunct.filler, str) else f"{mark}{conjunct.filler}"
                body.append(
                    f"{conjunct.verb} . {conjunct.role} {begin}{mark}{conjunct.event}{between}{filler}{end}"
                )
            else:
                pair = f"{mark}{conjunct.head}{between}{mark}{conjunct.other}"
                body.append(f"{conjunct.noun} . {conjunct.relation} . {conjunct.word} {begin}{pair}{end}")
        body_text = " AND ".join(body)
        if form.opened and not parts:
            return f" ; {body_text}"
        return " ; ".join([*parts, body_text])


COGS = Cogs()
RM_X = Cogs(marks=False)
RM_X_P = Cogs(marks=False, brackets=False)
RM_X_PC = Cogs(marks=False, brackets=False, commas=False)
"""The three are without `x _`; also without brackets; also without commas."""
