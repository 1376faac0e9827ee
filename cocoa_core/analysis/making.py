"""How the runs in some logs were made: settings, versions and times, as the logs' headers state them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from attrs import field, frozen

from cocoa_core.analysis.conditions import Condition, Names
from cocoa_core.analysis.visible_text import whole

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog

__all__ = ["LogOrigin", "Making", "RunKey", "makings", "origin_of"]

RunKey: TypeAlias = tuple[str, str, str]
"""Data set, model and strategy, by their names."""

_OURS: Final = "cocoa-exams"
_INSPECTS: Final = "inspect_ai"


@frozen
class LogOrigin:
    """What a log's header states of its making; "" where it does not say.

    domain, digest: of the data set's domain; begun: a time, as inspect writes it
    cocoa, inspect: the versions that asked the questions
    """

    domain: str
    digest: str
    begun: str
    cocoa: str
    inspect: str


@frozen
class Making:
    """How one run was made. logs: how its logs were, in the order in which they were begun."""

    condition: Condition
    logs: tuple[LogOrigin, ...] = field(repr=False)


def origin_of(log: EvalLog) -> LogOrigin:
    """What the header of a log states."""
    said, packages = log.eval.metadata or {}, log.eval.packages or {}
    return LogOrigin(
        domain=whole(str(said.get("domain") or "")),
        digest=whole(str(said.get("digest") or "")),
        begun=whole(str(log.eval.created)),
        cocoa=whole(str(packages.get(_OURS) or "")),
        inspect=whole(str(packages.get(_INSPECTS) or "")),
    )


def makings(
    logs: Sequence[tuple[Condition, LogOrigin]], called: Mapping[Condition, Names]
) -> Mapping[RunKey, Making]:
    """How each run was made. logs: what they state, in the order in which they were begun."""
    found: dict[RunKey, Making] = {}
    for condition, origin in logs:
        names = called[condition]
        key = (names.dataset, names.model, names.strategy)
        before = found[key].logs if key in found else ()
        found[key] = Making(condition, (*before, origin))
    return found
