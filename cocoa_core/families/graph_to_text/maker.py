"""Makes the items of a run: functions of the graphs, the settings, the seed, an index, an attempt."""

from __future__ import annotations

from random import Random

from attrs import field, frozen

from cocoa_core.errors import SettingsError
from cocoa_core.families.graph_to_text.demonstrations import DemonstrationPool, ordered
from cocoa_core.families.graph_to_text.pool import GraphPool, Sample
from cocoa_core.families.graph_to_text.record import ASK, NAME, Demonstration, GraphItem
from cocoa_core.families.graph_to_text.settings import GraphSettings
from cocoa_core.items import ItemSource, Provenance
from cocoa_core.seeds import digest_of, stream
from cocoa_core.version import __version__


@frozen(slots=False, eq=False)
class GraphItemMaker:
    """Makes items in rounds, each of all test graphs in another order with other demonstrations."""

    source: ItemSource
    pool: GraphPool = field(repr=False)
    settings: GraphSettings
    seed: int
    _choices: dict[tuple[GraphSettings, str], DemonstrationPool] = field(factory=dict, init=False, repr=False)
    _fitting: dict[GraphSettings, list[Sample]] = field(factory=dict, init=False, repr=False)
    _rounds: dict[int, list[Sample]] = field(factory=dict, init=False, repr=False)

    def items(self, index: int, attempt: int = 0) -> tuple[GraphItem, ...]:
        """Returns one item for each distribution, over the same test graph shown in the same way."""
        test = self._test(index)
        graph = list(test.reference.graph)
        stream("graph order", *self._drawn(index, 0, attempt)).shuffle(graph)
        pair = digest_of("pair", test.id, *self._identity(index, 0, attempt)).hex()[:16]
        groups = {"pair": pair} if self.settings.most_an_index > 1 else {}
        result = []
        for number, distribution in enumerate(self.settings.distributions):
            identity = self._identity(index, number, attempt)
            result.append(
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
                    demonstrations=self._demonstrations(
                        test, distribution, stream("drawn", *self._drawn(index, number, attempt))
                    ),
                    provenance=Provenance(
                        seed=self.seed,
                        index=index,
                        attempt=attempt,
                        settings=self.settings.to_json(),
                        version=__version__,
                    ),
                )
            )
        return tuple(result)

    def _identity(self, index: int, number: int, attempt: int) -> tuple[str | int, ...]:
        return NAME, self.source.digest, self.settings.text, self.seed, index, number, attempt

    def _drawn(self, index: int, number: int, attempt: int) -> tuple[str | int, ...]:
        """Returns what the draws depend on, without the order of demonstrations: orders can be compared."""
        text = self.settings.comparable.text
        return NAME, self.source.digest, text, self.seed, index, number, attempt

    def _test(self, index: int) -> Sample:
        """Returns the test graph of an index, or raises SettingsError where no graph fits the settings."""
        tests = self._tests(self.settings)
        if not tests:
            raise SettingsError(
                "no graph fits these settings",
                got=self.settings.text,
                expected=f"settings that some of the {len(self.pool.tests):,} test graphs of "
                f"{self.source.name} meet, with {self.settings.shots} demonstrations each",
                fix="ask for less, or give more concept sets",
            )
        turn, position = divmod(index, len(tests))
        if turn not in self._rounds:
            self._rounds.clear()
            self._rounds[turn] = self._round(turn)
        return self._rounds[turn][position]

    def _round(self, turn: int) -> list[Sample]:
        """Returns the test graphs of a round: those that comparable settings share in their common order,
        then those of these settings alone.
        """
        usual, tests = self._tests(self.settings.comparable), self._tests(self.settings)
        order = list(range(len(usual)))
        stream("round", *self._drawn(turn, 0, 0)).shuffle(order)
        able, shared = {test.id for test in tests}, {test.id for test in usual}
        common = [usual[index] for index in order if usual[index].id in able]
        return [*common, *(test for test in tests if test.id not in shared)]

    def _tests(self, settings: GraphSettings) -> list[Sample]:
        """Returns the test graphs that fit the settings and have demonstrations by them."""
        if settings not in self._fitting:
            self._fitting[settings] = [
                test
                for test in self.pool.tests
                if settings.structure in ("any", test.structure or "none")
                or (settings.structure == "typed" and test.structure)
                if settings.relations in (None, test.label.count("&") + 1)
                if settings.concepts in (None, len(test.of.concepts))
                if self._choice(settings, test.label).able
            ]
        return self._fitting[settings]

    def _choice(self, settings: GraphSettings, label: str) -> DemonstrationPool:
        if (settings, label) not in self._choices:
            self._choices[settings, label] = DemonstrationPool(self.pool, settings, label)
        return self._choices[settings, label]

    def _demonstrations(self, test: Sample, distribution: str, rng: Random) -> tuple[Demonstration, ...]:
        choice = self._choice(self.settings, test.label)
        samples = choice.inside(rng) if distribution == "id" else choice.outside(rng)
        if samples is None:
            raise SettingsError(
                f"no demonstrations were found for the label {test.label}",
                got="too few concept sets that cover it",
                fix="give more concept sets, or leave out the division",
            )
        shown = [_shown(sample, rng) for sample in samples]
        return tuple(ordered(shown, self.settings.order))


def _others(test: Sample) -> list[str]:
    sentence = test.reference.sentence
    return [reference.sentence for reference in test.of.references if reference.sentence != sentence]


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
