"""`cocoa stats`: what is in a data set."""

from __future__ import annotations

from .flags import AsJson, DataSet

__all__ = ["stats"]


def stats(folder: DataSet, as_json: AsJson = False) -> None:
    """Count what is in a data set.

    Settings, complexity, answers, conditions broken, lengths of requests, knowledge, and draws refused.

    Examples:

      cocoa stats exam/
      cocoa stats exam/ --json
    """
    from cocoa_core.records.counting import statistics_of
    from cocoa_core.records.dataset import read_dataset

    from .terminal import console, print_notes, write_line

    dataset = read_dataset(folder)
    found = statistics_of(question for side in dataset.sides for question in dataset.side(side))
    if not dataset.manifest.complete:
        asked = dataset.manifest.count
        print_notes((f"this data set is not complete: {found.questions:,} of {asked:,} questions so far",))
    if as_json:
        import json

        write_line(json.dumps(found.to_json(), ensure_ascii=False, indent=2))
        return
    from .stats_view import print_statistics

    print_statistics(console(), found)
