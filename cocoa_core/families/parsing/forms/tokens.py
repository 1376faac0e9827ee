"""Reads the tokens of a form from left to right; errors give the column.

The forms of single words look alike in all notations, and are read here: `LAMBDA a . shark ( a )`.
"""

from __future__ import annotations

from typing import Final

from cocoa_core.errors import MismatchError, one_line
from cocoa_core.families.parsing.forms.values import MODIFIERS, ROLES, Abstraction, Conjunct

_RESERVED: Final = frozenset({"AND", "LAMBDA"})
_LARGEST: Final = 6
"""Digits of a variable."""


class FormError(MismatchError):
    """Raised for a text that is no form of the notation.

    Its `column` is where the text goes wrong, in characters from 1.
    """

    def __init__(self, expected: str, got: str, column: int) -> None:
        super().__init__(expected, got)
        self.column = column

    def __reduce__(self) -> tuple[object, ...]:
        return FormError, (self.expected, self.got, self.column)


def is_word(token: str) -> bool:
    """Returns whether a token can be a predicate or a name."""
    return token.isalpha() and token not in _RESERVED


class TokenCursor:
    """A cursor over the tokens of a text, which are separated by single blanks."""

    def __init__(self, text: str) -> None:
        self.all = text.split(" ")
        self.at = 0

    def peek(self, ahead: int = 0) -> str:
        """Returns the token at a distance from the cursor; empty after the last."""
        index = self.at + ahead
        return self.all[index] if index < len(self.all) else ""

    def accept(self, token: str) -> bool:
        """Takes the token if it is next, and returns whether it was."""
        if self.peek() != token:
            return False
        self.at += 1
        return True

    def expect(self, token: str) -> None:
        """Takes this token.

        Raises:
            FormError: another token is next.
        """
        if not self.accept(token):
            raise self.wrong(f"`{token}`")

    def word(self, expected: str) -> str:
        """Takes a word and returns it.

        Args:
            expected: what the error calls it where there is none.

        Raises:
            FormError: no word is next.
        """
        token = self.peek()
        if not is_word(token):
            raise self.wrong(expected)
        self.at += 1
        return token

    def number(self) -> int:
        """Takes a variable's number, written without leading zeros, and returns it.

        Raises:
            FormError: no such number is next.
        """
        token = self.peek()
        plain = token.isascii() and token.isdigit() and len(token) <= _LARGEST
        if not plain or (token[0] == "0" and token != "0"):
            raise self.wrong("the number of a variable")
        self.at += 1
        return int(token)

    def end(self) -> None:
        """Checks that no token is left.

        Raises:
            FormError: a token is left.
        """
        if self.at < len(self.all):
            raise self.wrong("the end of the form")

    def wrong(self, expected: str) -> FormError:
        """Returns the error for a token at the cursor that is not what was expected."""
        column = sum(len(token) + 1 for token in self.all[: self.at]) + 1
        actual = self.peek()
        if not actual:
            actual = "two blanks, or one at the end" if self.at < len(self.all) else "the end of the form"
            return FormError(expected, actual, column)
        return FormError(expected, f"`{one_line(actual)}`", column)


def read_relation(tokens: TokenCursor, expected: str) -> tuple[str, ...]:
    """Takes a role, or the relation and the word of a modifier, and returns them.

    Args:
        expected: what the error calls it where there is neither.

    Raises:
        FormError: neither is next.
    """
    relation = tokens.peek()
    if relation not in (*ROLES, *MODIFIERS):
        raise tokens.wrong(f"{expected}: {', '.join((*ROLES, *MODIFIERS))}")
    tokens.at += 1
    if relation in ROLES:
        return (relation,)
    tokens.expect(".")
    return relation, tokens.word("a preposition" if relation == "nmod" else "a verb")


def read_abstraction(tokens: TokenCursor, *, brackets: bool = True, commas: bool = True) -> Abstraction:
    """Parses the form of a single word, from `LAMBDA` to the end.

    Args:
        brackets, commas: whether arguments stand in brackets, with commas between.

    Raises:
        FormError: the text is no such form.
    """
    letters: list[str] = []
    while tokens.accept("LAMBDA"):
        letters.append(_letter(tokens))
        tokens.expect(".")
    body: list[Conjunct] = []
    while not body or tokens.accept("AND"):
        body.append(_abstract(tokens, letters, brackets, commas))
    tokens.end()
    return Abstraction(tuple(letters), tuple(body))


def _abstract(tokens: TokenCursor, letters: list[str], brackets: bool, commas: bool) -> Conjunct:
    path: tuple[str, ...] = (tokens.word("a predicate"),)
    if tokens.accept("."):
        if tokens.peek() not in ROLES:
            raise tokens.wrong(f"a role: {', '.join(ROLES)}")
        path += (tokens.word("a role"),)
    if brackets:
        tokens.expect("(")
    arguments = [_bound(tokens, letters)]
    while tokens.accept(",") if commas else tokens.peek() not in ("", "AND", ")"):
        arguments.append(_bound(tokens, letters))
    if brackets:
        tokens.expect(")")
    return Conjunct(path, tuple(arguments))


def _letter(tokens: TokenCursor) -> str:
    if len(tokens.peek()) != 1:
        raise tokens.wrong("a letter")
    return tokens.word("a letter")


def _bound(tokens: TokenCursor, letters: list[str]) -> str:
    if tokens.peek() not in letters:
        raise tokens.wrong(f"a letter after LAMBDA: {', '.join(letters)}")
    return tokens.word("a letter")
