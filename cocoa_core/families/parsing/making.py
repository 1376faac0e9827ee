"""Makes the items of a run: draws sentences, proves each with the parser, writes every notation."""

from __future__ import annotations

import hashlib
import json
import random
from collections import Counter
from typing import Final

from attrs import evolve, frozen

from cocoa_core.errors import SettingsError
from cocoa_core.families.parsing.forms import COGS, CogsForm, CogsText, NounTerm, RoleTerm
from cocoa_core.families.parsing.grammar import Drawn, draw_primitive, draw_sentence, draw_tested
from cocoa_core.families.parsing.notations import NOTATIONS
from cocoa_core.families.parsing.record import ASK, IN_DISTRIBUTION, PARSING, PLAIN, ParsingItem
from cocoa_core.families.parsing.rows import PRIMITIVE
from cocoa_core.families.parsing.settings import GEN, REORDERED, TRAIN, ParsingSettings
from cocoa_core.independent import Fact, cases_of, meanings
from cocoa_core.items import Provenance
from cocoa_core.lexicon import NAMES
from cocoa_core.seeds import seed_of, stream
from cocoa_core.version import __version__

_WHOLE: Final = 10_000
_STEP: Final = 3_819
"""Coprime to 10,000 and near its golden section: neighbouring indices are spread over the sides."""
_ALONE: Final = 0.02
"""The share of single words among the training items of runs that hold something out."""
_TRIES: Final = 200
"""Draws for one item before the run gives up."""


def facts_of(form: CogsForm) -> Counter[Fact]:
    """Returns the facts that a form states, in the parser's representation."""
    facts: list[Fact] = [("the", noun.predicate, "", noun.variable, None) for noun in form.definites]
    for conjunct in form.body:
        if isinstance(conjunct, NounTerm):
            facts.append(("a", conjunct.predicate, "", conjunct.variable, None))
        elif isinstance(conjunct, RoleTerm):
            facts.append(("role", conjunct.verb, conjunct.role, conjunct.event, conjunct.filler))
        else:
            facts.append(
                ("mod", conjunct.noun, f"{conjunct.relation} {conjunct.word}", conjunct.head, conjunct.other)
            )
    return Counter(facts)


def item_id(seed: int, settings: str, index: int, attempt: int, number: int) -> str:
    """Returns the id of an item: 16 hexadecimal digits.

    Args:
        settings: the canonical line of the settings.
        number: the position of the item among those of its index.
    """
    key = json.dumps([PARSING, seed, settings, index, attempt, number])
    return hashlib.sha256(key.encode()).hexdigest()[:16]


@frozen
class ParsingMaker:
    """Makes the items of a run."""

    settings: ParsingSettings
    seed: int

    def items(self, index: int, attempt: int = 0) -> tuple[ParsingItem, ...]:
        """Returns the sentence of an index in all variants asked for, the plain one first."""
        settings = self.settings
        rng = stream(PARSING, self.seed, settings.text, index, attempt)
        side, category = self._place(index, rng)
        drawn, rejections = self._drawn(category, rng)
        ids = [
            item_id(self.seed, settings.text, index, attempt, number)
            for number in range(settings.most_an_index)
        ]
        provenance = Provenance(
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
                    provenance=provenance,
                )
            )
        return tuple(items)

    def _place(self, index: int, rng: random.Random) -> tuple[str | None, str]:
        """Returns the side and the category of an index.

        In every 10,000 indices each side has its share, and each case an equal part of gen.
        """
        offset = seed_of("side", self.seed, self.settings.text) % _WHOLE
        remaining = (index + offset) * _STEP % _WHOLE
        for side, share in self.settings.split:
            if remaining < share:
                if side == GEN:
                    return side, self.settings.held[remaining * len(self.settings.held) // share]
                single_word = side == TRAIN and self.settings.held and rng.random() < _ALONE
                return side, PRIMITIVE if single_word else IN_DISTRIBUTION
            remaining -= share
        return None, IN_DISTRIBUTION

    def _drawn(self, category: str, rng: random.Random) -> tuple[Drawn, Counter[str]]:
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
    """Returns why a sentence is rejected.

    The parser has to read it in exactly one way, which is its form, and to find in it nothing that is held
    out but what the category tests.

    Args:
        category: the case that the sentence has to test; None if it is in distribution.

    Returns:
        None if the sentence is accepted.
    """
    names = [word for word in drawn.words if word in NAMES]
    if len(names) != len(set(names)):
        return "a name twice"
    readings = meanings(drawn.words)
    if len(readings) != 1:
        return "several readings" if readings else "no reading"
    if not isinstance(drawn.form, CogsForm) or Counter(readings[0].facts) != facts_of(drawn.form):
        return "another reading"
    broken, tested = cases_of(readings[0])
    if broken & held != ({category} if category else set()) or (category and category not in tested):
        return "another case"
    return None


def _reordered(form: CogsText, rng: random.Random) -> CogsText:
    if not isinstance(form, CogsForm):
        return form
    definites, body = list(form.definites), list(form.body)
    rng.shuffle(definites)
    rng.shuffle(body)
    return evolve(form, definites=tuple(definites), body=tuple(body))
