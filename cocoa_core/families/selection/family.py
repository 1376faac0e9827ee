"""Defines the selection family: a request, some options, and a question about which of them satisfy it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from attrs import frozen

from cocoa_core.answers import READER_VERSION, Score
from cocoa_core.errors import UsageError
from cocoa_core.families.selection.ask_names import ASK_MODULES, DEFAULT_ASK
from cocoa_core.families.selection.asking import ASKS
from cocoa_core.families.selection.composition import constraint_of
from cocoa_core.families.selection.delivery_names import DEFAULT_DELIVERY, DELIVERY_SUMMARIES
from cocoa_core.families.selection.record import SELECTION, LiteralRecord, Question
from cocoa_core.families.selection.setting_specs import PANEL
from cocoa_core.families.selection.settings import Settings
from cocoa_core.items import Entry, Episode, Facet, Family, Format, ItemSource, Prompter, Prompting
from cocoa_core.seeds import seed_of

if TYPE_CHECKING:
    from cocoa_core.families.selection.engine import Engine
    from cocoa_core.families.selection.fitting import Fit
    from cocoa_core.items import Dataset, ItemColumns

_RECORD: Final = """a `request` in
English, five `options` (A to E), the `ask`, and the `key`: the letters that are right. Which options satisfy
the request, and why, the record's `certificate` proves: a true literal for every sum term of those that do,
and the broken sum terms of each that does not."""


@frozen
class Selection(Family[Question]):
    """The selection family; `cocoa_core.items.Family` documents its parts."""

    name: str = SELECTION
    about: str = "a request over options of a domain: which of them satisfy it"
    record: str = _RECORD
    categories: Sequence[str] = ("multiple-choice", "question-answering")
    asks: Sequence[str] = tuple(ASK_MODULES)
    reader: str = str(READER_VERSION)
    or_widen: str = (
        ", or for more slots; or give the domain more rows, or more columns with rules: answer what"
        " `new-domain` lists to check first, with --types and --labels"
    )
    """The end of a message, after "ask for fewer": what makes more questions possible in a domain."""

    @property
    def figures(self) -> Sequence[str]:
        """The names of the metrics of all asks, each once."""
        return tuple(dict.fromkeys(name for ask in ASKS.values() for name in ask.figures))

    @property
    def deliveries(self) -> Mapping[str, str]:
        return DELIVERY_SUMMARIES

    @property
    def strategies(self) -> Mapping[str, str]:
        from cocoa_core.families.selection.prompting.strategies import STRATEGIES

        return {name: strategy.about for name, strategy in STRATEGIES.items()}

    def settings(self, given: Mapping[str, Any]) -> Settings:
        return Settings.of(**given)

    def fitted(self, settings: Settings, source: ItemSource | None) -> tuple[Settings, Fit | None]:
        """Returns the settings, with the domain's mix where none was named, and its fit, or None."""
        from cocoa_core.domain import Domain
        from cocoa_core.families.selection.fitting import fitted

        if source is None or not isinstance(source.origin, Domain):
            return settings, None
        return fitted(source.origin, settings)

    def source(self, name: str | Path | None) -> ItemSource | None:
        from cocoa_core.loading import load_domain

        if name is None:
            raise UsageError(
                "the questions of this family are about the options of a domain",
                got="no domain",
                expected="the name of a domain, or its folder",
                fix="add --domain flights (`cocoa domains` lists the others)",
            )
        return source_of(load_domain(name))

    def maker(self, source: ItemSource | None, settings: Settings, seed: int) -> Engine:
        from cocoa_core.domain import Domain
        from cocoa_core.families.selection.engine import Engine

        if source is None or not isinstance(source.origin, Domain):
            raise UsageError("this family makes questions of a domain alone", got=repr(source))
        return Engine(source.origin, settings, seed)

    def read(self, line: str | bytes) -> Question:
        """Returns the question of a line."""
        question = Question.read(line)
        if question.family != SELECTION or question.ask not in ASKS:
            raise ValueError(
                f"the ask {question.ask} of the family {question.family}, not one of {SELECTION}"
            )
        ASKS[question.ask].check(question)
        return question

    def entry(self, item: Question) -> Entry:
        """Returns the entry of a question, with fingerprints of three things.

        They are: the requirement with the set of rows and what is asked; the requirement; the rows, which
        only the questions of one ring may share. That any two of ten million questions share one by chance
        has a probability of 3 in a million.
        """
        provenance, requirement = item.provenance, item.requirement.id
        rows = sorted(item.rows)
        asked = () if item.ask == DEFAULT_ASK else (item.ask,)
        if item.asked:
            asked = (*asked, json.dumps(item.asked, sort_keys=True))
        if item.differs:
            asked = (*asked, json.dumps(item.differs, sort_keys=True))
        return Entry(
            index=provenance.index,
            number=provenance.option_set,
            attempt=provenance.attempt,
            side=provenance.side,
            cell=_setting(item),
            counted={
                "ask": (item.ask,),
                "atypical": item.complexity.atypical,
                "key": ASKS[item.ask].tally_keys(item),
                "knowledge": item.knowledge,
                "minimality": (provenance.minimality,),
                "setting": (_setting(item),),
                **_reworded(item),
            },
            rejections=provenance.rejections,
            fingerprint=seed_of("asked", requirement, *rows, *asked),
            shared=seed_of("requirement", requirement),
            shown=(seed_of("shown", *rows), seed_of("shown by", item.groups.get("ring", ""), *rows)),
        )

    def prompter(self, dataset: Dataset, how: Prompting) -> Prompter[Question]:
        if how.delivery != DEFAULT_DELIVERY:
            from cocoa_core.families.selection.definition import domain_of
            from cocoa_core.families.selection.deliveries.prompter import delivered

            return delivered(how, partial(domain_of, dataset))
        from cocoa_core.families.selection.prompting.conversations import prompter_of

        return prompter_of(dataset, how)

    def prompter_for(self, item: Question, how: Prompting) -> Prompter[Question]:
        """Returns the prompter of a strategy for a question; it uses the words of the installed domain."""
        if how.delivery != DEFAULT_DELIVERY:
            from cocoa_core.families.selection.deliveries.prompter import delivered, domain_for

            return delivered(how, partial(domain_for, item, None))
        from cocoa_core.families.selection.prompting.conversations import prompter_for

        return prompter_for(item, how)

    def score(self, item: Question, replies: Sequence[str]) -> Score:
        return ASKS[item.ask].score(item, replies[-1])

    def score_episode(self, item: Question, episode: Episode, dataset: Dataset | None = None) -> Score:
        """Returns the score of an episode, as its delivery defines it.

        Args:
            dataset: the data set whose domain words the question; None for the installed domain, where single
                turns count.

        Raises:
            UsageError: there is no such delivery, or single turns count and the domain is not at hand.
        """
        from cocoa_core.families.selection.deliveries.prompter import domain_for
        from cocoa_core.families.selection.delivering import delivery_named

        delivery, keys = delivery_named(episode.delivery), None
        if episode.answer == "each" and delivery.turned:
            domain = domain_for(item, dataset)
            keys = delivery.keys(item, delivery.script(item, domain, episode.answer), domain)
        return delivery.score(item, episode, keys)

    def partial(self, item: Question, score: Score) -> float:
        """Returns a partial score: for a wrong letter the share of sum terms that its option meets, for a set
        of letters its F1.

        A reply that is not right gets less than 1: an option that meets all n sum terms and is not the best
        of those gets n / (n + 1). A reply that cannot be read gets its value, 0.
        """
        if score.outcome != "wrong":
            return score.value
        if "f1" in score.metrics:
            return score.metrics["f1"]
        terms, proof = len(item.requirement.terms), item.certificate
        if (label := score.label or "") in proof.satisfied:
            return terms / (terms + 1)
        return 1 - len(proof.broken[label]) / terms if label in proof.broken else score.value

    def facets(self, item: Question) -> Mapping[str, Facet]:
        measures = item.complexity
        literals = [literal for term in item.requirement.terms for literal in term]
        constraints = [
            constraint_of(literal.slot, literal.rule, literal.test, literal.over, literal.positive)
            for literal in literals
        ]
        return {
            "ask": item.ask,
            **_level(item),
            "setting": _setting(item),
            "slots": measures.slots,
            "minterms": measures.minterms,
            "sum_terms": measures.sum_terms,
            "literals": measures.literals,
            "width": measures.width,
            "component": measures.component,
            "longest_path": measures.longest_path,
            "max_degree": measures.max_degree,
            **_atypical(item),
            "knowledge": bool(item.knowledge),
            "words": len(item.request.split()),
            "slot": tuple(dict.fromkeys(literal.slot for literal in literals)),
            "rule": tuple(dict.fromkeys(literal.rule for literal in literals)),
            "test": tuple(dict.fromkeys(constraint.test for constraint in constraints)),
            **_composition_facets(item),
        }

    def cluster(self, item: Question) -> str:
        return item.requirement.id

    def chance(self, item: Question) -> float:
        return ASKS[item.ask].chance(item)

    def likeness(self, item: Question) -> Mapping[str, int]:
        return likeness(item)

    @property
    def exports(self) -> Mapping[str, Format]:
        package = "cocoa_core.families.selection.exports"
        forms = (
            Format(
                "lm-eval",
                "tasks for lm-evaluation-harness",
                f"{package}.lm_eval:write",
                takes=("--strategy", "--prompt"),
            ),
            Format(
                "groundcocoa",
                "one JSON file with GroundCocoa's keys",
                f"{package}.groundcocoa:write",
                asks=("choose",),
            ),
        )
        return {form.name: form for form in forms}

    def columns(self, dataset: Dataset) -> ItemColumns:
        from cocoa_core.families.selection.definition import domain_of
        from cocoa_core.families.selection.exports.columns import question_columns

        schema = domain_of(dataset).schema
        options = int(dataset.manifest.settings.get("options", PANEL))
        revised = dataset.manifest.settings.get("revisions") is not None
        return question_columns(
            tuple(slot.label for slot in schema.slots if slot.shown),
            options,
            revised=revised,
            reworded=dataset.manifest.paraphrase is not None,
        )


