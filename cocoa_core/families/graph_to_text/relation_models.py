"""Judges whether a sentence expresses the relations of its graph: by a model, or by rules in its place."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Final, Protocol, cast

from attrs import frozen

from cocoa_core.errors import UsageError
from cocoa_core.families.graph_to_text.graphs import Edge
from cocoa_core.families.graph_to_text.metrics.lemmas import lemmas
from cocoa_core.items import ItemSource

RULES: Final = "rules"
"""The name that stands for the rules where a model is named."""
_TRAINED: Final = "trained"


class RelationModel(Protocol):
    """A model that finds the relation that a sentence states between two concepts."""

    @property
    def about(self) -> str:
        """A description for readers of the figures."""

    def relation(self, head: str, tail: str, sentence: str) -> str | None:
        """Returns one of the thirteen relations; None where the model finds none."""


def verified(graph: Iterable[Edge], sentence: str, model: RelationModel) -> float | None:
    """Returns the share of edges whose relation the model finds in the sentence; None for a graph without
    edges.

    The paper keeps sentences with a share of 1.
    """
    hits = [model.relation(head, tail, sentence) == relation for head, relation, tail in graph]
    return sum(hits) / len(hits) if hits else None


def right_relations(source: ItemSource, model: RelationModel) -> tuple[int, int]:
    """Returns how many relations of the validation side the model finds, and how many there are."""
    from cocoa_core.families.graph_to_text.trained_relations import cases_of

    cases = [case for side, case in cases_of(source) if side == "validation"]
    hits = sum(model.relation(case.head, case.tail, case.sentence) == case.relation for case in cases)
    return hits, len(cases)


def relation_model(name: str) -> RelationModel:
    """Returns the model of a name.

    Args:
        name: `rules`; `trained:FOLDER` for a model trained on the cases in a folder; or an object of a
            module, such as "my_package.models:MODEL".

    Raises:
        UsageError: there is no such object, it lacks a part, or a model cannot be trained on the folder.
        CocoaError: a line in the folder is no case.
    """
    if name == RULES:
        return RelationRules()
    module, colon, attribute = name.partition(":")
    if module == _TRAINED:
        from cocoa_core.families.graph_to_text.trained_relations import read_cases, trained_on

        return trained_on(read_cases(Path(attribute)))
    try:
        model = getattr(import_module(module), attribute) if colon and module else None
    except (ImportError, AttributeError) as error:
        raise UsageError("this model cannot be loaded", got=f"{name}: {error}") from error
    if not callable(getattr(model, "relation", None)) or not isinstance(getattr(model, "about", None), str):
        raise UsageError(
            "this is no model of relations",
            got=name,
            expected=f"{RULES}, {_TRAINED}:FOLDER, or module:object with a text `about` and a method "
            "`relation(head, tail, sentence)`",
        )
    return cast("RelationModel", model)


_T: Final = r"(?:T|TED|DO THAT)\b"
_TO: Final = rf"to {_T}"
_A: Final = r"(?:(?:an?|the same|the) )?(?:\w+ ){0,2}?"
_USE: Final = rf"use (?:the )?(?:\w+ )*?H\b(?: (?!used).*?)? {_TO}|H\b.*use it {_TO}|H\b[^,]* used {_TO}"
_CUES: Final[tuple[tuple[str, str], ...]] = (
    ("MotivatedByGoal", rf"H\b.* because they want {_TO}|in order {_TO}.*, people H\b"),
    ("MotivatedByGoal", rf"H\b.* in order {_TO}"),
    ("HasPrerequisite", rf"{_T}.* before they H|before H\b.*, people {_T}|H\b.* after {_T}"),
    ("HasSubevent", rf"when people H\b.*, they {_T}|{_T}.* whenever they H\b"),
    ("HasSubevent", rf"H\b.* and {_T}.* on the way|H\b.* while people {_T}"),
    ("CausesDesire", rf"H\b.* makes people want {_TO}|(?:because of|after) (?:\w+ )*?H\b.*want {_TO}"),
    ("CausesDesire", rf"H\b.*(?:and then want(?:ing)?|so that people want) {_TO}"),
    ("UsedFor", _USE),
    ("CapableOf", rf"H\b.* (?:can|knows how to) {_T}"),
    ("Desires", rf"H\b.* (?:wants|would love) (?:{_TO}|(?:to have )?{_A}{_T})"),
    ("HasProperty", r"\bT (?:\w+ )?H\b|H\b.* (?:is|quite) T\b"),
    ("ReceivesAction", r"\bTED (?:\w+ )?H\b|H\b.* (?:is|be) TED\b"),
    ("IsA", r"H\b.* (?:is|counts as) an? (?:\w+ ){0,2}?T\b"),
    ("AtLocation", r"H\b.* (?:in|on|at) the (?:\w+ ){0,2}?T\b"),
    ("HasA", rf"H\b.* has {_A}T\b|H (?:\w+ ){{0,6}}?with {_A}T\b(?! as a result)"),
    (
        "Causes",
        rf"H\b.* (?:causes|leads to|the result is|with) {_A}T\b|H\b.* (?:makes people|until they) {_T}",
    ),
    ("Causes", rf"H\b.* and {_T}.* as a result|H\b.* so that people {_T}"),
)
_FORM: Final = re.compile(r"[^\W_]+")
_DOES_THAT: Final = re.compile(r"\b(?:do|doing) that\b")
_CLAUSE: Final = re.compile(r", (?:and|while) ")


@frozen
class RelationRules:
    """Rules for the phrases that the sentences of daily life are made of; they are no model of meaning."""

    about: str = "rules for the phrases of cocoa's own sentences; no model, and of little use elsewhere"

    def relation(self, head: str, tail: str, sentence: str) -> str | None:
        """Returns the relation of the first cue between the two concepts; None if there is none."""

        def marked(match: re.Match[str]) -> str:
            forms = lemmas(match[0])
            if head in forms:
                return "H"
            return ("T" if match[0] == tail else "TED") if tail in forms else match[0]

        text = _FORM.sub(marked, _DOES_THAT.sub("DO THAT", sentence.lower()))
        clauses = [part for part in _CLAUSE.split(text) if re.search(r"\bH\b", part) and re.search(_T, part)]
        for part in (*clauses, text):
            for name, cue in _CUES:
                if re.search(cue, part):
                    return name
        return None
