"""From a requirement to a request in English: a seeded walk through the controlled grammar."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from attrs import field, frozen

from cocoa_core.domain.domain import Domain
from cocoa_core.domain.primitives import GroundedLiteral, Requirement, Value
from cocoa_core.domain.schema import SlotRef
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
from cocoa_core.language.wordings import Wordings

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
        frame, phrases = self.wordings.choices(literal)[0]
        return self.wordings.word(frame, phrases[0], literal).after(heads(frame, "cond")[0])

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
        worded = self.wordings.pick(literal, role, rng, affirmative)
        return None if worded is None else worded.after(rng.choice(heads(worded.frame, role)))

    def _shared_subject(self, literals: SumTerm, rng: random.Random) -> str | None:
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
        return f"{has_to(chosen[0][0])} either {one} or {two}, or both"
