"""Makes the items of a run: each a function of the graphs, the settings, the seed, its index and attempt."""

from __future__ import annotations

from functools import cached_property
from random import Random

from attrs import field, frozen

from cocoa_core.errors import SettingsError
from cocoa_core.families.graph_to_text.demonstrations import Demonstrations, ordered
from cocoa_core.families.graph_to_text.pool import Pool, Sample
from cocoa_core.families.graph_to_text.record import ASK, NAME, Demonstration, GraphItem
from cocoa_core.families.graph_to_text.settings import Settings
from cocoa_core.items import Provenance, Source
from cocoa_core.seeds import digest_of, stream
from cocoa_core.version import __version__

__all__ = ["Maker"]


@frozen(slots=False, eq=False)
class Maker:
    """Goes through the test graphs again and again, each time in another order, with other demonstrations."""

    source: Source
    pool: Pool = field(repr=False)
    settings: Settings
    seed: int
    _choices: dict[str, Demonstrations] = field(factory=dict, init=False, repr=False)
    _rounds: dict[int, list[int]] = field(factory=dict, init=False, repr=False)

    def items(self, index: int, attempt: int = 0) -> tuple[GraphItem, ...]:
        """One item a distribution, over the same test graph shown in the same way.

        SettingsError where no graph fits the settings, or no demonstrations are found in bounded tries.
        """
        test = self._test(index)
        graph = list(test.reference.graph)
        stream("graph order", *self._identity(index, 0, attempt)).shuffle(graph)
        pair = digest_of("pair", test.id, *self._identity(index, 0, attempt)).hex()[:16]
        groups = {"pair": pair} if self.settings.most_an_index > 1 else {}
        made = []
        for number, distribution in enumerate(self.settings.asked):
            identity = self._identity(index, number, attempt)
            made.append(
                GraphItem(
                    id=digest_of(*identity).hex()[:16],
                    family=NAME,
                    ask=ASK,
                    groups=groups,
                    key=[test.reference.sentence, *_others(test)],
                    sample=test.id,
                    concepts=test.of.concepts,
                    graph=tuple(graph),
                    label=test.label,
                    structure=test.structure,
                    distribution=distribution,
                    demonstrations=self._demonstrations(test, distribution, stream("drawn", *identity)),
                    provenance=Provenance(
                        seed=self.seed,
                        index=index,
                        attempt=attempt,
                        settings=self.settings.to_json(),
                        version=__version__,
                    ),
                )
            )
        return tuple(made)

    def _identity(self, index: int, number: int, attempt: int) -> tuple[str | int, ...]:
        return NAME, self.source.digest, self.settings.text, self.seed, index, number, attempt

    def _test(self, index: int) -> Sample:
        tests = self._tests
        if not tests:
            raise SettingsError(
                "no graph fits these settings",
                got=self.settings.text,
                expected=f"settings that some of the {len(self.pool.tests):,} test graphs of "
                f"{self.source.name} meet, with four demonstrations each",
                fix="ask for less, or give more concept sets",
            )
        turn, place = divmod(index, len(tests))
        if turn not in self._rounds:
            self._rounds.clear()
            order = self._rounds[turn] = list(range(len(tests)))
            stream("round", *self._identity(turn, 0, 0)).shuffle(order)
        return tests[self._rounds[turn][place]]

    @cached_property
    def _tests(self) -> list[Sample]:
        asked = self.settings
        return [
            test
            for test in self.pool.tests
            if asked.structure in ("any", test.structure or "none")
            or (asked.structure == "typed" and test.structure)
            if asked.relations in (None, test.label.count("&") + 1)
            if asked.concepts in (None, len(test.of.concepts))
            if self._choice(test.label).able
        ]

    def _choice(self, label: str) -> Demonstrations:
        if label not in self._choices:
            self._choices[label] = Demonstrations(self.pool, self.settings, label)
        return self._choices[label]

    def _demonstrations(self, test: Sample, distribution: str, rng: Random) -> tuple[Demonstration, ...]:
        choice = self._choice(test.label)
        found = choice.inside(rng) if distribution == "id" else choice.outside(rng)
        if found is None:
            raise SettingsError(
                f"no demonstrations were found for the label {test.label}",
                got="too few concept sets that cover it",
                fix="give more concept sets, or leave out the division",
            )
        return tuple(_shown(sample, rng) for sample in ordered(found, self.settings.order))


def _others(test: Sample) -> list[str]:
    own = test.reference.sentence
    return [one.sentence for one in test.of.references if one.sentence != own]


def _shown(sample: Sample, rng: Random) -> Demonstration:
    graph = list(sample.reference.graph)
    rng.shuffle(graph)
    return Demonstration(
        sample=sample.id,
        concepts=sample.of.concepts,
        graph=tuple(graph),
        label=sample.label,
        structure=sample.structure,
        sentence=sample.reference.sentence,
    )
