"""Writes messages for a model: solved cases and the one that is asked, in one of two layouts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Protocol

from attrs import frozen

from cocoa_core.errors import UsageError
from cocoa_core.families.graph_to_text.graphs import Edge
from cocoa_core.families.graph_to_text.record import GraphItem
from cocoa_core.items import Conversation, Prompting
from cocoa_core.seeds import digest_of
from cocoa_core.suggestions import not_among

_TASK: Final = (
    "Write one natural sentence that has all of the concepts and says what the graph between them says."
)


class _Case(Protocol):
    @property
    def concepts(self) -> Sequence[str]: ...

    @property
    def graph(self) -> Sequence[Edge]: ...


@frozen
class _Layout:
    """A layout of messages."""

    about: str
    """A description in a few words."""
    task: str
    case: Callable[[_Case], str]
    """Returns everything of a case but its sentence, which follows it."""
    between: str
    """Stands between two cases."""


def _as_in_the_paper(case: _Case) -> str:
    graph = ", ".join(f"<H> {head} <R> {relation} <T> {tail}" for head, relation, tail in case.graph)
    concepts = ", ".join(case.concepts)
    return f"concepts: {concepts}\ncommonsense reasoning graph: {graph}\nsentence:"


def _as_in_its_code(case: _Case) -> str:
    graph = "".join(f"{head} - {relation} - {tail}, " for head, relation, tail in case.graph)
    return f"### concepts: {', '.join(case.concepts)}\n ### graph: {graph}\n ### sentence:"


_LAYOUTS: Final[Mapping[str, _Layout]] = {
    "direct": _Layout("the layout that the paper prints", f"{_TASK}\n\n", _as_in_the_paper, "\n\n"),
    "code": _Layout("the layout of the paper's code", f"{_TASK}\n ", _as_in_its_code, "; "),
}
STRATEGIES: Final = {name: layout.about for name, layout in _LAYOUTS.items()}


def prompter_of(how: Prompting) -> GraphPrompter:
    """Returns the prompter of a strategy.

    Raises:
        UsageError: the strategy is unknown, or a template is given.
    """
    if how.strategy not in _LAYOUTS:
        raise UsageError("there is no such strategy", **not_among(how.strategy, _LAYOUTS, " or "))
    if how.prompt is not None:
        raise UsageError(
            "this family has two layouts and no templates",
            got=str(how.prompt),
            fix=f"leave out --prompt; --strategy is {' or '.join(_LAYOUTS)}",
        )
    return GraphPrompter(_LAYOUTS[how.strategy], digest_of(how.strategy, _TASK, "1").hex()[:16])


@frozen(eq=False)
class GraphPrompter:
    """Fills a layout with items."""

    layout: _Layout
    digest: str

    def conversation(self, item: GraphItem) -> Conversation:
        layout = self.layout
        solved = "".join(
            f"{layout.case(demonstration)} {demonstration.sentence}{layout.between}"
            for demonstration in item.demonstrations
        )
        return Conversation("", f"{layout.task}{solved}{layout.case(item)}")

    def replies(self, item: GraphItem) -> tuple[str, ...]:
        return (str(item.key[0]),)
