"""Implements the graph-to-text family's part of every interface that all families have."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from attrs import field, frozen

from cocoa_core.answers import Score
from cocoa_core.errors import UsageError
from cocoa_core.families.graph_to_text.graphs import Edge
from cocoa_core.families.graph_to_text.metrics.bleu_meteor_rouge import item_metrics
from cocoa_core.families.graph_to_text.metrics.lemmas import coverage
from cocoa_core.families.graph_to_text.record import ASK, NAME, GraphItem
from cocoa_core.families.graph_to_text.replies import stated_sentence
from cocoa_core.families.graph_to_text.settings import DISTRIBUTIONS, GraphSettings
from cocoa_core.items import Conversation, Entry, Facet, Family, Format, ItemSource, Prompting
from cocoa_core.seeds import digest_of, seed_of
from cocoa_core.suggestions import not_among

if TYPE_CHECKING:
    from cocoa_core.families.graph_to_text.maker import GraphItemMaker
    from cocoa_core.items import Dataset

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


METRICS: Final = ("rouge_2", "rouge_l", "bleu_3", "bleu_4", "meteor_es", "cider_d", "spice")
"""The metrics of the paper besides Coverage, the score; some are of an answer, others of a log."""

_RECORD: Final = """`concepts`, the
`graph` between them (head, relation, tail), its `label` (the relation types) and `structure`,
`demonstrations`, and the `key`: sentences to compare with. In `distribution` id every demonstration has the
label, in ood none has it and together they cover it."""
_EVIDENCE: Final = """: label, structure,
distribution and cover of every item; the sentences in `key` are there to compare with and are not computed.
`domain/graphs.jsonl` holds the concept sets, and `manifest.json` its digest"""
_TERMS: Final = """ The concepts and sentences are
those of {name} {version}: the terms that they came with hold for them. Those of daily-life were written for
cocoa."""


@frozen
class GraphToText(Family[GraphItem]):
    """The graph-to-text family; `cocoa_core.items.Family` documents each part."""

    name: str = NAME
    about: str = "concepts and the graph between them: a sentence that says it"
    record: str = _RECORD
    evidence: str = _EVIDENCE
    terms: str = _TERMS
    categories: Sequence[str] = ("text-generation",)
    asks: Sequence[str] = (ASK,)
    figures: Sequence[str] = ("rouge_2", "rouge_l", "meteor_es")
    reader: str = "sentence-1"
    strategies: Mapping[str, str] = field(default=STRATEGIES, hash=False)

    def settings(self, given: Mapping[str, Any]) -> GraphSettings:
        return GraphSettings.of(**given)

    def source(self, name: str | Path | None) -> ItemSource:
        from cocoa_core.families.graph_to_text.source import source_of

        return source_of(name)

    def maker(self, source: ItemSource | None, settings: GraphSettings, seed: int) -> GraphItemMaker:
        from cocoa_core.families.graph_to_text.maker import GraphItemMaker
        from cocoa_core.families.graph_to_text.pool import GraphPool

        if source is None or not isinstance(source.origin, GraphPool):
            raise UsageError("this family makes items of concept sets alone", got=repr(source))
        return GraphItemMaker(source, source.origin, settings, seed)

    def read(self, line: str | bytes) -> GraphItem:
        item = GraphItem.read(line)
        if (item.family, item.ask) != (NAME, ASK):
            raise ValueError(f"the ask {item.ask} of the family {item.family}, not one of {NAME}")
        if (
            not isinstance(item.key, list)
            or not item.key
            or not all(isinstance(text, str) for text in item.key)
        ):
            raise ValueError("the key is no list of sentences")
        if item.distribution not in DISTRIBUTIONS[1:]:
            raise ValueError(f"the distribution {item.distribution}, not {' or '.join(DISTRIBUTIONS[1:])}")
        if not item.concepts or not item.graph:
            raise ValueError("an item without concepts, or without a graph between them")
        return item

    def entry(self, item: GraphItem) -> Entry:
        """Returns what is counted of an item, with fingerprints of the question and of the concepts."""
        provenance = item.provenance
        shown = sorted(demonstration.sample for demonstration in item.demonstrations)
        size = str(item.label.count("&") + 1)
        return Entry(
            index=provenance.index,
            number=int(bool(item.groups) and item.distribution == "ood"),
            attempt=provenance.attempt,
            side=provenance.side,
            cell=f"{size} relations",
            counted={
                "concepts": (str(len(item.concepts)),),
                "distribution": (item.distribution,),
                "relations": (size,),
                "structure": (item.structure or "none",),
            },
            rejections=provenance.rejections,
            fingerprint=seed_of("asked", item.distribution, item.sample, *shown),
            shared=seed_of("concepts", *sorted(item.concepts)),
        )

    def prompter(self, dataset: Dataset, how: Prompting) -> GraphPrompter:
        return prompter_of(how)

    def prompter_for(self, item: GraphItem, how: Prompting) -> GraphPrompter:
        return prompter_of(how)

    def score(self, item: GraphItem, replies: Sequence[str]) -> Score:
        """Scores the last reply by Coverage, the share of the concepts in its sentence, and other metrics."""
        sentence = stated_sentence(replies[-1] if replies else "")
        if not sentence:
            return Score(0.0, "unparsed", failure="unstated")
        value = coverage(item.concepts, sentence)
        metrics = item_metrics(sentence, item.key)
        return Score(value, "right" if value == 1.0 else "wrong", answer=sentence, metrics=metrics)

    def corpus(self, answered: Iterable[tuple[GraphItem, Sequence[str]]]) -> Mapping[str, float]:
        """Returns BLEU, CIDEr-D and, with its program, SPICE: in and out of distribution, and the gap."""
        from cocoa_core.families.graph_to_text.corpus_scores import corpus_figures

        return corpus_figures(answered)

    def facets(self, item: GraphItem) -> Mapping[str, Facet]:
        return {
            "distribution": item.distribution,
            "relations": item.label.count("&") + 1,
            "concepts": len(item.concepts),
            "structure": item.structure or "none",
            "order": str(item.provenance.settings.get("order", "")),
            "shots": len(item.demonstrations),
            "shown": str(item.provenance.settings.get("shown", "any")),
            "relation": tuple(item.label.split("&")),
        }

    def cluster(self, item: GraphItem) -> str:
        """Returns the concept set, which several items may share."""
        return item.sample.rpartition("-")[0]

    @property
    def exports(self) -> Mapping[str, Format]:
        form = Format(
            "lm-eval",
            "tasks for lm-evaluation-harness",
            "cocoa_core.families.graph_to_text.lm_eval:write",
            takes=("--strategy",),
        )
        return {form.name: form}


FAMILY: Final = GraphToText()
