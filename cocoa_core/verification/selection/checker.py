"""All checks of one question, and what of it is compared with the others."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from attrs import field, frozen

from cocoa_core.independent import Catalogue, Lexicon, VerifierDomain, build_clause_grammar
from cocoa_core.verification.checker import Checker, Entry, Parted, Run
from cocoa_core.verification.fingerprints import fingerprint
from cocoa_core.verification.report import Flaw
from cocoa_core.verification.selection.asks import ASKS
from cocoa_core.verification.selection.certificate import certificate_flaws
from cocoa_core.verification.selection.complexity import complexity_flaws
from cocoa_core.verification.selection.composition import composition_flaws
from cocoa_core.verification.selection.deliveries import paraphrase_flaws, revise_flaws
from cocoa_core.verification.selection.groups import group_flaws, together
from cocoa_core.verification.selection.options import installed_flaws, option_flaws
from cocoa_core.verification.selection.parsed_question import parse_question
from cocoa_core.verification.selection.provenance import provenance_flaws
from cocoa_core.verification.selection.request import request_flaws
from cocoa_core.verification.selection.requirement import label_flaws, requirement_flaws
from cocoa_core.verification.selection.shape import shape_flaws
from cocoa_core.verification.selection.split import composed, split_flaws

__all__ = ["FAMILY", "QuestionChecker"]

FAMILY: Final = "selection"
_MOST_NAMES: Final = 100
_LONGEST_NAME: Final = 100
"""What is counted over all lines is cut: nothing longer is right, and it could take the memory."""


@frozen(eq=False)
class QuestionChecker(Checker):
    """Checks questions of one domain; building it takes some milliseconds.

    catalogue: the installed one, None where there is none in the same state
    """

    domain: VerifierDomain
    catalogue: Catalogue | None = field(default=None, repr=False)
    lexicon: Lexicon = field(init=False, repr=False)

    @lexicon.default
    def _build(self) -> Lexicon:
        return build_clause_grammar(self.domain.rules.values(), self.domain.slots)

    @property
    def parts(self) -> Mapping[str, str]:
        """Schema and rules; of the catalogue a data set has a digest, but no copy."""
        return {"schema": "schema.yaml", "rules": "rules.yaml", "catalogue": ""}

    @property
    def shortest(self) -> int:
        """The keys of a question alone are more."""
        return 500

    def __reduce__(self) -> tuple[Any, ...]:
        return QuestionChecker, (self.domain, self.catalogue)

    @property
    def name(self) -> str:
        """The family's."""
        return FAMILY

    def flaws(self, record: Any, run: Run | None = None) -> list[Flaw]:
        """Everything wrong with a record (parsed JSON), in the order of the checks; run: of its manifest.

        A record of another shape, or with an option or literal that cannot be read, is checked no further.
        """
        name = record.get("ask") if isinstance(record, dict) else None
        ask = ASKS.get(name) if isinstance(name, str) else None
        result = shape_flaws(record, None if ask is None else ask.asked)
        if result:
            return result
        return list(self._checked(record, run))

    def _checked(self, record: Mapping[str, Any], run: Run | None) -> Iterator[Flaw]:
        ask = ASKS.get(record["ask"])
        if ask is None:
            yield Flaw("ask", "there is no such ask", record["ask"], " or ".join(ASKS))
            return
        case, unreadable = parse_question(record, self.domain, ask.needs)
        if case is None:
            yield from unreadable
            return
        yield from option_flaws(case)
        if self.catalogue is not None:
            yield from installed_flaws(case, self.catalogue)
            yield from ask.installed_flaws(case, self.catalogue)
        if ask.needs.requirement:
            yield from requirement_flaws(case, ask.needs.table)
            yield from label_flaws(case, ask.needs.undecided)
            yield from request_flaws(case, self.lexicon)
            yield from certificate_flaws(case)
            yield from complexity_flaws(case)
        yield from composition_flaws(case)
        yield from revise_flaws(case, self.lexicon)
        yield from paraphrase_flaws(case, self.lexicon)
        yield from ask.flaws(case)
        yield from group_flaws(case)
        members = ask.members(record["provenance"]["settings"])
        yield from provenance_flaws(case, run, members, ask.needs.requirement and ask.needs.table)

    def entry(self, record: Mapping[str, Any]) -> Entry:
        """Once: the requirement with these rows and this ask. On one side only: the requirement."""
        given, requirement = record["provenance"], record["requirement"]["id"]
        found = together(record)
        ask = ASKS.get(record["ask"])
        apart = ask is not None and ask.apart
        setting = f"({', '.join(map(str, given['setting'][:2]))})"
        counted = {
            "ask": [record["ask"]],
            "atypical": record["complexity"]["atypical"],
            "key": record["key"] if apart else [", ".join(record["key"]) or "none"],
            "knowledge": record["knowledge"],
            "minimality": [given["minimality"]],
            "setting": [setting],
        }
        if "paraphrase" in record:
            counted["paraphrase"] = ["passed" if len(record["paraphrase"]["rounds"]) == 1 else "repaired"]
        return Entry(
            index=given["index"],
            number=given["option_set"],
            attempt=given["attempt"],
            cell=setting,
            counted={
                facet: tuple(value[:_LONGEST_NAME] for value in values[:_MOST_NAMES])
                for facet, values in counted.items()
            },
            rejections={name[:_LONGEST_NAME]: count for name, count in given["rejections"].items()},
            asked=fingerprint(
                requirement,
                record["ask"],
                json.dumps([record.get("asked"), record.get("differs")], sort_keys=True),
                *sorted(option["row"] for option in record["options"]),
            ),
            shared=fingerprint(requirement),
            together=None if found is None else (fingerprint(found[0]), fingerprint(found[1]), found[2]),
        )

    def source_flaws(self, source: Mapping[str, Any]) -> list[Flaw]:
        """A name, a version or a number of asserted wordings that is not that of schema and rules."""
        asserted = sum(len(rule.also) for rule in self.domain.rules.values())
        expected = {
            "name": ("manifest", self.domain.name),
            "version": ("manifest", self.domain.version),
            "asserted_wordings": ("counts", asserted),
        }
        return [
            Flaw(what, f"the domain's {key} is not that of its files", str(source.get(key)), str(found))
            for key, (what, found) in expected.items()
            if source.get(key) != found
        ]

    def side_flaws(self, counts: Mapping[str, Mapping[str, int]], settings: Mapping[str, Any]) -> list[Flaw]:
        """As the ask of the run says; of several asks the keys are counted together, and nothing is said."""
        ask = ASKS.get(settings.get("ask", "choose"))
        return [] if ask is None else list(ask.side_flaws(counts.get("key", {}), settings))

    def parted(self, record: Mapping[str, Any], split: Mapping[str, Any]) -> Parted:
        """By its ring and its label."""
        return Parted(
            fingerprint("ring", record["groups"].get("ring", "")), composed(record, split.get("granularity"))
        )

    def split_flaws(self, split: Mapping[str, Any], sides: Mapping[str, Mapping[str, int]]) -> list[Flaw]:
        """By the labels on each side."""
        return list(split_flaws(split, sides))
