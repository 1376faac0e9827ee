"""What the questions of a page can be sifted by."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from cocoa_core.analysis.report.escaping import safe
from cocoa_core.analysis.report.wrong import WrongQuestion

__all__ = ["Filters"]


@frozen
class Filters:
    """What questions can be sifted by: the places of models and so on in these lists are in the page."""

    models: tuple[str, ...]
    strategies: tuple[str, ...]
    settings: tuple[tuple[int, int], ...]
    slots: tuple[str, ...]

    @classmethod
    def of(cls, questions: Sequence[WrongQuestion]) -> Filters:
        """All that stands in some questions."""
        answers = [one for question in questions for one in question.answers]
        return cls(
            tuple(dict.fromkeys(sorted(one.model for one in answers))),
            tuple(dict.fromkeys(sorted(one.strategy for one in answers))),
            tuple(sorted({one.facts.setting for one in answers})),
            tuple(sorted({each.slot for one in answers for each in one.facts.constraints()})),
        )

    def form(self) -> str:
        """The form, hidden until the page's script shows it."""
        settings = [f"({slots}, {minterms})" for slots, minterms in self.settings]
        return (
            '<form id="filters" class="filters" hidden>'
            + _select("model", "Model", self.models)
            + _select("strategy", "Strategy", self.strategies)
            + _select("setting", "Slots, minterms", settings)
            + _select("slot", "Slot", self.slots)
            + _select("named", "Answer", ("names no option", "names a wrong option"))
            + '<output id="shown" aria-live="polite"></output></form>'
        )


def _select(name: str, title: str, values: Sequence[str]) -> str:
    options = "".join(f'<option value="{place}">{safe(value)}</option>' for place, value in enumerate(values))
    return (
        f'<div><label for="filter-{name}">{title}</label><select id="filter-{name}" name="{name}">'
        f'<option value="">all</option>{options}</select></div>'
    )
