"""Parses and prints the forms of single words, which look alike in all notations: `LAMBDA a . shark ( a
)`.
"""

from __future__ import annotations

from cocoa_core.families.parsing.forms.tokens import TokenCursor
from cocoa_core.families.parsing.forms.trees import ROLES, Abstract, Abstraction


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
    body = [_abstract(tokens, letters, brackets, commas)]
    while tokens.accept("AND"):
        body.append(_abstract(tokens, letters, brackets, commas))
    tokens.end()
    return Abstraction(tuple(letters), tuple(body))


def _abstract(tokens: TokenCursor, letters: list[str], brackets: bool, commas: bool) -> Abstract:
    predicate, role = tokens.word("a predicate"), ""
    if tokens.accept("."):
        if tokens.peek() not in ROLES:
            raise tokens.wrong(f"a role: {', '.join(ROLES)}")
        role = tokens.word("a role")
    if brackets:
        tokens.expect("(")
    arguments = [_bound(tokens, letters)]
    while tokens.accept(",") if commas else tokens.peek() not in ("", "AND", ")"):
        arguments.append(_bound(tokens, letters))
    if brackets:
        tokens.expect(")")
    return Abstract(predicate, role, tuple(arguments))


def _letter(tokens: TokenCursor) -> str:
    if len(tokens.peek()) != 1:
        raise tokens.wrong("a letter")
    return tokens.word("a letter")


def _bound(tokens: TokenCursor, letters: list[str]) -> str:
    if tokens.peek() not in letters:
        raise tokens.wrong(f"a letter after LAMBDA: {', '.join(letters)}")
    return tokens.word("a letter")


def print_abstraction(form: Abstraction, *, brackets: bool = True, commas: bool = True) -> str:
    """Returns the text of a form; `read_abstraction` returns the same form."""
    comma, begin, end = " , " if commas else " ", "( " if brackets else "", " )" if brackets else ""
    body = (
        f"{conjunct.predicate}{f' . {conjunct.role}' if conjunct.role else ''} "
        f"{begin}{comma.join(conjunct.arguments)}{end}"
        for conjunct in form.body
    )
    return "".join(f"LAMBDA {letter} . " for letter in form.letters) + " AND ".join(body)
