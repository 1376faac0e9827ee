"""The items of a run: drawn, proved by the parser, written in every notation that is asked for."""

from __future__ import annotations

import hashlib
import json
import random
from collections import Counter
from typing import Final

from attrs import evolve, frozen

from cocoa_core.errors import SettingsError
from cocoa_core.families.parsing.categories import IN_DISTRIBUTION
from cocoa_core.families.parsing.forms import COGS, CogsForm, CogsText, Noun, Role
from cocoa_core.families.parsing.grammar import Drawn, draw_primitive, draw_sentence, draw_tested
from cocoa_core.families.parsing.notations import NOTATIONS
from cocoa_core.families.parsing.record import ASK, PARSING, PLAIN, ParsingItem
from cocoa_core.families.parsing.rows import PRIMITIVE
from cocoa_core.families.parsing.settings import GEN, REORDERED, TRAIN, ParsingSettings
from cocoa_core.independent import Fact, cases_of, meanings
from cocoa_core.items import Provenance
from cocoa_core.lexicon import NAMES
from cocoa_core.seeds import seed_of, stream
from cocoa_core.version import __version__

__all__ = ["ParsingMaker", "facts_of", "item_id", "reason_against"]

_WHOLE: Final = 10_000
_STEP: Final = 3_819
"""Coprime to 10,000 and near its golden section: so far apart, neighbours fall evenly over the sides."""
_ALONE: Final = 0.02
"""The share of single words among training items that hold words out."""
_TRIES: Final = 200


def facts_of(form: CogsForm) -> Counter[Fact]:
    """Returns what a form says, as the parser has it."""
    found: list[Fact] = [("the", noun.predicate, "", noun.variable, None) for noun in form.definites]
    for one in form.body:
        if isinstance(one, Noun):
            found.append(("a", one.predicate, "", one.variable, None))
        elif isinstance(one, Role):
            found.append(("role", one.verb, one.role, one.event, one.filler))
        else:
            found.append(("mod", one.noun, f"{one.relation} {one.word}", one.head, one.other))
    return Counter(found)


def item_id(seed: int, settings: str, index: int, attempt: int, number: int) -> str:
    """16 hexadecimal digits.

    Args:
        settings: their canonical line.
    """
    key = json.dumps([PARSING, seed, settings, index, attempt, number])
    return hashlib.sha256(key.encode()).hexdigest()[:16]


@frozen
class ParsingMaker:
    """Makes the items of a run."""

    settings: ParsingSettings
    seed: int

    def items(self, index: int, attempt: int = 0) -> tuple[ParsingItem, ...]:
        """Returns the sentence of an index in all forms that are asked for, the plain one first."""
        settings = self.settings
        rng = stream(PARSING, self.seed, settings.text, index, attempt)
        side, category = self._place(index, rng)
        drawn, rejections = self._drawn(category, rng)
        ids = [
            item_id(self.seed, settings.text, index, attempt, number)
            for number in range(settings.most_an_index)
        ]
        made = Provenance(
            seed=self.seed,
            index=index,
            attempt=attempt,
            settings=settings.to_json(),
            side=side,
            rejections=dict(rejections),
            version=__version__,
        )
        items = []
        for name, variant in zip(ids, (PLAIN, *settings.variants), strict=True):
            notation = settings.notation if variant in (PLAIN, REORDERED) else variant
            form = _reordered(drawn.form, rng) if variant == REORDERED else drawn.form
            items.append(
                ParsingItem(
                    id=name,
                    family=PARSING,
                    ask=ASK,
                    variant=variant,
                    groups={"meaning": ids[0]} if settings.variants else {},
                    key=NOTATIONS[notation].written(drawn.words, form, rng),
                    sentence=" ".join(drawn.words),
                    notation=notation,
                    category=category,
                    form=COGS.print(drawn.form),
                    provenance=made,
                )
            )
        return tuple(items)

    def _place(self, index: int, rng: random.Random) -> tuple[str | None, str]:
        """Side and category: in every 10,000 indices each side has its share, each case its part of gen."""
        offset = seed_of("side", self.seed, self.settings.text) % _WHOLE
        left = (index + offset) * _STEP % _WHOLE
        for side, share in self.settings.split:
            if left < share:
                if side == GEN:
                    return side, self.settings.held[left * len(self.settings.held) // share]
                alone = side == TRAIN and self.settings.held and rng.random() < _ALONE
                return side, PRIMITIVE if alone else IN_DISTRIBUTION
            left -= share
        return None, IN_DISTRIBUTION

    def _drawn(self, category: str, rng: random.Random) -> tuple[Drawn, Counter[str]]:
        """Returns a draw that is proved, and why earlier ones were not taken."""
        held = frozenset(self.settings.held)
        rejections: Counter[str] = Counter()
        for _ in range(_TRIES):
            if category == PRIMITIVE:
                return draw_primitive(held, rng), rejections
            inside = category == IN_DISTRIBUTION
            drawn = draw_sentence(held, rng) if inside else draw_tested(held, category, rng)
            reason = reason_against(drawn, held, None if inside else category)
            if reason is None:
                return drawn, rejections
            rejections[reason] += 1
        raise SettingsError(
            "no sentence could be drawn", got=f"{_TRIES} draws refused: {dict(rejections)}", expected="one"
        )


def reason_against(drawn: Drawn, held: frozenset[str], category: str | None) -> str | None:
    """Returns why a sentence is not taken; None if the parser reads it in one way, which is its form, and
    finds in it what the category holds out (None: nothing) and nothing else of it.
    """
    names = [word for word in drawn.words if word in NAMES]
    if len(names) != len(set(names)):
        return "a name twice"
    found = meanings(drawn.words)
    if len(found) != 1:
        return "several readings" if found else "no reading"
    if not isinstance(drawn.form, CogsForm) or Counter(found[0].facts) != facts_of(drawn.form):
        return "another reading"
    broken, tested = cases_of(found[0])
    if broken & held != ({category} if category else set()) or (category and category not in tested):
        return "another case"
    return None


def _reordered(form: CogsText, rng: random.Random) -> CogsText:
    """Returns the form with its conjuncts in another order; that of a word alone stays."""
    if not isinstance(form, CogsForm):
        return form
    definites, body = list(form.definites), list(form.body)
    rng.shuffle(definites)
    rng.shuffle(body)
    return evolve(form, definites=tuple(definites), body=tuple(body))
