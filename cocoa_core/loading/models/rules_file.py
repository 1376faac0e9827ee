"""What rules.yaml says."""

from __future__ import annotations

from itertools import combinations
from typing import Annotated, Any, Final, TypeAlias

from pydantic import ConfigDict

from cocoa_core.domain import Source
from cocoa_core.loading.inert import closing_of, opening_of, reason_of
from cocoa_core.loading.mistakes import RefusedError
from cocoa_core.loading.models.base import Model, says
from cocoa_core.loading.models.leaves import (
    FLAG,
    Entries,
    Items,
    Kept,
    Leaf,
    Otherwise,
    inert,
    pattern,
    phrase,
    raw,
    subject_phrase,
    verb_phrase,
    whole_number,
)
from cocoa_core.loading.models.schema_file import MOST_ARGS, MOST_SLOTS, OVERS, PAIRS, SCALAR, SEVERAL, TESTS
from cocoa_core.loading.values import third_person
from cocoa_core.loading.yaml.nodes import Node, ScalarNode

__all__ = [
    "DRAW_SOURCES",
    "NEITHER",
    "SIDES",
    "DrawKeys",
    "FreeWordingKeys",
    "NounKeys",
    "ReasonsKeys",
    "RuleKeys",
    "RulesFile",
    "ThingKeys",
    "WordingKeys",
]

SIDES: Final = ("less", "more", "yes", "no")
"""Which way a literal can point."""
NEITHER: Final = "neither"

DRAW_SOURCES: Final[tuple[Source, ...]] = ("grid", "quantiles", "fixed")
"""Keys of `draw` that say where arguments come from; one of them, or none: the group's own values."""
_TWO_SOURCES: Final[list[Any]] = [{"required": list(pair)} for pair in combinations(DRAW_SOURCES, 2)]
MOST_RULES: Final = 50
"""Of one slot."""
_MOST_WORDINGS: Final = 50
_MOST_REASONS: Final = 20
"""Of one side."""
_MOST_OPENINGS: Final = 200
_MOST_CLOSINGS: Final = 50
_EFFECTIVE: Final = (*TESTS, *(f"not_{test}" for test in ("is", *PAIRS, *SEVERAL)))
_DISTANCE: Final = raw({"type": ["string", "number"]})
_ARGS: Final = {"type": "array", "items": SCALAR, "minItems": 1, "maxItems": MOST_ARGS}
_VERB_SAYS: Final = (
    "The base form, with what belongs to it: cost, be, take off. cocoa adds comparison and negation."
)
_THIRD_SAYS: Final = "The third person singular, where it is irregular."


class NounKeys(Model):
    """What is counted."""

    what = "`noun`"
    one: Annotated[str, phrase(40)] = says("Singular: stop.")
    many: Annotated[str, phrase(40)] = says("Plural: stops.")


class _Verbal(Model):
    verb: Annotated[str, verb_phrase(40)] = says(_VERB_SAYS)
    third: Annotated[str, phrase(40)] = says(_THIRD_SAYS, "")

    @property
    def third_person(self) -> str:
        """The third person singular, as the file has it or as the rule makes it."""
        return self.third or third_person(self.verb)


class WordingKeys(_Verbal):
    """A wording of a rule."""

    model_config = ConfigDict(json_schema_extra={"not": {"required": ["item", "subject"]}})
    what = "the wording"
    subject: Annotated[str, subject_phrase(60)] = says(
        "it (the default), I, there, or a noun phrase such as the fare.", "it"
    )
    plural: Annotated[bool, FLAG] = says("true where the noun phrase is grammatically plural.", False)
    before: Annotated[str, phrase(60)] = says("Fixed words before the comparison or the value.", "")
    after: Annotated[str, phrase(60)] = says("Fixed words after it.", "")
    item: Annotated[str, phrase(40)] = says(
        "What one item is called, singular; stands in place of the subject.", ""
    )
    noun: NounKeys | None = says("What is counted, where the value is a number of something.", None)


class ThingKeys(Model):
    """A noun phrase for what is wanted."""

    what = "the noun phrase of `want`"
    before: Annotated[str, phrase(60)] = says("Fixed words before the comparison or the value.", "")
    after: Annotated[str, phrase(60)] = says("Fixed words after it.", "")
    noun: NounKeys | None = says("What is counted, where the value is a number of something.", None)


_REASON: Final = inert(80, "", reason_of)
_Reasons: TypeAlias = Annotated[tuple[Annotated[str, _REASON], ...], Items(1, _MOST_REASONS, unique=True)]


class ReasonsKeys(Model):
    """Why somebody would demand one side or the other."""

    what = "`reasons`"
    less: _Reasons = says("Why it should be less or earlier.", ())
    more: _Reasons = says("Why it should be more or later.", ())
    yes: _Reasons = says("Why the words should hold.", ())
    no: _Reasons = says("Why they should not.", ())


