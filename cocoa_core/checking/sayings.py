"""Writes the words of a domain's rules as sentences, so that an author reads what requests will say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from attrs import evolve, frozen

from cocoa_core.checking.places import Places
from cocoa_core.domain import Domain, GroundedLiteral, Primitive, Rule, Test, literal_text
from cocoa_core.errors import Place, UsageError
from cocoa_core.families.selection import splitting_tests
from cocoa_core.grouping import grouped
from cocoa_core.language import Realizer, Wordings
from cocoa_core.seeds import stream
from cocoa_core.suggestions import did_you_mean, listed, quoted

_KEYS: Final = ("say", "want", "also")
_MOST_GROUPS: Final = 50
"""Groups in which values are looked for with which a test splits one of them."""


@frozen
class Saying:
    """A literal in one wording."""

    literal: GroundedLiteral
    text: str
    """The literal in formal notation: `!price < 400`."""
    condition: str
    """A sentence; empty where the wording states no condition, as `want` does not."""
    demand: str
    """A sentence; empty where the wording states no demand."""

    @property
    def denied(self) -> bool:
        """Whether the literal negates the test that the rule draws."""
        return not self.literal.positive

    def to_json(self) -> dict[str, Any]:
        """Returns the saying as plain data, with the literal in formal notation."""
        sentences = {"condition": self.condition, "demand": self.demand}
        return {"literal": self.text, "denied": self.denied, **sentences}


@frozen
class WordingWords:
    """A wording and its sentences."""

    key: str
    """`say`, `want` or `also`."""
    number: int
    """Its number in the list of the key, from 1."""
    place: Place
    """Its position in rules.yaml."""
    sayings: tuple[Saying, ...]

    def to_json(self) -> dict[str, Any]:
        """Returns the wording as plain data, in the order of the fields; of the position only the line."""
        sayings = [saying.to_json() for saying in self.sayings]
        return {"key": self.key, "number": self.number, "line": self.place.line, "sayings": sayings}


@frozen
class RuleWords:
    """A rule with all of its wordings, in the order of the file."""

    rule: str
    slot: str
    proposed: bool
    """Whether `cocoa new-domain` proposed its words and nobody has taken `proposed` out since."""
    place: Place
    wordings: tuple[WordingWords, ...]

    def to_json(self) -> dict[str, Any]:
        """Returns the rule as plain data: rule, slot, proposed, file, line, wordings."""
        named = {"rule": self.rule, "slot": self.slot, "proposed": self.proposed}
        wordings = [wording.to_json() for wording in self.wordings]
        return {**named, "file": self.place.file, "line": self.place.line, "wordings": wordings}


def said_rules(domain: Domain, rule: str | None = None, seed: int = 0) -> tuple[RuleWords, ...]:
    """Returns every wording of every rule, in the order of rules.yaml.

    Each is said with a test of every op that the rule draws, positive and negated, as a condition and as a
    demand. An op that says what the negation of another one says (less, at_least) is not said again. Values
    are those of the catalogue, as the rule draws them; comparisons and first words are drawn by seed from
    those that requests use.

    Args:
        rule: the id of the only rule; None for all rules.

    Raises:
        UsageError: there is no such rule.
    """
    names = [domain_rule.id for domain_rule in domain.rules]
    if rule is not None and rule not in names:
        raise UsageError(
            f"there is no rule {quoted(rule)}",
            expected=f"one of {listed(names)}",
            fix=did_you_mean(rule, names),
        )
    places = Places(domain)
    wordings = Wordings(domain)
    rules_asked = (domain_rule for domain_rule in domain.rules if rule in (None, domain_rule.id))
    return tuple(_rule(domain, domain_rule, places, wordings, seed) for domain_rule in rules_asked)


def example_of(domain: Domain, rule: Rule, places: Places) -> str:
    """Returns one sentence with the rule; empty where no value of the catalogue gives one."""
    wordings = _rule(domain, rule, places, Wordings(domain), 0).wordings
    sayings = (saying for wording in wordings for saying in wording.sayings)
    return next((saying.demand or saying.condition for saying in sayings), "")


def _rule(domain: Domain, rule: Rule, places: Places, wordings: Wordings, seed: int) -> RuleWords:
    tests = _tests(domain, rule, wordings)
    rule_wordings = []
    for key in _KEYS:
        for number, wording in enumerate(getattr(rule, key)):
            alone = rule_with(rule, key, wording)
            own_tests = [wording.test] if key == "also" else tests
            sayings = _sayings(evolve(domain, rules=(alone,)), alone, own_tests, (seed, rule.id, key, number))
            rule_wordings.append(
                WordingWords(key, number + 1, places.rule(rule.id, key, number), tuple(sayings))
            )
    proposed = places.flag(rule.id, "proposed")
    return RuleWords(rule.id, rule.slot, proposed, places.rule(rule.id), tuple(rule_wordings))


def rule_with(rule: Rule, key: str, wording: object) -> Rule:
    """Returns the rule with one wording alone, under one of the keys `say`, `want` and `also`."""
    wordings: dict[str, Any] = {**dict.fromkeys(_KEYS, ()), key: (wording,)}
    return evolve(rule, **wordings)


def _tests(domain: Domain, rule: Rule, wordings: Wordings) -> list[Test]:
    """Returns, for each op, the middle test of those that split the first group that is split."""
    position, kind = domain.schema.position(rule.slot), domain.schema.slot(rule.slot).kind
    tests_by_op: dict[str, list[Test]] = {}
    for group in domain.catalogue.groups[:_MOST_GROUPS]:
        values = [domain.catalogue.rows[row][position] for row in group.rows]
        tests = splitting_tests(kind, values, rule, stream("said", rule.id))
        sayable = (test for test in tests if wordings.sayable(rule.id, rule.slot, test))
        tests_by_op = grouped((test.op, test) for test in sayable) | tests_by_op
        if len(tests_by_op) == len(rule.tests):
            break
    return [tests_by_op[op][len(tests_by_op[op]) // 2] for op in rule.tests if op in tests_by_op]


def _sayings(
    domain: Domain, rule: Rule, tests: list[Test], key: tuple[int, str, str, int]
) -> Iterator[Saying]:
    """Yields the sayings of a domain that has only this wording."""
    realizer, rng = Realizer(domain), stream("sayings", *key)
    kind = domain.schema.slot(rule.slot).kind
    texts = set()
    for test in tests:
        for positive in (True, False):
            literal = GroundedLiteral(Primitive(rule.slot, test, rule.id), positive)
            if literal.effective() in texts:
                continue
            texts.add(literal.effective())
            choices = realizer.wordings.choices(literal, "cond")
            condition = demand = ""
            if choices:
                choice = rng.choice(
                    [conditional for conditional in choices if conditional.begins.mood == "if"] or choices
                )
                words = realizer.wordings.words(choice, rng.choice(choice.phrases), literal)
                condition = f"If {words}, ..."
            if realizer.wordings.choices(literal, "must"):
                demand = realizer.sentence((literal,), rng)
            if condition or demand:
                yield Saying(literal, literal_text(kind, literal), condition, demand)
