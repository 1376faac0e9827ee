"""Which wrong answers a report shows: of each run some, question by question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import field, frozen

from cocoa_core.analysis.results import Result
from cocoa_core.analysis.runs import Run

__all__ = ["Chosen", "WrongQuestion", "choose_wrong"]


@frozen
class WrongQuestion:
    """A question, and the wrong answers to it in the order of the runs."""

    dataset: str
    id: str
    answers: tuple[Result, ...] = field(repr=False)


@frozen
class Chosen:
    """The questions to show, those with most wrong answers first; and how many have wrong answers at all."""

    questions: tuple[WrongQuestion, ...]
    total: int


def choose_wrong(runs: Sequence[Run], most: int) -> Chosen:
    """At most so many questions; every run has its turn, so that none is left out for another's errors.

    Reference models are left out, as they reason by no text, unless no other model was run.
    """
    counted = [run for run in runs if run.role == "model"] or list(runs)
    wrong: dict[tuple[str, str], list[Result]] = {}
    queues: list[list[tuple[str, str]]] = []
    for run in counted:
        own = [one for one in run.results if not one.correct]
        for one in own:
            wrong.setdefault((run.dataset, one.sample), []).append(one)
        queues.append(list(dict.fromkeys((run.dataset, one.sample) for one in own)))
    taken = _in_turns(queues, most)
    order = {key: place for place, key in enumerate(wrong)}
    shown = sorted(taken, key=lambda key: (-len(wrong[key]), order[key]))
    return Chosen(tuple(WrongQuestion(*key, tuple(wrong[key])) for key in shown), len(wrong))


def _in_turns(queues: Sequence[Sequence[tuple[str, str]]], most: int) -> Mapping[tuple[str, str], None]:
    taken: dict[tuple[str, str], None] = {}
    places = [0] * len(queues)
    while len(taken) < most:
        before = len(taken)
        for number, queue in enumerate(queues):
            while places[number] < len(queue) and queue[places[number]] in taken:
                places[number] += 1
            if places[number] < len(queue) and len(taken) < most:
                taken[queue[places[number]]] = None
        if len(taken) == before:
            break
    return taken
