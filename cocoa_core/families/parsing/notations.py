"""The notations by name: the conversion from COGS to each, and from each to what is compared."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from attrs import frozen

from cocoa_core.errors import MismatchError
from cocoa_core.families.parsing.forms import (
    COGS,
    RECOGS,
    RECOGS_POS,
    RM_X,
    RM_X_P,
    RM_X_PC,
    VARIABLE_FREE,
    Linear,
    LinearText,
    Tree,
    recogs_of,
    renumbered,
    tree_of,
)
from cocoa_core.families.parsing.matching import FormComparison, match


@frozen
class Notation:
    """A notation that keys and predictions can be written in."""

    about: str
    """A description in a few words."""
    written: Callable[[Sequence[str], LinearText, random.Random], str]
    """Returns a COGS form in this notation, given the sentence's words; random numbers draw variables."""
    comparable: Callable[[Sequence[str], str], str]
    """Returns a text of this notation as a text that can be compared, given the words of the sentence: a form
    of ReCOGS, or a tree whose children are sorted. It raises FormError for a text that is no form, and
    MismatchError for one that is about other words.
    """


def _cogs(notation: Linear, about: str) -> Notation:
    def written(words: Sequence[str], form: LinearText, rng: random.Random) -> str:
        return notation.print(form)

    def comparable(words: Sequence[str], text: str) -> str:
        try:
            return RECOGS.print(recogs_of(words, notation.read(text)))
        except KeyError as error:
            raise MismatchError("names that stand in the sentence", str(error.args[0])) from error

    return Notation(about, written, comparable)


def _tree(words: Sequence[str], text: str) -> str:
    return VARIABLE_FREE.print(_sorted(VARIABLE_FREE.read(text)))


def _sorted(form: Any) -> Any:
    if not isinstance(form, Tree):
        return form
    below = [(label, _sorted(child)) for label, child in form.children]
    return Tree(
        form.predicate,
        form.definite,
        tuple(sorted(below, key=lambda subtree: (subtree[0], VARIABLE_FREE.print(subtree[1])))),
    )


NOTATIONS: Final[Mapping[str, Notation]] = MappingProxyType(
    {
        "cogs": _cogs(COGS, "as in COGS"),
        "rm-x": _cogs(RM_X, "COGS without `x _`"),
        "rm-x-p": _cogs(RM_X_P, "COGS without `x _` and brackets"),
        "rm-x-pc": _cogs(RM_X_PC, "COGS without `x _`, brackets and commas"),
        "recogs-pos": Notation(
            "ReCOGS with places as variables",
            lambda words, form, rng: RECOGS_POS.print(recogs_of(words, form)),
            lambda words, text: RECOGS.print(RECOGS.read(text)),
        ),
        "recogs": Notation(
            "ReCOGS: variables drawn",
            lambda words, form, rng: RECOGS.print(renumbered(recogs_of(words, form), rng)),
            lambda words, text: RECOGS.print(RECOGS.read(text)),
        ),
        "variable-free": Notation(
            "trees without variables",
            lambda words, form, rng: VARIABLE_FREE.print(tree_of(words, form)),
            _tree,
        ),
    }
)
"""By name, as settings and flags take it."""


def notation_of(name: str) -> Notation:
    """Returns the notation of this name.

    Raises:
        MismatchError: there is no such notation.
    """
    if name not in NOTATIONS:
        raise MismatchError(", ".join(NOTATIONS), name)
    return NOTATIONS[name]


def compared(name: str, words: Sequence[str], gold: str, predicted: str) -> FormComparison:
    """Returns whether a prediction means what the gold form does.

    Texts of ReCOGS are compared as they are. In the other notations a text that is no form matches nothing,
    and forms are compared after their conversion.

    Args:
        name: the notation of both texts.

    Raises:
        MismatchError: there is no such notation, or the gold form cannot be read; no prediction raises.
    """
    if name in ("recogs", "recogs-pos"):
        return match(gold, predicted)
    notation = notation_of(name)
    try:
        predicted_form = notation.comparable(words, " ".join(predicted.split()))
    except MismatchError:
        return FormComparison(False, False)
    gold_form = notation.comparable(words, gold)
    if name == "variable-free":
        return FormComparison(predicted_form == gold_form, predicted_form == gold_form)
    return match(gold_form, predicted_form)
