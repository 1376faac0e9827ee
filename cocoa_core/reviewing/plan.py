"""Draws the items to review: which are answered blind, and which are shown with a changed meaning.

All of it follows from the data set and the plan's numbers. So a page holds no key and no mark of what was
changed, and what people sent back is judged by drawing the plan again.
"""

from __future__ import annotations

import heapq
import random
from typing import Any

from attrs import evolve, frozen

from cocoa_core.errors import UsageError
from cocoa_core.items import Dataset, Item, Prompting, Recorded, prompt
from cocoa_core.reviewing.page import check_count
from cocoa_core.reviewing.subjects import ReviewSubject, changed_meaning, subject_of
from cocoa_core.seeds import seed_of


@frozen
class Planned:
    """An item as it is reviewed."""

    item: Item
    subject: ReviewSubject
    prompt: str
    """The text to be answered; empty where the item is not answered blind."""
    changed: bool
    """Whether the meaning that is shown is not that of the text; never on the page."""
    id: str
    """The id of this review; that of the item where nothing else is asked of the item."""
    steps: tuple[str, ...]
    """The names of the questions that are asked in turn; `answer` for an answer without help."""
    group: str
    """What is reviewed one after the other has the same group."""
    model: str = ""
    """Who wrote the text; never on the page. Empty for what the data set has itself."""


def _prompt_of(item: Any, dataset: Dataset) -> str:
    """Returns an item's prompt as one text: reworded or with its turns where the item has them."""
    delivery = "paraphrase" if getattr(item, "paraphrase", None) else "revise"
    if delivery == "revise" and not getattr(item, "history", None):
        return prompt(item, family=item.family)[-1]["content"]
    prompting = Prompting(strategy="direct", delivery=delivery)
    conversation = dataset.family.prompter(dataset, prompting).conversation(item)
    return "\n\n".join(filter(None, [conversation.system, conversation.first, *conversation.turns]))


@frozen(slots=False)
class ReviewPlan(Recorded):
    """The numbers from which, with the data set, the whole review follows.

    They are the first line of the file that a reviewer sends back.

    Raises:
        UsageError: a number is out of range.
    """

    origin: str
    """The origin of the data set."""
    count: int = 200
    """The most items."""
    solve: float = 0.2
    """The share of items that are answered blind, from 0 to 1."""
    changed: float = 0.1
    """The share of items that are shown with a meaning that is not theirs, from 0 to 1."""
    seed: int = 0
    """The seed of all draws."""

    def __attrs_post_init__(self) -> None:
        for name, value in (("solve", self.solve), ("changed", self.changed)):
            if not 0 <= value <= 1:
                raise UsageError(
                    f"the share {name} is out of range", got=str(value), expected="0 to 1, or 0% to 100%"
                )
        check_count(self.count, "items")

    def drawn_from(self, dataset: Dataset) -> list[Planned]:
        """Returns the items of the review in draw order; each reviewer sees them in another order.

        Raises:
            UsageError: the data set is not the one of the plan.
        """
        check_origin(self.origin, dataset)
        lots = ((seed_of("review", self.seed, item.id), item.id, item) for item in dataset)
        items = [item for _, _, item in heapq.nsmallest(self.count, lots, key=lambda lot: lot[:2])]
        subjects = [subject_of(item) for item in items]
        planned = []
        for item, subject in zip(items, subjects, strict=True):
            rng = random.Random(seed_of("reviewed", self.seed, item.id))
            solve, change = rng.random() < self.solve, rng.random() < self.changed
            other = changed_meaning(subject, subjects, rng) if change else None
            text = _prompt_of(item, dataset) if solve else ""
            shown = other or subject
            steps = (*(["answer"] if text else []), *(["meaning"] if shown.meaning else []), "natural")
            planned.append(Planned(item, shown, text, other is not None, item.id, steps, item.id))
        return planned

    @classmethod
    def of(cls, dataset: Dataset, **numbers: Any) -> ReviewPlan:
        """Returns a plan for a data set.

        Args:
            numbers: the fields of the plan that differ from their defaults.
        """
        return evolve(cls(dataset.manifest.origin), **numbers)


def check_origin(origin: str, dataset: Dataset) -> None:
    """Raises UsageError if the plan with this origin is of another data set."""
    if dataset.manifest.origin != origin:
        raise UsageError(
            "this is the review of another data set",
            got=f"a review of {origin}",
            expected=f"one of {dataset.manifest.origin}, which is {dataset.folder}",
        )
