"""Runs all checks of one question, and returns what is compared with other questions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Final

from attrs import field, frozen

from cocoa_core.independent import Catalogue, Lexicon, VerifierDomain, build_clause_grammar
from cocoa_core.verification.across_records import fingerprint
from cocoa_core.verification.checker import Checker, ComparedEntry, ManifestFacts, Parted
from cocoa_core.verification.report import Flaw
from cocoa_core.verification.selection.asks import ASKS
from cocoa_core.verification.selection.certificate import certificate_flaws
from cocoa_core.verification.selection.deliveries import paraphrase_flaws, revise_flaws
from cocoa_core.verification.selection.measures import complexity_flaws, composition_flaws
from cocoa_core.verification.selection.options import installed_flaws, option_flaws
from cocoa_core.verification.selection.parsed_question import parse_question
from cocoa_core.verification.selection.provenance import RING, group_flaws, provenance_flaws, together
from cocoa_core.verification.selection.request import number_flaws, request_flaws
from cocoa_core.verification.selection.requirement import label_flaws, requirement_flaws
from cocoa_core.verification.selection.shape import shape_flaws
from cocoa_core.verification.selection.split import composed, split_flaws

_FAMILY: Final = "selection"
_MOST_NAMES: Final = 100
_LONGEST_NAME: Final = 100
"""Counted texts are cut here: nothing longer is right, and it could take all memory."""


@frozen(eq=False)
class QuestionChecker(Checker):
    """Checks the questions of one domain. Building one takes some milliseconds."""

    domain: VerifierDomain
    catalogue: Catalogue | None = field(default=None, repr=False)
    """The installed catalogue; None where there is none in the same state."""
    lexicon: Lexicon = field(init=False, repr=False)

    @lexicon.default
    def _build(self) -> Lexicon:
        return build_clause_grammar(self.domain.rules.values(), self.domain.slots)

    parts: ClassVar[Mapping[str, str]] = {"schema": "schema.yaml", "rules": "rules.yaml", "catalogue": ""}
    shortest: ClassVar[int] = 500

    def __reduce__(self) -> tuple[Any, ...]:
        return QuestionChecker, (self.domain, self.catalogue)

    name: ClassVar[str] = _FAMILY

    def flaws(self, record: Any, run: ManifestFacts | None = None) -> list[Flaw]:
        """Returns everything that is wrong with a record, in the order of the checks.

        A record of another shape, or with an option or literal that cannot be read, is checked no further.

        Args:
            record: the parsed JSON.
            run: the run of its manifest; None where it is not known.
        """
        name = record.get("ask") if isinstance(record, dict) else None
        ask = ASKS.get(name) if isinstance(name, str) else None
        result = shape_flaws(record, None if ask is None else ask.asked)
        if result:
            return result
        return list(self._content_flaws(record, run))

    def _content_flaws(self, record: Mapping[str, Any], run: ManifestFacts | None) -> Iterator[Flaw]:
        ask = ASKS.get(record["ask"])
        if ask is None:
            yield Flaw("ask", "there is no such ask", record["ask"], " or ".join(ASKS))
            return
        question, unreadable = parse_question(record, self.domain, ask.needs)
        if question is None:
            yield from unreadable
            return
        yield from option_flaws(question)
        if self.catalogue is not None:
            yield from installed_flaws(question, self.catalogue)
            yield from ask.installed_flaws(question, self.catalogue)
        if ask.needs.requirement:
            yield from requirement_flaws(question, ask.needs.table)
            yield from label_flaws(question, ask.needs.undecided)
            yield from request_flaws(question, self.lexicon, ask.reading_flaws)
            yield from certificate_flaws(question)
            yield from complexity_flaws(question)
        yield from composition_flaws(question)
        yield from revise_flaws(question, self.lexicon)
        yield from paraphrase_flaws(question, self.lexicon)
        if ask.numbered:
            yield from number_flaws(question)
        if not ask.single and record["answer"] is not None:
            yield Flaw("key", "the ask has no single answer", record["answer"], "null")
        yield from ask.flaws(question)
        yield from group_flaws(question)
        members = ask.members(record["provenance"]["settings"])
        yield from provenance_flaws(question, run, members, ask.needs.requirement and ask.needs.table)

    def entry(self, record: Mapping[str, Any]) -> ComparedEntry:
        """Returns what is compared: requirement, rows and ask asked once, a requirement on one side only."""
        provenance, requirement = record["provenance"], record["requirement"]["id"]
        group = together(record)
        ask = ASKS.get(record["ask"])
        counts_keys_apart = ask is not None and ask.apart
        setting = f"({', '.join(map(str, provenance['setting'][:2]))})"
        counted = {
            "ask": [record["ask"]],
            "atypical": record["complexity"]["atypical"],
            "key": record["key"] if counts_keys_apart else [", ".join(record["key"]) or "none"],
            "knowledge": record["knowledge"],
            "minimality": [provenance["minimality"]],
            "setting": [setting],
        }
        if "paraphrase" in record:
            counted["paraphrase"] = ["passed" if len(record["paraphrase"]["rounds"]) == 1 else "repaired"]
        return ComparedEntry(
            index=provenance["index"],
            number=provenance["option_set"],
            attempt=provenance["attempt"],
            cell=setting,
            counted={
                facet: tuple(value[:_LONGEST_NAME] for value in values[:_MOST_NAMES])
                for facet, values in counted.items()
            },
            rejections={name[:_LONGEST_NAME]: count for name, count in provenance["rejections"].items()},
            asked=fingerprint(
                requirement,
                record["ask"],
                record.get("asked"),
                record.get("differs"),
                *sorted(option["row"] for option in record["options"]),
            ),
            shared=fingerprint(requirement),
            together=None if group is None else (fingerprint(group[0]), fingerprint(group[1]), group[2]),
            balanced=fingerprint(record["groups"].get(RING, ""))
            if provenance["settings"]["option_sets"] > 1
            else None,
        )

    def source_flaws(self, source: Mapping[str, Any]) -> list[Flaw]:
        """Returns a name, version or number of asserted wordings that differs from schema and rules."""
        asserted = sum(len(rule.also) for rule in self.domain.rules.values())
        expected = {
            "name": ("manifest", self.domain.name),
            "version": ("manifest", self.domain.version),
            "asserted_wordings": ("counts", asserted),
        }
        return [
            Flaw(what, f"the domain's {key} is not that of its files", source.get(key), derived)
            for key, (what, derived) in expected.items()
            if source.get(key) != derived
        ]

    def side_flaws(self, counts: Mapping[str, Mapping[str, int]], settings: Mapping[str, Any]) -> list[Flaw]:
        """Returns what the run's ask finds; keys of several asks are counted together, and not judged."""
        ask = ASKS.get(settings.get("ask", "choose"))
        return [] if ask is None else list(ask.side_flaws(counts.get("key", {}), settings))

    def parted(self, record: Mapping[str, Any], split: Mapping[str, Any]) -> Parted:
        """Returns the balanced set and the label, which decide the side."""
        return Parted(
            fingerprint("ring", record["groups"].get("ring", "")), composed(record, split.get("granularity"))
        )

    def split_flaws(self, split: Mapping[str, Any], sides: Mapping[str, Mapping[str, int]]) -> list[Flaw]:
        """Returns what the labels on each side contradict."""
        return list(split_flaws(split, sides))