def _reworded(item: Question) -> dict[str, tuple[str, ...]]:
    """Returns whether the paraphrase passed in its first round; empty if the record has no paraphrase."""
    if not item.paraphrase:
        return {}
    return {"paraphrase": ("passed" if len(item.paraphrase["rounds"]) == 1 else "repaired",)}


def _setting(item: Question) -> str:
    """Returns slots and minterms of the table without wishes: `(4, 3)` is 4 slots and 3 minterms."""
    slots, minterms, *_ = item.provenance.setting
    return f"({slots}, {minterms})"


def _level(item: Question) -> dict[str, Facet]:
    """Returns the level and the number of options, where the settings of the record state them."""
    settings = item.provenance.settings
    return {name: settings[name] for name in ("level", "options") if name in settings}


def _atypical(item: Question) -> dict[str, Facet]:
    """Returns whether the request is atypical, by each of two definitions.

    `atypical`: a demand goes against what people want, which is what `--atypical` makes. The facet is absent
    where demands are drawn in either direction, since then nothing is typical. `atypical_paper`: the
    definition of GroundCocoa, a literal that few people ask for, as the rule set marks them.
    """
    result: dict[str, Facet] = {"atypical_paper": bool(item.complexity.atypical)}
    if item.provenance.settings.get("atypical") is not None:
        result["atypical"] = bool(item.complexity.against)
    return result


