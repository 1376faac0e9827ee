"""The graph-to-text family: sentences for concepts and the graph between them, whose relations were
demonstrated together or not (CGGC).

After Fu and Frank, "The Mystery of Compositional Generalization in Graph-based Generative Commonsense
Reasoning" (2024), which does not publish the construction.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cocoa_core.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from cocoa_core.families.graph_to_text.corpus_scores import corpus_figures as corpus_figures
    from cocoa_core.families.graph_to_text.family import FAMILY as FAMILY
    from cocoa_core.families.graph_to_text.family import METRICS as METRICS
    from cocoa_core.families.graph_to_text.graphs import RELATIONS as RELATIONS
    from cocoa_core.families.graph_to_text.metrics.rbo import rank_biased_overlap as rank_biased_overlap
    from cocoa_core.families.graph_to_text.record import NAME as NAME
    from cocoa_core.families.graph_to_text.record import GraphItem as GraphItem
    from cocoa_core.families.graph_to_text.reference import WRITERS as WRITERS
    from cocoa_core.families.graph_to_text.relation_models import RelationModel as RelationModel
    from cocoa_core.families.graph_to_text.relation_models import relation_model as relation_model
    from cocoa_core.families.graph_to_text.relation_models import verified as verified
    from cocoa_core.families.graph_to_text.samples import Reference as Reference
    from cocoa_core.families.graph_to_text.samples import read_concept_sets as read_concept_sets
else:
    __getattr__, __dir__ = lazy_exports(__name__)
