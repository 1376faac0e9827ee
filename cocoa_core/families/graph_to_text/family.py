"""The family as commands use it; see `cocoa_core.items.Family` for what each part is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from attrs import field, frozen

from cocoa_core.answers import Score
from cocoa_core.errors import UsageError
from cocoa_core.families.graph_to_text.metrics.lemmas import coverage
from cocoa_core.families.graph_to_text.metrics.libraries import item_metrics
from cocoa_core.families.graph_to_text.prompting import STRATEGIES, prompter_of
from cocoa_core.families.graph_to_text.record import ASK, NAME, GraphItem
from cocoa_core.families.graph_to_text.replies import stated_sentence
from cocoa_core.families.graph_to_text.settings import DISTRIBUTIONS, Settings
from cocoa_core.items import Entry, Facet, Prompting, Source
from cocoa_core.seeds import seed_of

if TYPE_CHECKING:
    from cocoa_core.families.graph_to_text.maker import Maker
    from cocoa_core.families.graph_to_text.prompting import Prompter
    from cocoa_core.items import Dataset, Format

__all__ = ["FAMILY", "METRICS", "GraphToText"]

METRICS: Final = ("rouge_2", "rouge_l", "bleu_3", "bleu_4", "meteor_es", "cider_d", "spice")
"""Those of the paper beside Coverage, which is the score; of one answer, or of all of a log."""

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
class GraphToText:
    """Concepts and the graph between them; solved cases; one sentence is to be written."""

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

    def settings(self, given: Mapping[str, Any]) -> Settings:
        """From the fields of `Settings`, by name."""
        return Settings.of(**given)

    def source(self, name: str | Path | None) -> Source:
        """Concept sets in a folder; those of daily life where nothing is said."""
        from cocoa_core.families.graph_to_text.source import source_of

        return source_of(name)

    def maker(self, source: Source | None, settings: Settings, seed: int) -> Maker:
        """Makes the items of a run."""
        from cocoa_core.families.graph_to_text.maker import Maker
        from cocoa_core.families.graph_to_text.pool import Pool

        if source is None or not isinstance(source.origin, Pool):
            raise UsageError("this family makes items of concept sets alone", got=repr(source))
        return Maker(source, source.origin, settings, seed)

    def read(self, line: str | bytes) -> GraphItem:
        """Returns the item of a line."""
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
        """Returns fingerprints: of what is asked with which demonstrations; of the concepts."""
        made = item.provenance
        asked = sorted(demonstration.sample for demonstration in item.demonstrations)
        size = str(item.label.count("&") + 1)
        return Entry(
            index=made.index,
            number=int(bool(item.groups) and item.distribution == "ood"),
            attempt=made.attempt,
            side=made.side,
            cell=f"{size} relations",
            counted={
                "concepts": (str(len(item.concepts)),),
                "distribution": (item.distribution,),
                "relations": (size,),
                "structure": (item.structure or "none",),
            },
            rejections=made.rejections,
            fingerprint=seed_of("asked", item.distribution, item.sample, *asked),
            shared=seed_of("concepts", *sorted(item.concepts)),
        )

    def prompter(self, dataset: Dataset, how: Prompting) -> Prompter:
        """Fills the layout of a strategy."""
        return prompter_of(how)

    def prompter_for(self, item: GraphItem, how: Prompting) -> Prompter:
        """Returns the same: an item holds its demonstrations."""
        return prompter_of(how)

    def score(self, item: GraphItem, replies: Sequence[str]) -> Score:
        """Coverage: the share of the concepts in the sentence.

        Beside it, what libraries say of its words.
        """
        said = stated_sentence(replies[-1] if replies else "")
        if not said:
            return Score(0.0, "unparsed", failure="unstated")
        value = coverage(item.concepts, said)
        metrics = item_metrics(said, item.key)
        return Score(value, "right" if value == 1.0 else "wrong", answer=said, metrics=metrics)

    def corpus(self, answered: Iterable[tuple[GraphItem, Sequence[str]]]) -> Mapping[str, float]:
        """BLEU, CIDEr-D and, where its program is given, SPICE: in and out of distribution, and the gap."""
        from cocoa_core.families.graph_to_text.corpus import corpus_figures

        return corpus_figures(answered)

    def facets(self, item: GraphItem) -> Mapping[str, Facet]:
        """Returns what the paper parts results by."""
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
        """Returns the concept set, which several items may ask for."""
        return item.sample.rpartition("-")[0]

    def chance(self, item: GraphItem) -> float:
        """Returns a guess that does not read the item has none of its concepts."""
        return 0.0

    @property
    def exports(self) -> Mapping[str, Format]:
        """Forms of its own."""
        from cocoa_core.families.graph_to_text.exports import EXPORTS

        return EXPORTS

    def checker(self, folder: Path) -> Any:
        """The verifier has its own, which it finds by the family's name."""
        return None


FAMILY: Final = GraphToText()
