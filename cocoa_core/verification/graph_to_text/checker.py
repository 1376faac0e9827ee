"""All checks of one item of the graph-to-text family, and what of it is compared with the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from attrs import field, frozen

from cocoa_core.independent import id_of
from cocoa_core.verification.checker import Checker, Entry, Run, settings_text
from cocoa_core.verification.fingerprints import fingerprint
from cocoa_core.verification.graph_to_text.claims import claim_flaws
from cocoa_core.verification.graph_to_text.samples import Samples, read_samples
from cocoa_core.verification.graph_to_text.shape import shape_flaws
from cocoa_core.verification.report import Flaw

__all__ = ["GraphChecker", "checker_of"]

_NAME: Final = "graph-to-text"
_NAME_LENGTH: Final = 20
"""What is counted over all lines is cut: nothing longer is right, and it could take the memory."""


def checker_of(folder: Path) -> GraphChecker:
    """Returns the checker of a data set's items.

    Raises:
        FindingsError: its graphs cannot be read.
    """
    return GraphChecker(read_samples(folder))


@frozen(eq=False)
class GraphChecker(Checker):
    """Checks items against the concept sets that their data set carries."""

    samples: Samples = field(repr=False)

    @property
    def name(self) -> str:
        """The family's."""
        return _NAME

    @property
    def parts(self) -> Mapping[str, str]:
        """The concept sets."""
        return {"graphs": "graphs.jsonl"}

    @property
    def shortest(self) -> int:
        """The keys alone are more."""
        return 400

    def flaws(self, record: Any, run: Run | None = None) -> list[Flaw]:
        """Everything wrong with a record, in the order of the checks."""
        result = shape_flaws(record)
        if result:
            return result
        result.extend(claim_flaws(record, self.samples))
        if run is not None:
            result.extend(_identity_flaws(record, run))
        return result

    def entry(self, record: Mapping[str, Any]) -> Entry:
        """As the family counts it."""
        made = record["provenance"]
        shown = sorted(demonstration["sample"] for demonstration in record["demonstrations"])
        size = str(record["label"].count("&") + 1)
        return Entry(
            index=made["index"],
            number=_number(record),
            attempt=made["attempt"],
            cell=f"{size} relations",
            counted={
                "concepts": (str(len(record["concepts"])),),
                "distribution": (record["distribution"][:_NAME_LENGTH],),
                "relations": (size,),
                "structure": (record["structure"][:_NAME_LENGTH] or "none",),
            },
            asked=fingerprint("asked", record["distribution"], record["sample"], *shown),
            shared=fingerprint("concepts", *sorted(record["concepts"])),
        )

    def source_flaws(self, source: Mapping[str, Any]) -> list[Flaw]:
        """Asserted wordings, which graphs do not have; their name and version stand nowhere else."""
        asserted = source.get("asserted_wordings")
        if asserted == 0:
            return []
        return [Flaw("counts", "graphs have no asserted wordings", str(asserted), "0")]

    def side_flaws(self, counts: Mapping[str, Mapping[str, int]], settings: Mapping[str, Any]) -> list[Flaw]:
        """Where both distributions are asked, every graph is asked in both; the last one may be cut off."""
        found = counts.get("distribution", {})
        inside, outside = found.get("id", 0), found.get("ood", 0)
        if settings.get("distribution") == "both" and inside - outside not in (0, 1):
            got = f"{inside} id, {outside} ood"
            return [Flaw("counts", "not every graph is asked in and out of distribution", got)]
        return []


def _number(record: Mapping[str, Any]) -> int:
    both = record["provenance"]["settings"].get("distribution") == "both"
    return int(both and record["distribution"] == "ood")


def _identity_flaws(record: Mapping[str, Any], run: Run) -> Iterator[Flaw]:
    """Finds the id, and the pair that an item in distribution and the one out of it have in common."""
    made = record["provenance"]
    before = (_NAME, str(run.digest), settings_text(run.settings), run.seed, made["index"])
    expected = id_of(*before, _number(record), made["attempt"])
    if record["id"] != expected:
        yield Flaw("id", "the id is another", record["id"], expected)
    pair = id_of("pair", record["sample"], *before, 0, made["attempt"])
    groups = {"pair": pair} if run.settings.get("distribution") == "both" else {}
    if record["groups"] != groups:
        yield Flaw("groups", "the pair is another", str(record["groups"]), str(groups))
    if (record["ask"], record["variant"]) != ("write", "plain"):
        yield Flaw("ask", "there is no such ask", f"{record['ask']}, {record['variant']}", "write, plain")
