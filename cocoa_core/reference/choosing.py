"""The reference models: which letters each of them could answer with, and how one is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Final, TypeAlias

from attrs import frozen

from cocoa_core.reference.request_reader import Options, RequestReader, SumTerm
from cocoa_core.seeds import stream

__all__ = ["PROVIDER", "REFERENCE_MODELS", "Choose", "ReferenceModel", "Understood", "drawing"]

PROVIDER: Final = "cocoa"
"""What stands before the name of a reference model: `cocoa/oracle`."""


@frozen
class Understood:
    """A question as a model that reads understands it."""

    options: Options
    terms: tuple[SumTerm, ...]


Choose: TypeAlias = Callable[[RequestReader, Understood], Sequence[str]]
"""Gives the letters that a model could answer with, each equally good to it; none where no option will do."""


@frozen
class ReferenceModel:
    """One reference model. choose: None for the one that does not read. about: in a few words."""

    name: str
    about: str
    choose: Choose | None = None


def drawing(model: ReferenceModel, seed: int, request: str, letters: Iterable[str]) -> Random:
    """What a model draws with where several letters are equally good to it: a seed made of the question.

    letters: of all options, in the order shown.
    """
    return stream("reference model", model.name, seed, request, *letters)


def _satisfying(reader: RequestReader, read: Understood, terms: Iterable[SumTerm]) -> list[str]:
    asked = tuple(terms)
    return [
        letter for letter, values in read.options.items() if all(reader.meets(term, values) for term in asked)
    ]


def _oracle(reader: RequestReader, read: Understood) -> Sequence[str]:
    return _satisfying(reader, read, read.terms)


def _first_term(reader: RequestReader, read: Understood) -> Sequence[str]:
    return _satisfying(reader, read, read.terms[:1])


def _literals(reader: RequestReader, read: Understood) -> Sequence[str]:
    counts = {
        letter: sum(reader.truth(one, values) is True for term in read.terms for one in term)
        for letter, values in read.options.items()
    }
    return [letter for letter, count in counts.items() if count == max(counts.values())]


REFERENCE_MODELS: Final[Mapping[str, ReferenceModel]] = MappingProxyType(
    {
        one.name: one
        for one in (
            ReferenceModel("oracle", "reads request and options and works the answer out", _oracle),
            ReferenceModel("literals", "takes the option that satisfies most literals", _literals),
            ReferenceModel("first-term", "checks the first condition of the request only", _first_term),
            ReferenceModel("random", "names a letter by chance"),
        )
    }
)
"""By name, from the one that reads best to the one that does not read."""