def _composition_facets(item: Question) -> dict[str, Facet]:
    """Returns label, structure and primitives; empty for a record from before there were labels."""
    composition = item.composition
    if composition is None:
        return {}
    return {
        "label": composition.label(),
        "structure": composition.structure,
        "primitive": composition.labels["polarity"],
    }


FAMILY: Final = Selection()


def source_of(domain: Any) -> ItemSource:
    """Returns a loaded domain as the source that questions are drawn from."""
    schema = domain.schema
    return ItemSource(
        name=schema.name,
        version=schema.version,
        digest=domain.digest,
        digests=dict(domain.digests),
        files=domain.files,
        folder=domain.folder,
        asserted_wordings=sum(len(rule.also) for rule in domain.rules),
        notes=domain.notes,
        origin=domain,
    )


_SIDES: Final = {
    **dict.fromkeys(("less", "at_most"), ("below", "above")),
    **dict.fromkeys(("more", "at_least"), ("above", "below")),
    **dict.fromkeys(("between", "within"), ("inside", "outside")),
}
"""Where a number lies for which a comparison holds, and where one lies for which it does not."""
_OPPOSITES: Final = {"each": "any", "any": "each"}


def likeness(question: Question) -> Mapping[str, int]:
    """Returns 64-bit fingerprints by name: of the requirement, of the options, and of the near-duplicate (the
    requirement without numbers).
    """
    domain = question.domain.name
    rows = sorted(question.rows)
    return {
        "requirement": seed_of("requirement", question.requirement.id),
        "options": seed_of("options", domain, *rows),
        "near-duplicate": seed_of("without numbers", domain, without_numbers(question)),
    }


def without_numbers(question: Question) -> str:
    """Returns the requirement without the numbers of its comparisons, its parts sorted.

    "Under $400" and "at most $90" become the same text, "over $90" does not; a negation becomes the
    comparison that it amounts to. Names, such as those of cities, stay.
    """
    terms = {tuple(sorted({_numberless(literal) for literal in term})) for term in question.requirement.terms}
    return repr(sorted(terms))


def _numberless(literal: LiteralRecord) -> str:
    over, positive = literal.over, literal.positive
    if literal.test in _SIDES:
        if not positive:
            over = _OPPOSITES.get(over or "", over)
        return f"{literal.slot} {over} {_SIDES[literal.test][not positive]}"
    test, values = literal.test, literal.values
    if test == "none":
        test, positive = "any", not positive
    if test == "one_of" and len(values) == 1:
        test = "is"
    return f"{literal.slot} {over} {test} {sorted(values)} {positive}"
