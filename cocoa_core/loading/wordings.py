"""Reads the wordings of a rule in rules.yaml: their keys, and what these say of a slot."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Final

from pydantic import ConfigDict

from cocoa_core.domain import FreeWording, Noun, Slot, Thing, Wording
from cocoa_core.domain.kinds import Kind
from cocoa_core.errors import DomainError
from cocoa_core.loading.arguments import MOST_ARGS, SCALAR, TESTS, comparison_at
from cocoa_core.loading.mistakes import lacking_key
from cocoa_core.loading.models.base import Model, says
from cocoa_core.loading.models.leaves import FLAG, phrase, raw, subject_phrase, verb_phrase
from cocoa_core.loading.values import choice_of, read_at, third_person
from cocoa_core.loading.yaml import Node

_AUXILIARIES: Final = ("be", "have", "do")
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
        """The third person singular, as the file has it, or else formed by the rules of regular verbs."""
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

    def wording(self, kind: Kind, over: str | None, tests: Collection[str] | None) -> Wording:
        """Returns the wording, with the noun or item that the tests need.

        Args:
            over: what the tests are over; None for the slot's own value.
            tests: the tests of the rule; None where they could not be read.

        Raises:
            DomainError: the keys do not suit the slot's kind, the tests or each other.
            InvalidDependencyError: a key has a mistake, which is noted already.
        """
        self._check_item(kind, over, tests)
        _check_noun(self, kind, over)
        if kind.yes_or_no and self.verb in _AUXILIARIES and not self.has("before") | self.has("after"):
            raise _lacking(self, "after", f"what `{self.verb}` goes with, such as `after: refundable`")
        if self.subject == "there" and self.verb != "be":
            expected = "`verb: be`, which alone goes with `subject: there`"
            raise self.unexpected("verb", expected, "or name the subject: `the room`")
        if self.plural and self.subject in ("it", "I"):
            raise self.unexpected("plural", f"no such key: the subject is {self.subject!r}")
        return Wording(
            verb=self.verb,
            third=self.third_person,
            subject=self.subject,
            plural=self.plural,
            before=self.before,
            after=self.after,
            item=self.item,
            noun=Noun(self.noun.one, self.noun.many) if self.noun else None,
        )

    def _check_item(self, kind: Kind, over: str | None, tests: Collection[str] | None) -> None:
        """Checks `item`, the subject of what is said of every item, of at least one, of none."""
        of_set = kind.worded and kind.several and over is None
        of_list = over in ("each", "any")
        if not self.has("item"):
            if of_list or (of_set and "only" in (tests or ())):
                about = f"over {over}" if of_list else "`only`"
                expected = f"what one item is called, for tests {about}, such as `item: layover`"
                raise _lacking(self, "item", expected)
            return
        if not of_set and not of_list:
            raise self.unexpected("item", "no such key: it is for tests of single items", "leave it out")
        if "all" in (tests or ()):
            reason = "no such key for the test `all`: no single item is all of several"
            raise self.unexpected("item", reason, "word `all` with a verb in a rule of its own")
        if self.has("subject") or self.has("plural"):
            raise self.unexpected("item", "either `item` or `subject`: the item is the subject")


class ThingKeys(Model):
    """A noun phrase for what is wanted."""

    what = "the noun phrase of `want`"
    before: Annotated[str, phrase(60)] = says("Fixed words before the comparison or the value.", "")
    after: Annotated[str, phrase(60)] = says("Fixed words after it.", "")
    noun: NounKeys | None = says("What is counted, where the value is a number of something.", None)

    def thing(self, kind: Kind, over: str | None, tests: Collection[str] | None) -> Thing:
        """Returns the noun phrase, with the noun that the tests need.

        Args:
            over: what the tests are over; None for the slot's own value.
            tests: the tests of the rule; None where they could not be read.

        Raises:
            DomainError: no noun phrase says these tests, or the keys do not suit the slot's kind.
            InvalidDependencyError: a key has a mistake, which is noted already.
        """
        expected = ""
        if tests and set(tests) <= {"only"}:
            expected = "no such key for the test `only`: no noun phrase says that all are among several"
        elif over in ("each", "any"):
            expected = f"no such key over {over}: a noun phrase does not say whether each or any is meant"
        if expected:
            problem = "`want` cannot be said"
            raise DomainError(problem, expected=expected, fix="leave it out", place=self.place)
        _check_noun(self, kind, over)
        if kind.yes_or_no and not self.has("before") | self.has("after"):
            raise _lacking(self, "after", "what is wanted, such as `after: free breakfast`")
        return Thing(self.before, self.after, Noun(self.noun.one, self.noun.many) if self.noun else None)


class FreeWordingKeys(_Verbal):
    """A wording whose meaning the author asserts."""

    what = "the free wording"
    test: Annotated[Node, raw({"enum": list(TESTS)})] = says("The test that it means.")
    value: Annotated[Node, raw({"anyOf": [SCALAR, _ARGS]})] = says("The test's argument, or a list of them.")
    complement: Annotated[str, phrase(60)] = says("The words after the verb.")

    def wording(self, slot: Slot, over: str | None) -> FreeWording:
        """Returns the wording, which means one test by its author's assertion.

        Raises:
            DomainError: the slot has no such test, or the test does not take the value.
            InvalidDependencyError: a key has a mistake, which is noted already.
        """
        kind, described = slot.kind, f"test of a {slot.kind.name}"
        op = read_at(self.test, described, choice_of, described, sorted(slot.ops(over)))
        return FreeWording(
            test=comparison_at(self.value, op, over, kind),
            verb=self.verb,
            third=self.third_person,
            complement=self.complement,
        )


def _check_noun(keys: WordingKeys | ThingKeys, kind: Kind, over: str | None) -> None:
    counts = over == "count" or kind.comparison_row == "count"
    if counts and not keys.has("noun"):
        raise _lacking(keys, "noun", "what is counted: `noun: {one: stop, many: stops}`")
    if keys.has("noun") and not counts:
        raise keys.unexpected("noun", "no such key: nothing is counted here", "leave it out")


def _lacking(keys: WordingKeys | ThingKeys, key: str, expected: str) -> DomainError:
    return lacking_key(keys.what, key, keys.place, expected, f"add `{key}`")
