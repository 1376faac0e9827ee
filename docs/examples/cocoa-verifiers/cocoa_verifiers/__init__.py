"""cocoa's items as a taskset of verifiers 0.4: every family and ask, from an exam or made when asked for.

verifiers finds it by the module's name: `vf-eval cocoa-verifiers`. What can be set stands in `CocoaConfig`
(`--env.taskset.NAME`) and `CocoaTaskConfig` (`--env.taskset.task.NAME`).
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import verifiers.v1 as vf

from cocoa_core import Reward, prompt, read_dataset
from cocoa_core.items import Family, Item, Prompting, family_named, in_words, parse_record
from cocoa_core.running import RunSpec, generate

__all__ = ["CocoaTaskset"]


class CocoaTaskConfig(vf.TaskConfig):
    """How answers are paid.

    partial: for a part of the answer too. unread: what one gets that cannot be read, such as -0.5.
    """

    partial: bool = False
    unread: float = 0.0


class CocoaConfig(vf.TasksetConfig):
    """Which items there are.

    exam: a folder that `cocoa generate` wrote; then `side`, `strategy` and `explain` alone count beside it.
    Otherwise items are made: family, domain (of questions over options and sentences for graphs), ask, seed;
    `settings` of the family, such as "slots=3,minterms=2"; `levels`, several such texts, the easiest first,
    which go beside them; `count` items of each level, without end where it is not said (then a round takes
    one of each level); `start`, the first index. split: shares by side, "train=0.95,test=0.05", of which
    `side` is taken.
    strategy, explain: how a model is asked, as in `cocoa_core.prompt`.
    """

    exam: Path | None = None
    family: str = "selection"
    domain: str | None = None
    ask: str | None = None
    seed: int = 0
    settings: str = ""
    levels: tuple[str, ...] = ()
    count: int | None = None
    start: int = 0
    split: str = ""
    side: str | None = None
    strategy: str | None = None
    explain: bool = True
    task: CocoaTaskConfig = CocoaTaskConfig()


class CocoaData(vf.TaskData):
    """What a trace keeps: enough to score it again.

    answer: the key in words. level: as configured, or of the exam. record: the item's record, without the
    certificate where rewards do not need it.
    """

    answer: str
    ask: str
    level: str
    record: str


class CocoaTask(vf.Task[CocoaData, vf.State, CocoaTaskConfig]):
    """One item: its id is its key, whatever run it is a part of."""

    @property
    def key(self) -> str:
        """The item's id, which stays."""
        return self.data.id or super().key

    @vf.reward(weight=1.0)
    async def cocoa(self, trace: vf.Trace) -> float:
        """What the last reply is worth."""
        graded = self._reward.of(self.data.record, trace.last_reply)
        trace.info["cocoa_scorer"] = graded.scorer
        trace.info["cocoa_outcome"] = graded.score.outcome
        return graded.value

    @vf.metric
    async def right(self, trace: vf.Trace) -> float:
        """Whether the answer is wholly right."""
        return float(self._reward.of(self.data.record, trace.last_reply).score.value == 1.0)

    @vf.metric
    async def unread(self, trace: vf.Trace) -> float:
        """Whether no answer could be read."""
        return float(self._reward.of(self.data.record, trace.last_reply).score.outcome == "unparsed")

    async def validate(self, runtime: vf.Runtime) -> bool:
        """What a model that is right says is right, and silence is not."""
        family, item = parse_record(self.data.record)
        how = Prompting(strategy=next(iter(family.strategies)))
        gold = family.prompter_for(item, how).replies(item)[-1]
        said = [self._reward.of(item, reply).score.value for reply in (gold, "")]
        return said[0] == 1.0 and said[1] < 1.0

    @property
    def _reward(self) -> Reward:
        return Reward(partial=self.config.partial, unread=self.config.unread)


class CocoaTaskset(vf.Taskset[CocoaTask, CocoaConfig]):
    """Finite with an exam or a count, else endless."""

    def __init__(self, config: CocoaConfig) -> None:
        super().__init__(config)
        self.INFINITE = config.exam is None and config.count is None

    def load(self) -> Iterator[CocoaTask]:
        """The tasks in the order of their levels and indices; of an endless set a level after the other."""
        config = self.config
        if config.exam is not None:
            yield from self._of_exam(config.exam)
            return
        family = family_named(config.family)
        streams = [(level, self._stream(family, level)) for level in config.levels or ("",)]
        if config.count is None:
            while True:
                for level, items in streams:
                    yield self._task(next(items), level)
        for level, items in streams:
            for item in itertools.islice(items, config.count):
                yield self._task(item, level)

    def _of_exam(self, folder: Path) -> Iterator[CocoaTask]:
        dataset = read_dataset(folder)
        for item in dataset.first(self.config.side, None):
            facets = dataset.family.facets(item)
            level = facets.get("level", facets.get("setting", item.ask))
            yield self._task(item, str(level), dataset)

    def _stream(self, family: Family[Any], level: str) -> Iterator[Item]:
        config, sides = self.config, _read(self.config.split)
        _check("ask", config.ask, family.asks)
        _check("side", config.side, sides)
        given = _read(config.settings) | _read(level)
        if config.ask is not None and len(family.asks) > 1:
            given["ask"] = config.ask
        if sides:
            given["split"] = sides
        domain = config.domain or ("flights" if config.family == "selection" else None)
        call = RunSpec(family, family.source(domain), family.settings(given), config.seed)
        made = generate(call, start=config.start)
        return (item for item in made if config.side is None or item.provenance.side == config.side)

    def _task(self, item: Item, level: str, dataset: Any = None) -> CocoaTask:
        config = self.config
        said = prompt(item, config.strategy, explain=config.explain, dataset=dataset)
        system = said[0]["content"] if said[0]["role"] == "system" else None
        asked = [one for one in said if one["role"] != "system"]
        data = CocoaData(
            id=item.id,
            name=f"{item.family} {item.ask} {level}".strip(),
            prompt=asked[0]["content"] if len(asked) == 1 else asked,
            system_prompt=system,
            answer=in_words(item.key),
            ask=item.ask,
            level=level,
            record=_record(item, whole=config.task.partial),
        )
        return CocoaTask(data, config.task)


def _record(item: Item, *, whole: bool) -> str:
    """The record as a text, without its proof unless `whole`: a trace may be shown to a judge."""
    record = item.to_json()
    if not whole and "certificate" in record:
        record["certificate"] = {"satisfied": {}, "broken": {}, "terms": []}
    return json.dumps(record, ensure_ascii=False)


def _check(name: str, wanted: str | None, known: Collection[str]) -> None:
    """ValueError for an ask or a side that there is not: a set of it would never yield."""
    if wanted is not None and wanted not in known:
        raise ValueError(
            f"got the {name} {wanted!r}; expected {' or '.join(known) or 'none without a split'}"
        )


def _read(text: str) -> dict[str, Any]:
    """Values by name from "slots=3,minterms=2"; ValueError for anything else."""
    found: dict[str, Any] = {}
    for pair in filter(None, text.split(",")):
        name, equals, value = (part.strip() for part in pair.partition("="))
        if not equals or not name or name in found:
            raise ValueError(f"got {pair!r}; expected NAME=VALUE, each name once, such as slots=3,minterms=2")
        try:
            found[name] = json.loads(value)
        except ValueError:
            found[name] = value
    return found
