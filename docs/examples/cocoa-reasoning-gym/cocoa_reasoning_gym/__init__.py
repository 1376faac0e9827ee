"""cocoa's items as data sets of reasoning-gym, one an ask: importing this module registers them.

    import cocoa_reasoning_gym
    import reasoning_gym

    data = reasoning_gym.create_dataset("cocoa_choose", seed=7, size=100, level=2)

Names are `cocoa_` and the ask; `NAMES` has them all.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Final

from reasoning_gym.coaching.attributes import ScalarAttributeDefinition
from reasoning_gym.coaching.base_curriculum import BaseCurriculum
from reasoning_gym.dataset import ProceduralDataset
from reasoning_gym.factory import register_dataset

from cocoa_core import Reward, prompt
from cocoa_core.items import BUILT_IN, Item, Maker, Prompting, family_named, in_words

__all__ = ["LEVELS", "NAMES", "CocoaConfig", "CocoaDataset"]

LEVELS: Final[Mapping[str, Sequence[Mapping[str, Any]]]] = {
    "selection": tuple(
        {"slots": slots, "minterms": minterms, "wishes": 0}
        for slots, minterms in ((2, 2), (3, 2), (4, 2), (4, 3), (5, 2), (6, 2))
    ),
    "parsing": ({},),
    "graph-to-text": ({},),
}
"""Settings of each level by family, the easiest first: one scalar, as not every pair can be met."""
_DOMAINS: Final = {"selection": "flights"}
_EVERY: Final = "selection"
"""The family whose maker takes its ask as a setting."""


@dataclass
class CocoaConfig:
    """seed: None for one drawn by lot. level: place in `LEVELS` of the family. domain: None for flights, if a
    domain is needed. strategy, explain: as in `cocoa_core.prompt`. partial, unread: as in `Reward`.
    """

    seed: int | None = None
    size: int = 500
    level: int = 0
    domain: str | None = None
    strategy: str | None = None
    explain: bool = True
    partial: bool = False
    unread: float = 0.0

    def validate(self) -> None:
        """AssertionError, as reasoning-gym's own, for a size or level that there is not."""
        assert self.size > 0, f"size must be positive, not {self.size}"
        most = max(map(len, LEVELS.values()))
        assert 0 <= self.level < most, f"level must be from 0 to {most - 1}, not {self.level}"


class CocoaDataset(ProceduralDataset):
    """An entry is a function of seed and index. Scoring needs nothing but the entry: no domain is loaded."""

    NAME: ClassVar[str]
    FAMILY: ClassVar[str]
    ASK: ClassVar[str]

    def __init__(self, config: CocoaConfig) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)

    def __getitem__(self, idx: int) -> dict[str, Any]:
        """IndexError outside of the size."""
        if not 0 <= idx < self.size:
            raise IndexError(f"{self.NAME} has entries from 0 to {self.size - 1}, not {idx}")
        item = self._maker.items(idx)[0]
        config, family = self.config, family_named(self.FAMILY)
        said = prompt(item, config.strategy, explain=config.explain)
        facets = family.facets(item)
        return {
            "question": "\n\n".join(one["content"] for one in said),
            "answer": self._right(item),
            "metadata": {
                "source_dataset": self.NAME,
                "source_index": idx,
                "id": item.id,
                "scorer": f"{family.name}-{family.reader}",
                "difficulty": {
                    "level": self._level,
                    **{name: value for name, value in facets.items() if isinstance(value, int)},
                },
                "record": self._record(item),
            },
        }

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """What the completion is worth by cocoa's scorer: a right letter among others pays nothing."""
        paid = Reward(partial=self.config.partial, unread=self.config.unread)
        return paid.of(entry["metadata"]["record"], answer).value

    @property
    def _level(self) -> int:
        """As configured, or the highest that the family has."""
        return min(self.config.level, len(LEVELS[self.FAMILY]) - 1)

    @cached_property
    def _maker(self) -> Maker[Any]:
        family = family_named(self.FAMILY)
        given = dict(LEVELS[self.FAMILY][self._level])
        if self.FAMILY == _EVERY:
            given["ask"] = self.ASK
        source = family.source(self.config.domain or _DOMAINS.get(self.FAMILY))
        return family.maker(source, family.settings(given), self.seed)

    def _record(self, item: Item) -> str:
        record = item.to_json()
        if not self.config.partial and "certificate" in record:
            record["certificate"] = {"satisfied": {}, "broken": {}, "terms": []}
        return json.dumps(record, ensure_ascii=False)

    def _right(self, item: Item) -> str:
        """What a model that is right says, without the words before it."""
        if self.FAMILY == _EVERY:
            return in_words(item.key)
        family = family_named(self.FAMILY)
        how = Prompting(strategy=next(iter(family.strategies)))
        return family.prompter_for(item, how).replies(item)[-1].removeprefix("Answer: ")


def _registered(family: str, ask: str) -> str:
    name = f"cocoa_{ask.replace('-', '_')}"
    parts = {"NAME": name, "FAMILY": family, "ASK": ask, "__doc__": f"The ask {ask} of the family {family}."}
    dataset = type(f"Cocoa{ask.title().replace('-', '')}Dataset", (CocoaDataset,), parts)

    def begin(self: BaseCurriculum) -> None:
        BaseCurriculum.__init__(self, type(self).__name__, CocoaConfig)
        levels = list(range(len(LEVELS[family])))
        self._define_attributes(
            ScalarAttributeDefinition(name="level", levels=levels, field_name="level", default_level=0)
        )

    curriculum = type(
        f"Cocoa{ask.title().replace('-', '')}Curriculum", (BaseCurriculum,), {"__init__": begin}
    )
    register_dataset(name, dataset, CocoaConfig, curriculum)
    return name


NAMES: Final = tuple(_registered(family, ask) for family in BUILT_IN for ask in family_named(family).asks)
"""The data sets that are registered."""
