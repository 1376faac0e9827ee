"""The words of a domain's rules as sentences: what an author reads to hear what requests will say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from attrs import evolve, frozen

from cocoa_core.checking.places import Places, places_of
from cocoa_core.domain import Domain, GroundedLiteral, Primitive, Rule, Test, literal_text
from cocoa_core.errors import Place, UsageError
from cocoa_core.families.selection import Column, drawable
from cocoa_core.language import Realizer, Wordings
from cocoa_core.seeds import stream
from cocoa_core.suggestions import did_you_mean, listed, quoted

__all__ = ["RuleWords", "Saying", "WordingWords", "example_of", "said_rules"]

_KEYS: Final = ("say", "want", "also")
_MOST_GROUPS: Final = 50
"""Groups that are looked at for values with which a test splits one of them."""


@frozen
class Saying:
    """One literal in one wording.

    literal: what is said; text: that in formal notation, `!price < 400`
    condition, demand: sentences; "" where the wording cannot say it so (`want` states no condition)
    """

    literal: GroundedLiteral
    text: str
    condition: str
    demand: str

    @property
    def denied(self) -> bool:
        """Whether the test that the rule draws is denied."""
        return not self.literal.positive

    def to_json(self) -> dict[str, Any]:
        """Plain data; the literal in formal notation."""
        sentences = {"condition": self.condition, "demand": self.demand}
        return {"literal": self.text, "denied": self.denied, **sentences}


@frozen
class WordingWords:
    """One wording. key: `say`, `want` or `also`; number: its place there, from 1; place: in rules.yaml."""

    key: str
    number: int
    place: Place
    sayings: tuple[Saying, ...]

    def to_json(self) -> dict[str, Any]:
        """Plain data, keys in the order of the fields; of the place the line."""
        sayings = [one.to_json() for one in self.sayings]
        return {"key": self.key, "number": self.number, "line": self.place.line, "sayings": sayings}


@frozen
class RuleWords:
    """One rule with all of its wordings, in the order of the file.

    proposed: whether `cocoa new-domain` proposed its words and nobody has taken `proposed` out since
    """

    rule: str
    slot: str
    proposed: bool
    place: Place
    wordings: tuple[WordingWords, ...]

    def to_json(self) -> dict[str, Any]:
        """Plain data: rule, slot, proposed, file, line, wordings."""
        named = {"rule": self.rule, "slot": self.slot, "proposed": self.proposed}
        wordings = [one.to_json() for one in self.wordings]
        return {**named, "file": self.place.file, "line": self.place.line, "wordings": wordings}


def said_rules(domain: Domain, rule: str | None = None, seed: int = 0) -> tuple[RuleWords, ...]:
    """Every wording of every rule, or of the one with this id, in the order of rules.yaml.

    Each is said with a test of every op that the rule draws, affirmed and denied, as a condition and as a
    demand. An op that only says what another one's denial says (less, at_least) is not said again. Values
    are of the catalogue, as the rule draws them; comparisons and first words are drawn by seed from those
    that requests use. UsageError for an unknown rule.
    """
    known = [one.id for one in domain.rules]
    if rule is not None and rule not in known:
        raise UsageError(
            f"there is no rule {quoted(rule)}",
            expected=f"one of {listed(known)}",
            fix=did_you_mean(rule, known),
        )
    places = places_of(domain, "")
    wordings = Wordings(domain)
    asked = (one for one in domain.rules if rule in (None, one.id))
    return tuple(_rule(domain, one, places, wordings, seed) for one in asked)


def example_of(domain: Domain, rule: Rule, places: Places) -> str:
    """One sentence with the rule; "" where no value of the catalogue gives one."""
    wordings = _rule(domain, rule, places, Wordings(domain), 0).wordings
    sayings = (saying for wording in wordings for saying in wording.sayings)
    return next((saying.demand or saying.condition for saying in sayings), "")


def _rule(domain: Domain, rule: Rule, places: Places, wordings: Wordings, seed: int) -> RuleWords:
    tests = _tests(domain, rule, wordings)
    said = []
    for key in _KEYS:
        for number, wording in enumerate(getattr(rule, key)):
            kept: dict[str, Any] = {**dict.fromkeys(_KEYS, ()), key: (wording,)}
            alone = evolve(rule, **kept)
            asked = [wording.test] if key == "also" else tests
            sayings = _sayings(evolve(domain, rules=(alone,)), alone, asked, (seed, rule.id, key, number))
            said.append(WordingWords(key, number + 1, places.rule(rule.id, key, number), tuple(sayings)))
    proposed = places.flag(rule.id, "proposed")
    return RuleWords(rule.id, rule.slot, proposed, places.rule(rule.id), tuple(said))


def _tests(domain: Domain, rule: Rule, wordings: Wordings) -> list[Test]:
    """A test of each op; from the middle of those that split the first group that some of them split."""
    position, kind = domain.schema.position(rule.slot), domain.schema.slot(rule.slot).kind
    found: dict[str, list[Test]] = {}
    for group in domain.catalogue.groups[:_MOST_GROUPS]:
        values: dict[Any, int] = {}
        for bit, row in enumerate(group.rows):
            value = domain.catalogue.rows[row][position]
            values[value] = values.get(value, 0) | 1 << bit
        column = Column(kind, values)
        drawn: dict[str, list[Test]] = {}
        for test in drawable(column, rule, stream("said", rule.id)):
            if all(column.masks(test)) and wordings.sayable(rule.id, rule.slot, test):
                drawn.setdefault(test.op, []).append(test)
        found = drawn | found
        if len(found) == len(rule.tests):
            break
    return [found[op][len(found[op]) // 2] for op in rule.tests if op in found]


def _sayings(
    domain: Domain, rule: Rule, tests: list[Test], key: tuple[int, str, str, int]
) -> Iterator[Saying]:
    """Of a domain with this wording alone."""
    realizer, rng = Realizer(domain), stream("sayings", *key)
    kind = domain.schema.slot(rule.slot).kind
    said = set()
    for test in tests:
        for positive in (True, False):
            literal = GroundedLiteral(Primitive(rule.slot, test, rule.id), positive)
            if literal.effective() in said:
                continue
            said.add(literal.effective())
            choices = realizer.wordings.choices(literal, "cond")
            condition = demand = ""
            if choices:
                choice = rng.choice([one for one in choices if one.begins.mood == "if"] or choices)
                words = realizer.wordings.words(choice, rng.choice(choice.phrases), literal)
                condition = f"If {words}, ..."
            if realizer.wordings.choices(literal, "must"):
                demand = realizer.sentence((literal,), rng)
            if condition or demand:
                yield Saying(literal, literal_text(kind, literal), condition, demand)
