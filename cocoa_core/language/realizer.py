"""From a requirement to a request in English: a seeded walk through the controlled grammar."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from attrs import field, frozen
from cocoa_core.domain.domain import Domain
from cocoa_core.domain.schema import SlotRef

from cocoa_core.domain.primitives import GroundedLiteral, Requirement, Scalar, Test, Value
from cocoa_core.language.forms import form_parts
from cocoa_core.language.frames import Frame, Phrase, Said, frames_of, said
from cocoa_core.language.heads import has_to, heads
from cocoa_core.language.phrases import (
    CONNECTIVES,
    FORMS,
    LIMITING,
    LAST_CONNECTIVES,
    LIST_CLOSING,
    LIST_OPENING,
    Form,
)
from cocoa_core.language.spoken import article, joined, say

__all__ = ["Allowed", "Realizer", "opening"]

SumTerm = tuple[GroundedLiteral, ...]
Allowed = Callable[[SumTerm, Form], bool]
"""Whether a form may be used for a sum term with its literals in this order."""

_CONNECTED = 0.4
_JOINED = 0.3
_CLOSED = 0.3


def _always(_term: SumTerm, _form: Form) -> bool:
    return True


def opening(domain: Domain, group: Mapping[str, Value] | None) -> str:
    """The sentence that a request begins with, naming the group where the schema says how."""
    schema = domain.schema
    if schema.request and group is not None:
        parts = [
            schema.slot(part.slot).kind.show(group[part.slot]) if isinstance(part, SlotRef) else part
            for part in schema.request
        ]
        return " ".join(parts) + "."
    return f"I'm looking for {article(schema.noun)} {schema.noun}."


@frozen
class _Chosen:
    """A frame with one of its phrases filled in."""

    frame: Frame
    rest: str

    def words(self, head: str) -> str:
        return f"{head} {self.rest}" if self.rest else head


@frozen(eq=False)
class Realizer:
    """Words requirements of one domain. Holds no state between calls: text = f(requirement, group, rng)."""

    domain: Domain
    _frames: dict[tuple[str, Said], tuple[Frame, ...]] = field(init=False, repr=False)
    _spoken: dict[tuple[str, str, str | None, bool], tuple[tuple[Phrase, ...], frozenset[Test]]] = field(
        factory=dict, init=False, repr=False
    )

    @_frames.default
    def _index(self) -> dict[tuple[str, Said], tuple[Frame, ...]]:
        index: dict[tuple[str, Said], list[Frame]] = {}
        for frame in frames_of(self.domain):
            index.setdefault((frame.rule, frame.said), []).append(frame)
        return {key: tuple(frames) for key, frames in index.items()}

    def sayable(self, literal: GroundedLiteral) -> bool:
        """Whether the literal and its negation can both be worded."""
        return self._has_words(literal) and self._has_words(literal.negated())

    def _has_words(self, literal: GroundedLiteral) -> bool:
        one = literal.primitive
        key = (one.rule, one.test.op, one.test.over, literal.positive)
        known = self._spoken.get(key)
        if known is None:
            frames = self._frames.get((one.rule, said(literal)), ())
            known = self._spoken[key] = (
                tuple({phrase for frame in frames if not frame.asserted for phrase in frame.phrases}),
                frozenset(frame.fixed for frame in frames if frame.fixed is not None),
            )
        phrases, fixed = known
        return any(phrase.fits(one.test.args) for phrase in phrases) or one.test in fixed

    def realize(
        self,
        requirement: Requirement,
        rng: random.Random,
        group: Mapping[str, Value] | None = None,
        allowed: Allowed = _always,
    ) -> str:
        """The request: an opening, then the sum terms in a seeded order, one sentence each.

        `allowed` refuses forms that a careful reader could take in two ways where that would matter; the
        form "if ... ," is settled and stays available for any sum term of two or three literals.
        """
        order = list(requirement)
        rng.shuffle(order)
        sentences: list[str] = []
        units = True
        connectives = rng.sample(CONNECTIVES, len(CONNECTIVES))
        for place, term in enumerate(order):
            body, form = self._sentence(term, rng, allowed)
            if sentences and units and form is not None and form.joins and rng.random() < _JOINED:
                sentences[-1] = f"{sentences[-1]}, and {body}"
                units = False
                continue
            if place and rng.random() < _CONNECTED:
                last = place == len(order) - 1 and len(order) > 2 and rng.random() < _CLOSED
                body = (
                    rng.choice(LAST_CONNECTIVES) if last else connectives[place % len(connectives)]
                ) + body
            sentences.append(body)
            units = len(term) == 1
        return " ".join(
            [opening(self.domain, group), *(f"{body[0].upper()}{body[1:]}." for body in sentences)]
        )

    def clause(self, literal: GroundedLiteral) -> str:
        """The literal as a plain statement in its first wording: "it costs under $400"."""
        frame, phrase = self._choices(literal)[0]
        return _Chosen(frame, self._fill(frame, phrase, literal)).words(heads(frame, "cond")[0])

    def _sentence(self, term: SumTerm, rng: random.Random, allowed: Allowed) -> tuple[str, Form | None]:
        literals = list(term)
        rng.shuffle(literals)
        forms = FORMS.get(len(literals))
        if forms is None:
            return self._list(literals, rng), None
        ordered = tuple(literals)
        for form in rng.sample(forms, len(forms)):
            if allowed(ordered, form):
                body = self._fill_form(form, ordered, rng)
                if body is not None:
                    return body, form
        body = self._fill_form(forms[0], ordered, rng)
        if body is None:
            raise LookupError(f"no wording for {ordered}")
        return body, forms[0]

    def _list(self, literals: Sequence[GroundedLiteral], rng: random.Random) -> str:
        items = [
            f"({chr(97 + place)}) {self._role('cond', one, rng, False)}" for place, one in enumerate(literals)
        ]
        return f"{LIST_OPENING} {'; '.join(items[:-1])}; {LIST_CLOSING} {items[-1]}"

    def _fill_form(self, form: Form, literals: SumTerm, rng: random.Random) -> str | None:
        if form.same_subject:
            return self._shared_subject(literals, rng)
        words = []
        for part in form_parts(form):
            if isinstance(part, str):
                words.append(part)
                continue
            literal = literals[part.place - 1]
            clause = self._role(
                part.role,
                literal if part.positive else literal.negated(),
                rng,
                part.place in form.affirmative,
            )
            if clause is None:
                return None
            words.append(clause)
        return "".join(words)

    def _role(self, role: str, literal: GroundedLiteral, rng: random.Random, affirmative: bool) -> str | None:
        choices = [
            (frame, phrase)
            for frame, phrase in self._choices(literal)
            if heads(frame, role)
            and not (affirmative and frame.negated)
            and not (role == "can" and limits(phrase))
        ]
        if not choices:
            return None
        frame, phrase = rng.choice(choices)
        return _Chosen(frame, self._fill(frame, phrase, literal)).words(rng.choice(heads(frame, role)))

    def _shared_subject(self, literals: SumTerm, rng: random.Random) -> str | None:
        first, second = (
            [one for one in self._choices(literal) if heads(one[0], "vp")] for literal in literals
        )
        pairs = [(one, two) for one in first for two in second if one[0].subject == two[0].subject]
        if not pairs:
            return None
        (frame, phrase), (other, other_phrase) = rng.choice(pairs)
        one = _Chosen(frame, self._fill(frame, phrase, literals[0])).words(frame.verb)
        two = _Chosen(other, self._fill(other, other_phrase, literals[1])).words(other.verb)
        return f"{has_to(frame)} either {one} or {two}, or both"

    def _choices(self, literal: GroundedLiteral) -> list[tuple[Frame, Phrase]]:
        """Frames and phrases that can say the literal, in the order of the rules."""
        test = literal.primitive.test
        frames = self._frames.get((literal.primitive.rule, said(literal)), ())
        return [
            (frame, phrase)
            for frame in frames
            if frame.fixed is None or frame.fixed == test
            for phrase in frame.phrases
            if frame.asserted or phrase.fits(test.args)
        ]

    def _fill(self, frame: Frame, phrase: Phrase, literal: GroundedLiteral) -> str:
        if frame.asserted:
            return phrase.template
        test = literal.primitive.test
        kind = self.domain.schema.slot(literal.primitive.slot).kind
        return fill(phrase.template, [say(kind, test.over, arg) for arg in test.args], frame, test.args)


def limits(phrase: Phrase) -> bool:
    """Whether a phrase reads as a limit rather than as a case that could be allowed."""
    return phrase.template.startswith(LIMITING) or phrase.template.endswith((" or less", " or fewer"))


def fill(template: str, values: Sequence[str], frame: Frame, args: tuple[Scalar, ...]) -> str:
    """A phrase with its values and counted nouns put in; values are never scanned for placeholders."""
    nouns = {}
    if frame.noun is not None:
        nouns = {"{noun}": frame.noun.one if args[0] == 1 else frame.noun.many, "{nouns}": frame.noun.many}
    words = []
    for word in template.split(" "):
        if word == "{or}":
            words.append(joined(values, "or"))
        elif word == "{and}":
            words.append(f"both {joined(values, 'and')}" if len(values) == 2 else joined(values, "and"))
        elif word in ("{0}", "{1}"):
            words.append(values[int(word[1])])
        else:
            words.append(nouns.get(word, word))
    return " ".join(words)