class FreeWordingKeys(_Verbal):
    """A wording whose meaning the author asserts."""

    what = "the free wording"
    test: Annotated[Node, raw({"enum": list(TESTS)})] = says("The test that it means.")
    value: Annotated[Node, raw({"anyOf": [SCALAR, _ARGS]})] = says("The test's argument, or a list of them.")
    complement: Annotated[str, phrase(60)] = says("The words after the verb.")


class DrawKeys(Model):
    """How the arguments of tests are drawn."""

    model_config = ConfigDict(json_schema_extra={"not": {"anyOf": _TWO_SOURCES}})
    what = "`draw`"
    grid: Annotated[Node | None, _DISTANCE] = says(
        "Multiples of this step, in the slot's unit: 100, 15m, 7d.", None
    )
    quantiles: Annotated[int, whole_number(1, 100)] = says(
        "So many inner quantiles of the group's values.", 0
    )
    fixed: Annotated[tuple[Annotated[Node, raw(SCALAR)], ...], Items(1, 100, unique=True)] = says(
        "Exactly these.", ()
    )
    items: Annotated[tuple[Annotated[int, whole_number(1, 20)], ...], Items(2, 2)] = says(
        "The fewest and the most values of one_of, any, none, only and all; [1, 2] without it.", (1, 2)
    )
    width: Annotated[tuple[Annotated[Node, _DISTANCE], ...], Items(2, 2)] = says(
        "How far the ends of between and within are apart, least and most.", ()
    )
    adjacent: Annotated[bool, FLAG] = says(
        "true where several values stand next to each other in the order of the schema, as grades do.", False
    )
    including: Annotated[Node | None, raw(SCALAR)] = says(
        "With `adjacent`: a value that is always among them, such as the best grade.", None
    )


def _values(node: Node) -> None:
    """The word that says what is so without the key."""
    if not isinstance(node, ScalarNode) or node.value != "values":
        raise RefusedError("values, {grid: ...}, {quantiles: ...} or {fixed: [...]}")


class RuleKeys(Model):
    """One rule."""

    what = "the rule"
    id: Annotated[
        str, pattern(61, "[a-z][a-z0-9_-]*", 'a small letter, then small letters, digits, "-" and "_"')
    ] = says("A name of its own in the domain.")
    tests: Annotated[
        tuple[Annotated[Node, raw({"enum": list(TESTS)})], ...], Items(1, len(TESTS), unique=True)
    ] = says("Which tests may be drawn, in their positive form; negations come along.")
    say: Annotated[tuple[WordingKeys, ...], Items(1, _MOST_WORDINGS)] = says(
        "Wordings: subject, verb and fixed words. cocoa adds the comparison."
    )
    over: Annotated[Node | None, raw({"enum": list(OVERS)})] = says(
        "What is compared of a list, or count of a set.", None
    )
    draw: Annotated[DrawKeys | None, Otherwise(Leaf(_values, {"const": "values"}))] = says(
        "How arguments are drawn; values, the group's own, without it.", None
    )
    also: Annotated[tuple[FreeWordingKeys, ...], Items(0, _MOST_WORDINGS)] = says(
        "Free wordings, whose meaning the author asserts.", ()
    )
    atypical: Annotated[
        tuple[Annotated[Node, raw({"enum": list(_EFFECTIVE)})], ...], Items(0, len(_EFFECTIVE))
    ] = says("Tests that few people ask for, once negation has moved into the test.", ())
    weight: Annotated[int, whole_number(1, 1000)] = says(
        "Relative chance of this rule among the slot's; 1 without it.", 1
    )
    wanted: Annotated[Node | None, raw({"enum": [*SIDES, NEITHER]})] = says(
        "Which way people want it: less or more of what is ordered, yes or no to anything else; neither.",
        None,
    )
    want: Annotated[tuple[ThingKeys, ...], Items(1, _MOST_WORDINGS)] = says(
        'Noun phrases for what is wanted: "a layover in", which "I want" and a value go around.', ()
    )
    reasons: ReasonsKeys | None = says("By side, why somebody would demand that: clauses.", None)
    proposed: Annotated[bool, FLAG] = says(
        "true as long as nobody has read the words that `cocoa new-domain` proposed; `cocoa say` says them.",
        False,
    )


class RulesFile(Model):
    """The whole file."""

    what = "the rule set"
    rules: Annotated[
        dict[str, Annotated[tuple[RuleKeys, ...], Items(1, MOST_RULES), Kept("the rules of")]],
        Entries(1, MOST_SLOTS),
    ] = says("For each slot what requests may ask of it.")
    openings: Annotated[
        tuple[Annotated[str, inert(200, ".?!", opening_of)], ...], Items(1, _MOST_OPENINGS, unique=True)
    ] = says("First sentences of requests, with {slot} for the value of each slot of `group_by`.", ())
    closings: Annotated[
        tuple[Annotated[str, inert(200, ".?!", closing_of)], ...], Items(1, _MOST_CLOSINGS, unique=True)
    ] = says("Last sentences, which requests may end with.", ())
