"""Runs all checks of one item of the graph-to-text family, and returns what is compared across items."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from attrs import field, frozen

from cocoa_core.independent import id_of
from cocoa_core.verification.checker import Checker, ComparedEntry, ManifestFacts, settings_text
from cocoa_core.verification.fingerprints import fingerprint
from cocoa_core.verification.graph_to_text.claims import claim_flaws
from cocoa_core.verification.graph_to_text.samples import Samples, read_samples
from cocoa_core.verification.graph_to_text.shape import shape_flaws
from cocoa_core.verification.report import Flaw

__all__ = ["GraphChecker", "checker_of"]

_NAME: Final = "graph-to-text"
_NAME_LENGTH: Final = 20
"""Characters of a text that is counted over all lines; no valid value is longer, and longer texts could take
the memory.
"""


def checker_of(folder: Path) -> GraphChecker:
    """Returns the checker of a data set's items.

    Raises:
        FindingsError: the graphs of the data set cannot be read.
    """
    return GraphChecker(read_samples(folder))


@frozen(eq=False)
class GraphChecker(Checker):
    """Checks items against the concept sets that their data set carries."""

    samples: Samples = field(repr=False)

    @property
    def name(self) -> str:
        """The name of the family."""
        return _NAME

    @property
    def parts(self) -> Mapping[str, str]:
        """The file of the concept sets."""
        return {"graphs": "graphs.jsonl"}

    @property
    def shortest(self) -> int:
        """The fewest bytes of a line; the keys alone take more."""
        return 400

    def flaws(self, record: Any, run: ManifestFacts | None = None) -> list[Flaw]:
        """Returns everything that is wrong with a record, in the order of the checks.

        Args:
            record: the parsed line.
            run: the run that the item belongs to; None leaves its id and groups unchecked.
        """
        result = shape_flaws(record)
        if result:
            return result
        result.extend(claim_flaws(record, self.samples))
        if run is not None:
            result.extend(_identity_flaws(record, run))
        return result

    def entry(self, record: Mapping[str, Any]) -> ComparedEntry:
        """Returns what is counted and compared over all items of a data set."""
        provenance = record["provenance"]
        shown = sorted(demonstration["sample"] for demonstration in record["demonstrations"])
        size = str(record["label"].count("&") + 1)
        return ComparedEntry(
            index=provenance["index"],
            number=_number(record),
            attempt=provenance["attempt"],
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
        """Returns a flaw if the source claims asserted wordings: graphs have none.

        Name and version of the source are stated nowhere else, so there is nothing to compare them with.
        """
        asserted = source.get("asserted_wordings")
        if asserted == 0:
            return []
        return [Flaw("counts", "graphs have no asserted wordings", str(asserted), "0")]

    def side_flaws(self, counts: Mapping[str, Mapping[str, int]], settings: Mapping[str, Any]) -> list[Flaw]:
        """Returns a flaw if, where both distributions are asked for, some graph is asked in only one of them.

        The last graph may have been cut off, so one item more in distribution is accepted.
        """
        distributions = counts.get("distribution", {})
        inside, outside = distributions.get("id", 0), distributions.get("ood", 0)
        if settings.get("distribution") == "both" and inside - outside not in (0, 1):
            got = f"{inside} id, {outside} ood"
            return [Flaw("counts", "not every graph is asked in and out of distribution", got)]
        return []


def _number(record: Mapping[str, Any]) -> int:
    """Returns the number of an item within its index: 1 out of distribution where both are asked for,
    else 0.
    """
    both = record["provenance"]["settings"].get("distribution") == "both"
    return int(both and record["distribution"] == "ood")


def _identity_flaws(record: Mapping[str, Any], run: ManifestFacts) -> Iterator[Flaw]:
    """Yields the flaws of the id, and of the pair that the items in and out of distribution share."""
    provenance = record["provenance"]
    common = (_NAME, str(run.digest), settings_text(run.settings), run.seed, provenance["index"])
    expected = id_of(*common, _number(record), provenance["attempt"])
    if record["id"] != expected:
        yield Flaw("id", "the id is another", record["id"], expected)
    pair = id_of("pair", record["sample"], *common, 0, provenance["attempt"])
    groups = {"pair": pair} if run.settings.get("distribution") == "both" else {}
    if record["groups"] != groups:
        yield Flaw("groups", "the pair is another", str(record["groups"]), str(groups))
    if (record["ask"], record["variant"]) != ("write", "plain"):
        yield Flaw("ask", "there is no such ask", f"{record['ask']}, {record['variant']}", "write, plain")
