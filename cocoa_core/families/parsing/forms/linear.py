"""Parses and prints the notations that write a form as a row of conjuncts: COGS, the three shorter ones that
leave out tokens without loss, and ReCOGS.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from attrs import frozen

from cocoa_core.families.parsing.forms.tokens import TokenCursor, is_word, read_abstraction, read_relation
from cocoa_core.families.parsing.forms.values import MODIFIERS, ROLES, Abstraction, BareName, Conjunct, Form

LinearText: TypeAlias = Form | BareName | Abstraction
"""What such a notation writes; ReCOGS has no bare names."""


@frozen
class Linear:
    """A parser and printer of one of these notations."""

    marks: bool = True
    """Whether `x _` stands before a number."""
    brackets: bool = True
    commas: bool = True
    """`brackets` and `commas`: whether arguments stand in brackets, with commas between them."""
    events: bool = False
    """Whether verbs have conjuncts of their own and nouns stand in front, as in ReCOGS."""
    ascending: bool = False
    """Whether the variables of the nouns in front have to ascend, as places of words do."""

    def read(self, text: str) -> LinearText:
        """Parses a form.

        Raises:
            FormError: the text is no form of the notation.
        """
        tokens = TokenCursor(text)
        if tokens.peek() == "LAMBDA":
            return read_abstraction(tokens, brackets=self.brackets, commas=self.commas)
        if len(tokens.all) == 1 and not self.events:
            return BareName(tokens.word("a name or a form"))
        # a text that begins with " ;" has an empty first token, see `Form.opened`
        opened = not self.events and tokens.all[:2] == ["", ";"]
        tokens.at += 2 * opened
        nouns: list[Conjunct] = []
        body: list[Conjunct] = []
        while not body or tokens.accept("AND"):
            may_be_definite = self.events or not (body or opened)
            conjunct = self._conjunct(tokens, may_be_definite and tokens.accept("*"))
            if not body and tokens.peek() == ";" and (self.events or conjunct.definite):
                self._check_noun(conjunct, nouns, tokens)
                tokens.expect(";")
                nouns.append(conjunct)
            elif conjunct.definite:
                raise tokens.wrong("`;` after a definite noun" if self.events else "`;`")
            else:
                body.append(conjunct)
        tokens.end()
        return Form(tuple(nouns), tuple(body), opened)

    def _check_noun(self, conjunct: Conjunct, earlier: Sequence[Conjunct], tokens: TokenCursor) -> None:
        """Raises FormError, at the `;` that tells that the conjunct is a noun, if it cannot be one here."""
        if len(conjunct.args) > 1:
            raise tokens.wrong("AND after a role or a modifier")
        if self.ascending and earlier and earlier[-1].variable >= conjunct.variable:
            raise tokens.wrong(f"a number above {earlier[-1].variable} before it, since places ascend")

    def _conjunct(self, tokens: TokenCursor, definite: bool) -> Conjunct:
        expected = "a noun, a verb or a role" if self.events else "a noun or a verb"
        path: tuple[str, ...] = (tokens.word(expected),)
        if self.events:
            if path[0] in MODIFIERS and tokens.peek() == ".":
                tokens.at -= 1
                path = read_relation(tokens, "a role")
            pair = len(path) > 1 or path[0] in ROLES
        else:
            if not definite and tokens.accept("."):
                path += read_relation(tokens, "a role")
            pair = len(path) > 1
        if self.brackets:
            tokens.expect("(")
        args: list[int | str] = [self._variable(tokens)]
        if pair:
            if self.commas:
                tokens.expect(",")
            names = not self.events and len(path) == 2
            args.append(self._filler(tokens) if names else self._variable(tokens))
        if self.brackets:
            tokens.expect(")")
        return Conjunct(path, tuple(args), definite)

    def _filler(self, tokens: TokenCursor) -> int | str:
        is_name = is_word(tokens.peek()) and not (self.marks and tokens.peek(1) == "_")
        return tokens.word("a name") if is_name else self._variable(tokens)

    def _variable(self, tokens: TokenCursor) -> int:
        if self.marks:
            tokens.expect("x")
            tokens.expect("_")
        return tokens.number()

    def print(self, form: LinearText) -> str:
        """Returns the text of a form; `read` returns the same form."""
        if isinstance(form, BareName):
            return form.name
        body = " AND ".join(map(self._text, form.body))
        if isinstance(form, Abstraction):
            return "".join(f"LAMBDA {letter} . " for letter in form.letters) + body
        nouns = [""] if form.opened and not form.nouns else map(self._text, form.nouns)
        return " ; ".join([*nouns, body])

    def _text(self, conjunct: Conjunct) -> str:
        mark = "x _ " if self.marks else ""
        args = [arg if isinstance(arg, str) else f"{mark}{arg}" for arg in conjunct.args]
        text = (" , " if self.commas else " ").join(args)
        predicates = " . ".join(conjunct.path)
        return f"{'* ' * conjunct.definite}{predicates} {f'( {text} )' if self.brackets else text}"


COGS = Linear()
RM_X = Linear(marks=False)
RM_X_P = Linear(marks=False, brackets=False)
RM_X_PC = Linear(marks=False, brackets=False, commas=False)
"""`RM_X` leaves out `x _`, `RM_X_P` the brackets as well, and `RM_X_PC` also the commas."""
RECOGS = Linear(marks=False, events=True)
RECOGS_POS = Linear(marks=False, events=True, ascending=True)
"""ReCOGS with places of words as variables."""
