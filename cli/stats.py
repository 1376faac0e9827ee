"""The command `cocoa stats`: counts what is in a data set."""

from __future__ import annotations

from .flags import AsJson, DataSet, Family

__all__ = ["stats"]


def stats(folder: DataSet, family: Family = None, as_json: AsJson = False) -> None:
    """Count what is in a data set.

    Settings, complexity, answers, conditions broken, lengths of requests, knowledge, and draws refused.

    Examples:

      cocoa stats exam/
      cocoa stats exam/ --json
    """
    from cocoa_core.families.selection import SELECTION, statistics_of
    from cocoa_core.items import Ledger, read_dataset

    from .terminal import console, print_notes, write_json

    dataset = read_dataset(folder, family)
    if dataset.manifest.family != SELECTION:
        counted = Ledger()
        for item in dataset:
            counted.add(dataset.family.entry(item))
        if as_json:
            write_json({"questions": counted.total, "counts": counted.counts(), "draws": counted.draws()})
        else:
            from .stats_view import print_counts

            print_counts(console(), dataset.manifest.family, counted)
        return
    statistics = statistics_of(question for side in dataset.sides for question in dataset.side(side))
    if not dataset.manifest.complete:
        expected = dataset.manifest.count
        print_notes(
            (f"this data set is not complete: {statistics.questions:,} of {expected:,} questions so far",)
        )
    if as_json:
        write_json(statistics.to_json())
        return
    from .stats_view import print_statistics

    print_statistics(console(), statistics)
