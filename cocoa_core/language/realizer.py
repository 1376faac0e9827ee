"""From a requirement to a request in English: a seeded walk through the controlled grammar."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from attrs import field, frozen

from cocoa_core.domain.domain import Domain
from cocoa_core.domain.primitives import GroundedLiteral, Requirement, Value
from cocoa_core.domain.schema import SlotRef
from cocoa_core.language.fitting import fits, is_choice, moods_of
from cocoa_core.language.forms import form_parts
from cocoa_core.language.heads import has_to, heads
from cocoa_core.language.phrases import (
    CONNECTIVES,
    FORMS,
    LAST_CONNECTIVES,
    LIST_CLOSING,
    LIST_OPENING,
    Form,
)
from cocoa_core.language.spoken import article
from cocoa_core.language.wordings import Manner, Wordings

__all__ = ["Allowed", "Realizer", "opening"]

SumTerm = tuple[GroundedLiteral, ...]
Allowed = Callable[[SumTerm, Form], bool]
"""Whether a form may be used for a sum term with its literals in this order."""

_CONNECTED = 0.4
_JOINED = 0.3
_CLOSED = 0.3


_LONG = 3
"""Literals of a sum term that is not put after ", and"."""
_NAMED = ("singular", "plural")
_STATED = Manner()


@frozen
class _Last:
    """The sentence before: its form, and the mood of its first demand."""

    form: Form | None = None
    mood: str = ""


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


@frozen(eq=False)
class Realizer:
    """Words requirements of one domain. Holds no state between calls: text = f(requirement, group, rng)."""

    domain: Domain
    wordings: Wordings = field(init=False, repr=False)

    @wordings.default
    def _index(self) -> Wordings:
        return Wordings(self.domain)

    def sayable(self, literal: GroundedLiteral) -> bool:
        """Whether the literal and its negation can both be worded."""
        one = literal.primitive
        return self.wordings.sayable(one.rule, one.slot, one.test)

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
        units, last = True, _Last()
        connectives = rng.sample(CONNECTIVES, len(CONNECTIVES))
        for place, term in enumerate(order):
            body, last = self._sentence(term, rng, allowed, last)
            joins = last.form is not None and last.form.joins and len(term) < _LONG
            if units and joins and sentences and rng.random() < _JOINED:
                sentences[-1] = f"{sentences[-1]}, and {body}"
                units = False
                continue
            opened = ""
            if place and rng.random() < _CONNECTED:
                closing = place == len(order) - 1 and len(order) > 2 and rng.random() < _CLOSED
                opened = rng.choice(LAST_CONNECTIVES) if closing else connectives[place % len(connectives)]
            sentences.append(opened + body)
            units = len(term) == 1 and joins and opened != "and "
        return " ".join(
            [opening(self.domain, group), *(f"{body[0].upper()}{body[1:]}." for body in sentences)]
        )

    def clause(self, literal: GroundedLiteral) -> str:
        """The literal as a plain statement in its first wording: "it costs under $400"."""
        frame, phrases = self.wordings.choices(literal)[0]
        return self.wordings.word(frame, phrases[0], literal).after(heads(frame, "cond")[0])

    def _sentence(
        self, term: SumTerm, rng: random.Random, allowed: Allowed, last: _Last
    ) -> tuple[str, _Last]:
        if len(term) not in FORMS:
            literals = list(term)
            rng.shuffle(literals)
            return self._list(literals, rng), _Last()
        shapes = [self.wordings.shape(literal) for literal in term]
        for fit in fits(shapes, last.form.family if last.form else "", rng):
            ordered = tuple([term[place] for place in fit.order])
            if allowed(ordered, fit.form):
                moods = moods_of(fit.form, last.mood, rng)
                body = self._fill_form(fit.form, ordered, moods, rng)
                if body is not None:
                    return body, _Last(fit.form, moods[0][0])
        form = FORMS[len(term)][0]
        body = self._fill_form(form, term, moods_of(form, last.mood, rng), rng)
        if body is None:
            raise LookupError(f"no wording for {term}")
        return body, _Last(form)

    def _list(self, literals: Sequence[GroundedLiteral], rng: random.Random) -> str:
        items = []
        for place, one in enumerate(literals):
            worded = self.wordings.pick(one, "cond", rng, _STATED)
            items.append(f"({chr(97 + place)}) {worded[1] if worded else ''}")
        return f"{LIST_OPENING} {'; '.join(items[:-1])}; {LIST_CLOSING} {items[-1]}"

    def _fill_form(
        self, form: Form, literals: SumTerm, moods: Sequence[tuple[str, ...]], rng: random.Random
    ) -> str | None:
        if form.same_subject:
            return self._shared_subject(form, literals, rng)
        words: list[str] = []
        named: tuple[str, ...] = ()
        demanded = 0
        simple = is_choice(form)
        for part in form_parts(form):
            if isinstance(part, str):
                words.append(part)
                continue
            literal = literals[part.place - 1]
            mood = moods[min(demanded, len(moods) - 1)]
            demanded += part.role == "must"
            manner = Manner(mood, part.place in form.affirmative, simple, named)
            worded = self.wordings.pick(
                literal if part.positive else literal.negated(), part.role, rng, manner
            )
            if worded is None:
                return None
            frame, clause = worded
            if frame.style in _NAMED:
                named = (*named, frame.subject)
            words.append(clause)
        return "".join(words)

    def _shared_subject(self, form: Form, literals: SumTerm, rng: random.Random) -> str | None:
        first, second = (self.wordings.choices(literal, "vp") for literal in literals)
        pairs = [
            (one, two)
            for one in first
            for two in second
            if (one[0].subject, one[0].style) == (two[0].subject, two[0].style)
        ]
        if not pairs:
            return None
        chosen = rng.choice(pairs)
        one, two = (
            self.wordings.word(frame, rng.choice(phrases), literal).after(frame.verb)
            for (frame, phrases), literal in zip(chosen, literals, strict=True)
        )
        both = ", or both" if form.pattern.endswith("both") else ""
        return f"{has_to(chosen[0][0])} either {one} or {two}{both}"
