"""The graph-to-text family: sentences for concepts and the graph between them, whose relations were
demonstrated together or not (CGGC).

After Fu and Frank, "The Mystery of Compositional Generalization in Graph-based Generative Commonsense
Reasoning" (2024), which does not publish the construction.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cocoa_core.lazy_exports import lazy

if TYPE_CHECKING:
    from cocoa_core.families.graph_to_text.corpus import corpus_figures
    from cocoa_core.families.graph_to_text.family import FAMILY, METRICS
    from cocoa_core.families.graph_to_text.graphs import RELATIONS, Edge, contracted, label_of, structure_of
    from cocoa_core.families.graph_to_text.metrics.rbo import rank_biased_overlap
    from cocoa_core.families.graph_to_text.record import NAME, GraphItem
    from cocoa_core.families.graph_to_text.reference import WRITERS, ReferenceWriter
    from cocoa_core.families.graph_to_text.relation_models import RelationModel, relation_model, verified
    from cocoa_core.families.graph_to_text.samples import ConceptSet, Reference, lines_of, read_concept_sets

__all__ = [
    "FAMILY",
    "METRICS",
    "NAME",
    "RELATIONS",
    "WRITERS",
    "ConceptSet",
    "Edge",
    "GraphItem",
    "Reference",
    "ReferenceWriter",
    "RelationModel",
    "contracted",
    "corpus_figures",
    "label_of",
    "lines_of",
    "rank_biased_overlap",
    "read_concept_sets",
    "relation_model",
    "structure_of",
    "verified",
]

_NAMES: Final = {
    "corpus": ("corpus_figures",),
    "family": ("FAMILY", "METRICS"),
    "graphs": ("RELATIONS", "Edge", "contracted", "label_of", "structure_of"),
    "metrics.rbo": ("rank_biased_overlap",),
    "record": ("NAME", "GraphItem"),
    "reference": ("WRITERS", "ReferenceWriter"),
    "relation_models": ("RelationModel", "relation_model", "verified"),
    "samples": ("ConceptSet", "Reference", "lines_of", "read_concept_sets"),
}

if not TYPE_CHECKING:
    __getattr__ = lazy(__name__, _NAMES)
