"""Small data sets of every family and ask, and what `verify` says of one record of them that is mutated."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, Final

from attrs import field, frozen
from every_ask import ASKS
from verification.dataset_edits import dumped
from verification.mutations import Mutation, drawn, mutations

from cocoa_core.independent import read_domain
from cocoa_core.items import family_named
from cocoa_core.running import RunSpec, write_dataset
from cocoa_core.verification import Checker, Flaw, Manifest, ManifestFacts, read_manifest
from cocoa_core.verification.across_records import Totals
from cocoa_core.verification.folder import domain_bundle, domain_file, domain_tables, installed_catalogue
from cocoa_core.verification.graph_to_text import checker_of
from cocoa_core.verification.item_files import Batch, CheckedBatch, check_batch
from cocoa_core.verification.parsing import ParsingChecker
from cocoa_core.verification.selection import QuestionChecker

DOMAINS: Final = Path(__file__).parents[2] / "domains"
_SEED: Final = 1
"""True is 1, and a checker that takes one for the other is to be found out."""

EXAMS: Final[Mapping[str, tuple[str, str | None, Mapping[str, Any], int]]] = {
    **{
        f"selection, {ask}": (family, "hotels", {"ask": ask}, 5 if ask == "possible" else 3)
        for family, ask in ASKS
        if family == "selection"
    },
    "selection, flights": ("selection", "flights", {}, 3),
    "selection, knowledge": ("selection", "flights", {"knowledge": True}, 3),
    "selection, edit": ("selection", "hotels", {"groups": "edit"}, 4),
    "selection, branch": ("selection", "hotels", {"groups": "branch"}, 4),
    "selection, surface": ("selection", "hotels", {"groups": "surface:3"}, 3),
    "selection, revise": ("selection", "hotels", {"revisions": 3}, 3),
    "selection, structure": ("selection", "hotels", {"structure": "A"}, 3),
    "selection, sides": ("selection", "jobs", {"split": {"train": 0.5, "test": 0.5}, "none": True}, 4),
    "parsing": ("parsing", None, {"hold-out": "all", "variants": "recogs,reordered"}, 6),
    "graph-to-text": ("graph-to-text", None, {}, 4),
}
"""Name -> family, domain, settings and how many items. Of eight questions of `possible` in a row four can be
met, so that five have one of each."""

_EXCHANGED: Final = frozenset({"exchanged with another record"})
_ORDER: Final = frozenset({"swapped with the next", "reversed"})
_EDGES: Final = "the order in which the edges of a graph are listed is drawn, and means nothing"


def _rejected(record: Any) -> Any:
    """Counts of rejected draws by reason, without reasons for which there were none; None for no counts."""
    counts = record["provenance"].get("rejections")
    return {name: count for name, count in counts.items() if count} if isinstance(counts, dict) else None


@frozen
class Unchecked:
    """What may pass: exam and path are patterns, kinds the changes (None: all), why the reason.

    same: what of the record has to be the same after the change
    """

    exam: str
    path: str
    kinds: frozenset[str] | None
    why: str
    same: Callable[[Any], Any] | None = None

    def of(self, exam: str) -> bool:
        """Whether records of this exam may pass so."""
        return fnmatchcase(exam, self.exam)

    def covers(self, exam: str, record: Any, mutation: Mutation) -> bool:
        """Whether the mutation of the record is one of these."""
        named = self.of(exam) and fnmatchcase(mutation.named, self.path)
        if not named or not (self.kinds is None or mutation.kind in self.kinds):
            return False
        return self.same is None or self.same(json.loads(mutation.line)) == self.same(record)


UNCHECKED: Final = (
    Unchecked(
        "*", "*", frozenset({"with its keys in another order"}), "the order of an object's keys means nothing"
    ),
    Unchecked(
        "selection, *",
        "provenance.rejections*",
        frozenset({"deleted", "an empty object"}),
        "a reason for which nothing was rejected need not be listed",
        _rejected,
    ),
    Unchecked(
        "selection, *",
        "options.[*]",
        _EXCHANGED,
        "rows are drawn: one of which all is true that the record says of another is as right",
    ),
    Unchecked(
        "selection, *",
        "options.*.shown.*",
        _EXCHANGED,
        "the items of a set have no order",
        lambda record: [
            {name: sorted(text.split("; ")) for name, text in option["shown"].items()}
            for option in record["options"]
        ],
    ),
    Unchecked(
        "selection, broken",
        "asked*",
        _EXCHANGED,
        "the option that is asked about is drawn: another may break the same conditions",
    ),
    Unchecked("selection, b*", "asked*words", _EXCHANGED, "which of the wordings is used is drawn"),
    Unchecked("selection, best", "asked", _EXCHANGED, "which of the wordings is used is drawn"),
    Unchecked(
        "selection, possible",
        "asked.form*",
        None,
        "of what can be met it is not said how it almost clashes: the form has its size, and no more",
    ),
    Unchecked(
        "selection, revise",
        "delivery.terms.*",
        _ORDER,
        "of the literals of a condition the order means nothing",
        lambda record: [sorted(map(str, term)) for term in record["delivery"]["terms"]],
    ),
    Unchecked(
        "selection, revise",
        "states.*",
        _ORDER,
        "of the terms in force after a turn the order means nothing",
        lambda record: list(map(sorted, record["states"])),
    ),
    Unchecked("graph-to-text", "*graph", _ORDER, _EDGES),
    Unchecked("graph-to-text", "*graph.[*]", _ORDER, _EDGES),
    Unchecked(
        "graph-to-text",
        "demonstrations*",
        _ORDER | _EXCHANGED,
        "which graphs that qualify are shown, and in which order, is drawn",
    ),
    Unchecked(
        "parsing",
        "key",
        _EXCHANGED,
        "a form whose parts are reordered may have them in any order",
    ),
)
"""All that may be changed in one record without a finding; the documentation says the same in words."""


@frozen
class Line:
    """A record of an exam: its file, its place in it, and another record of the same side."""

    side: str
    place: int
    record: Any
    other: Any

    def mutations(self, first: int = 0, step: int = 1) -> Iterator[Mutation]:
        """Every one that is another line; or, from one on, every so many."""
        return self._others(islice(mutations(self.record, self.other), first, None, step))

    def drawn(self, rng: random.Random) -> Iterator[Mutation]:
        """Some of each place that are another line."""
        return self._others(drawn(mutations(self.record, self.other), rng))

    def _others(self, some: Iterable[Mutation]) -> Iterator[Mutation]:
        clean = dumped(self.record)
        return (one for one in some if one.line != clean)


@frozen(eq=False)
class Exam:
    """A clean data set, of which each line has been checked."""

    folder: Path
    manifest: Manifest
    checker: Checker
    lines: Mapping[str, list[bytes]]
    _clean: dict[tuple[str, int], CheckedBatch] = field(factory=dict, init=False)

    def records(self) -> Iterator[Line]:
        """All of them."""
        for side, lines in self.lines.items():
            records = [json.loads(line) for line in lines]
            for index, record in enumerate(records):
                yield Line(side, index, record, records[index - 1])

    def mutated(self) -> Iterator[Line]:
        """Those whose mutations are gone through: of questions about options, which are large, one a side.

        Where the answer is yes or no, one of each: other checks hold of them.
        """
        seen = set()
        for line in self.records():
            kind = (line.side, line.record["key"] == ["yes"])
            if self.manifest.family != "selection" or kind not in seen:
                yield line
            seen.add(kind)

    def findings(self, side: str, place: int, line: bytes) -> list[Flaw]:
        """What `verify` says where this line stands in place of another, and its digests are made to fit."""
        here = check_batch(self.checker, self.batch(side, place, line))
        if here.findings and not here.read:  # nothing of it is compared with others
            return list(here.findings)
        totals = Totals(self.manifest, self.checker, 10**6)
        found = list(here.findings)
        for name, lines in self.lines.items():
            totals.begin_file()
            for number, clean in enumerate(lines):
                at = (name, number)
                if at not in self._clean:
                    self._clean[at] = check_batch(self.checker, self.batch(name, number, clean))
                for read in (here if at == (side, place) else self._clean[at]).read:
                    found += totals.add(read, self.manifest.files[name].name, name)
        return [*found, *totals.finish()]

    def batch(self, side: str, place: int, *lines: bytes) -> Batch:
        """Lines of a side, from this place on."""
        made = self.manifest
        digest = None if made.domain is None else made.domain["digest"]
        sided = side if side in dict(zip(made.sides, made.files, strict=True)) else None
        run = ManifestFacts(digest, made.seed, made.settings, made.version, sided, made.family, made.split)
        return Batch(made.files[side].name, place + 1, lines, run)


def write_exam(folder: Path, name: str, items: int | None = None) -> Exam:
    """The data set of this name, in a folder of its own; items: how many, None for those of EXAMS."""
    family_name, domain, given, count = EXAMS[name]
    family = family_named(family_name)
    spec = RunSpec(family, _source(family_name, domain), family.settings(dict(given)), _SEED)
    write_dataset(spec, folder, items or count)
    manifest = read_manifest(folder)
    files = {side: (folder / file.name).read_bytes() for side, file in manifest.files.items() if file.items}
    lines = {side: data.splitlines(keepends=True) for side, data in files.items()}
    return Exam(folder, manifest, _checker(folder, manifest, domain), lines)


@cache
def _source(family: str, domain: str | None) -> Any:
    return family_named(family).source(domain)


def _checker(folder: Path, manifest: Manifest, domain: str | None) -> Checker:
    if manifest.family != "selection":
        return ParsingChecker() if manifest.family == "parsing" else checker_of(folder)
    catalogue, notes = installed_catalogue(manifest, DOMAINS / str(domain))
    assert not notes
    files = (domain_file(folder, "schema.yaml"), domain_file(folder, "rules.yaml"), domain_tables(folder))
    return QuestionChecker(read_domain(*files, domain_bundle(folder)), catalogue)


def reason(exam: str, record: Any, mutation: Mutation) -> str | None:
    """Why the mutation of the record may pass, None where it may not."""
    return next((one.why for one in UNCHECKED if one.covers(exam, record, mutation)), None)
