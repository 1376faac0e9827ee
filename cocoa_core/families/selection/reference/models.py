"""Defines the reference models: what each of them makes of a question."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from random import Random
from types import MappingProxyType
from typing import Final, TypeAlias

from attrs import frozen

from cocoa_core.families.selection.request_reader import Options, RequestReader, SumTerm
from cocoa_core.seeds import stream

PROVIDER: Final = "cocoa"
"""The prefix of the names of reference models: `cocoa/oracle`."""


@frozen
class Understood:
    """A question as a model that reads understands it."""

    options: Options
    terms: tuple[SumTerm, ...]


Met: TypeAlias = dict[str, list[bool]]
"""By letter: for each sum term whether the option meets it, as a model sees it."""
See: TypeAlias = Callable[[RequestReader, Understood, Random], Met]
"""Returns what a model makes of a question; the random stream is for a model that slips."""


@frozen
class ReferenceModel:
    """A reference model."""

    name: str
    about: str
    """What it does, in a few words."""
    see: See | None = None
    """None for the model that does not read."""
    whole: bool = False
    """Whether it considers the whole request, and relies on its own answers about single conditions."""
    slips: float = 0.0
    """How often it takes a sum term that an option does not meet for met, or the other way round."""
    line: bool = True
    """Whether reports get a line for it beside the models that ran, whenever the domain is available."""
    hears: str = "end"
    """The state of a revised conversation that it answers for: the final one ("end"), that before the last
    turn ("stale"), that after the first turn ("first"), or everything that was ever said at once ("ever").
    """


def drawing(model: ReferenceModel, seed: int, request: str, letters: Iterable[str]) -> Random:
    """Returns the random stream by which a model chooses where several letters are equally good to it; the
    question seeds it.

    Args:
        letters: of all options, in the order shown.
    """
    return stream("reference model", model.name, seed, request, *letters)


def _oracle(reader: RequestReader, read: Understood, draw: Random) -> Met:
    return {
        letter: [reader.meets(term, values) for term in read.terms] for letter, values in read.options.items()
    }


def _first_term(reader: RequestReader, read: Understood, draw: Random) -> Met:
    met = _oracle(reader, Understood(read.options, read.terms[:1]), draw)
    return {letter: [*terms, *[True] * (len(read.terms) - 1)] for letter, terms in met.items()}


def _last_term(reader: RequestReader, read: Understood, draw: Random) -> Met:
    met = _oracle(reader, Understood(read.options, read.terms[-1:]), draw)
    return {letter: [*[True] * (len(read.terms) - 1), *terms] for letter, terms in met.items()}


def _literals(reader: RequestReader, read: Understood, draw: Random) -> Met:
    counts = {
        letter: sum(reader.truth(literal, values) is True for term in read.terms for literal in term)
        for letter, values in read.options.items()
    }
    most = max(counts.values(), default=0)
    return {letter: [count == most] * len(read.terms) for letter, count in counts.items()}


def _slipping(rate: float) -> See:
    def see(reader: RequestReader, read: Understood, draw: Random) -> Met:
        met = _oracle(reader, read, draw)
        return {letter: [term != (draw.random() < rate) for term in terms] for letter, terms in met.items()}

    return see


def reference_model(name: str) -> ReferenceModel | None:
    """Returns one of REFERENCE_MODELS, or `slips-RATE` such as `slips-0.05`; None for other names."""
    base, _, rate = name.partition("-")
    if base == SLIPS and re.fullmatch(r"0?\.\d{1,6}|[01]", rate):
        return ReferenceModel(
            name,
            f"reads and works the answer out, but takes {float(rate):.2%} of what it checks for the opposite",
            _slipping(float(rate)),
            whole=True,
            slips=float(rate),
            line=False,
        )
    return REFERENCE_MODELS.get(name)


SLIPS: Final = "slips"
"""The name, before its rate, of a model that reads and solves, but slips: `slips-0.05`."""

REFERENCE_MODELS: Final[Mapping[str, ReferenceModel]] = MappingProxyType(
    {
        model.name: model
        for model in (
            ReferenceModel(
                "oracle", "reads request and options and works the answer out", _oracle, whole=True
            ),
            ReferenceModel("literals", "takes the option that satisfies most literals", _literals),
            ReferenceModel("first-term", "checks the first condition of the request only", _first_term),
            ReferenceModel(
                "last-term", "checks the last condition that was said only", _last_term, line=False
            ),
            ReferenceModel(
                "stale", "reads every turn but the last that revises", _oracle, line=False, hears="stale"
            ),
            ReferenceModel(
                "ignores-revisions", "reads the first turn alone", _oracle, line=False, hears="first"
            ),
            ReferenceModel(
                "accumulate", "takes everything ever said together", _oracle, line=False, hears="ever"
            ),
            ReferenceModel("random", "names a letter by chance"),
        )
    }
)
"""The models by name, from the one that reads best to the one that does not read."""
