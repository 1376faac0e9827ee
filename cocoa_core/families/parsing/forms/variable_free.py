"""Parses and prints the notation without variables: a tree that repeats nodes with several parents."""

from __future__ import annotations

from typing import Final, TypeAlias

from cocoa_core.families.parsing.forms.linear import RECOGS
from cocoa_core.families.parsing.forms.tokens import TokenCursor, read_abstraction, read_relation
from cocoa_core.families.parsing.forms.values import Abstraction, BareName, Tree

VariableFreeText: TypeAlias = Tree | BareName | Abstraction
_DEEPEST: Final = 200
"""Levels of brackets that are read."""


class VariableFree:
    """A parser and printer."""

    def read(self, text: str) -> VariableFreeText:
        """Parses a form.

        Raises:
            FormError: the text is no form, or is nested more than 200 deep.
        """
        tokens = TokenCursor(text)
        if tokens.peek() == "LAMBDA":
            return read_abstraction(tokens)
        tree = _node(tokens, 0)
        tokens.end()
        if tree.children or tree.definite:
            return tree
        return BareName(tree.predicate)

    def print(self, form: VariableFreeText) -> str:
        if isinstance(form, BareName):
            return form.name
        if isinstance(form, Abstraction):
            return RECOGS.print(form)
        node = f"* {form.predicate}" if form.definite else form.predicate
        if not form.children:
            return node
        return f"{node} ( {' , '.join(f'{label} = {self.print(child)}' for label, child in form.children)} )"


def _node(tokens: TokenCursor, depth: int) -> Tree:
    if depth > _DEEPEST:
        raise tokens.wrong(f"at most {_DEEPEST} levels")
    definite = tokens.accept("*")
    predicate = tokens.word("a noun, a verb or a name")
    children = []
    if tokens.accept("("):
        while True:
            label = " . ".join(read_relation(tokens, "a label"))
            tokens.expect("=")
            children.append((label, _node(tokens, depth + 1)))
            if not tokens.accept(","):
                break
        tokens.expect(")")
    return Tree(predicate, definite, tuple(children))


VARIABLE_FREE = VariableFree()
