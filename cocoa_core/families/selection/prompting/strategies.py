"""The four ways to ask, after GroundCocoa: at once, after a worked example (explained in full or in part), or
one condition at a time.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from attrs import frozen

from cocoa_core.errors import UsageError
from cocoa_core.suggestions import not_among


@frozen
class Strategy:
    """One way to ask."""

    name: str
    about: str
    """What it is in a few words, for help texts."""
    sections: Mapping[str, frozenset[str]]
    """The sections that a template has to have, and the placeholders that each of them must have."""
    example: str = ""
    """How much of a worked example is explained: `full` (all five options), `partial` (the right one and one
    wrong one), or "" where none is shown.
    """
    stepwise: bool = False
    """Whether the model is asked about one sum term a turn."""


_ASKED: Final = frozenset({"request", "options"})
_WITH_EXAMPLE: Final = MappingProxyType(
    {"question": _ASKED | {"example"}, "example": _ASKED | {"explanation", "answer"}}
)

STRATEGIES: Final[Mapping[str, Strategy]] = MappingProxyType(
    {
        strategy.name: strategy
        for strategy in (
            Strategy("direct", "the answer at once", MappingProxyType({"question": _ASKED})),
            Strategy("cot-full", "after a worked example of all five options", _WITH_EXAMPLE, example="full"),
            Strategy(
                "cot-partial",
                "after a worked example of one right and one wrong option",
                _WITH_EXAMPLE,
                example="partial",
            ),
            Strategy(
                "l2m",
                "least to most: one condition a turn, then the decision",
                MappingProxyType(
                    {"question": _ASKED, "condition": frozenset({"condition"}), "decision": frozenset()}
                ),
                stepwise=True,
            ),
        )
    }
)
"""The strategies by name. (H. Kohli et al., GroundCocoa, NAACL 2025, section 4; for l2m D. Zhou et al., ICLR
2023.)
"""


def strategy_named(name: str) -> Strategy:
    """Returns the strategy of this name.

    Raises:
        UsageError: the name is unknown.
    """
    result = STRATEGIES.get(name)
    if result is None:
        raise UsageError("there is no such strategy", **not_among(name, STRATEGIES))
    return result
