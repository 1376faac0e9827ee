"""How a requirement came about in the course of a conversation, drawn backwards from what holds at the end.

Before and after the last revision, and at the beginning, exactly one option fits. The one that fits before
the last revision is drawn evenly from all, the right one included, and before the requirement is; where no
history has such a one, the questions are drawn anew. So what was right before says nothing of what is right
at the end.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Final

from attrs import frozen

from cocoa_core.domain import GroundedLiteral, Requirement, Schema, canonical
from cocoa_core.families.selection.generation.candidates import FAILING, Pool
from cocoa_core.families.selection.generation.context import DrawnQuestion
from cocoa_core.families.selection.generation.hearing import hear, nouns_of
from cocoa_core.families.selection.generation.wording import Wording
from cocoa_core.families.selection.setting_specs import PANEL
from cocoa_core.language import bounded_phrases, say
from cocoa_core.lexicon import BOUNDS, MARKERS, REVISIONS
from cocoa_core.proof import Proofs, equivalent

__all__ = ["FEWEST", "REVISE", "Revised", "Reviser", "RevisionPlan", "plan_of"]

REVISE: Final = "revise"
"""The delivery's name in records."""
FEWEST: Final = 2
"""Revisions of a conversation at the least. With one, whoever takes everything ever said together would know
when the right option stays the same."""
_UNDONE: Final = 0.25
"""Share of conversations, of three revisions or more, that end with "Scratch that last change.": such an end
turns on the same pair of options as a swap."""
_WORDINGS: Final = 3
_TRIES: Final = 24


@frozen
class Piece:
    """A term of a conversation. holds, fails: masks over the options. said: what says it, a sentence."""

    term: tuple[GroundedLiteral, ...]
    holds: int
    fails: int

    @property
    def slot(self) -> str:
        """Of a term of one literal, its slot; "" for others."""
        return self.term[0].primitive.slot if len(self.term) == 1 else ""

    def mentions(self, slot: str) -> bool:
        """Whether a literal is of the slot."""
        return any(literal.primitive.slot == slot for literal in self.term)


State = tuple[Piece, ...]


@frozen
class RevisionPlan:
    """What is drawn before the requirement, so that no search decides it.

    shift: from the place of the right option to that of the one which fits before the last revision.
    undone: whether the last revision takes back the one before it. swaps: for each swap before these, from
    the last to the first, whether what fits before it is the right option. fillers: other revisions, so many.
    """

    shift: int
    undone: bool
    swaps: tuple[bool, ...]
    fillers: int

    def ops(self, rng: random.Random) -> list[str]:
        """The operations in order; which fill the places between the swaps is drawn."""
        parts = [["swap"] for _ in self.swaps]
        left = self.fillers
        while left:
            ways = [["add"], ["drop"], ["value"], ["bound"], ["drop", "back"]]
            way = rng.choice(ways if left > 1 else ways[:-1])
            parts.append(way)
            left -= len(way)
        rng.shuffle(parts)
        return [op for part in parts for op in part] + (["swap", "undo"] if self.undone else ["swap"])


@frozen
class Step:
    """One revision: what it takes out of force, and what it puts in."""

    op: str
    drops: tuple[Piece, ...]
    adds: tuple[Piece, ...]
    state: State


@frozen
class Revised:
    """A conversation of one question. states: one a turn, the first before any revision."""

    steps: tuple[Step, ...]
    texts: tuple[str, ...]
    terms: tuple[tuple[GroundedLiteral, ...], ...]
    states: tuple[tuple[int, ...], ...]
    fits: tuple[tuple[int, ...], ...]


def plan_of(revisions: int, shift: int, rng: random.Random) -> RevisionPlan:
    """A plan of so many revisions, with one swap at the least before the last.

    So who takes everything together that was ever said finds nothing that fits.
    """
    undone = revisions > FEWEST and rng.random() < _UNDONE
    left = revisions - 1 - undone
    swaps = rng.randint(1, (left + 1) // 2)
    return RevisionPlan(shift, undone, tuple(not rng.randrange(PANEL) for _ in range(swaps)), left - swaps)


class Reviser:
    """Draws conversations over one domain."""

    def __init__(self, wording: Wording) -> None:
        self._wording = wording
        self._schema = wording.domain.schema
        self._nouns = nouns_of(self._schema)

    def draw(
        self, drawn: DrawnQuestion, plan: RevisionPlan, units: Sequence[Piece], rng: random.Random
    ) -> Revised | None:
        """A conversation that ends with the question; None where none was found in bounded tries."""
        draft, right = drawn.draft, drawn.placed
        if draft is None or right is None:
            raise ValueError("expected a requirement and the option that meets it")
        end = tuple(
            Piece(_demand_last(term, demand), _seen(holds, drawn.rows), _seen(fails, drawn.rows))
            for term, demand, holds, fails in zip(
                draft.requirement, draft.demands, draft.holds, draft.fails, strict=True
            )
        )
        for _ in range(_TRIES):
            steps = self._history(end, right, plan, units, rng)
            if steps is not None and self._proved(steps):
                for _ in range(_WORDINGS):
                    found = self._worded(steps, drawn, rng)
                    if found is not None:
                        return found
        return None

    def units(self, pool: Pool, rows: Sequence[int]) -> list[Piece]:
        """Every literal that a customer may want and call by a noun, as the options see it."""
        grouped = set(self._schema.group_by)
        found: list[Piece] = []
        for slot in pool.usable():
            if slot in grouped or slot not in self._nouns:
                continue
            looks = pool.looks(slot, rows)
            for candidate, look in zip(pool.candidates(slot), looks, strict=True):
                holds, fails = look & (1 << FAILING) - 1, look >> FAILING
                if candidate.direction >= 0:
                    found.append(Piece((candidate.literal,), holds, fails))
                if candidate.direction <= 0:
                    found.append(Piece((candidate.literal.negated(),), fails, holds))
        return found

    def _history(
        self,
        end: State,
        right: int,
        plan: RevisionPlan,
        units: Sequence[Piece],
        rng: random.Random,
    ) -> list[Step] | None:
        """The steps from the first state on, the first with the state alone; None where one is not found."""
        state, fits = end, right
        used = {literal.primitive.slot for piece in end for literal in piece.term}
        steps: list[Step] = []
        stale = (right + plan.shift) % PANEL
        targets = list(_targets(plan, right, stale, rng))
        ops = plan.ops(rng)
        places = iter(range(len(ops) - 1, -1, -1))
        for place in places:
            op = ops[place]
            if op == "undo":
                turned = self._swapped(state, stale, units, used, rng, named=True)
                if turned is None:
                    return None
                before, dropped, added = turned
                steps.append(Step("undo", (added,), (dropped,), state))
                steps.append(Step("swap", (dropped,), (added,), before))
                used.add(added.slot)
                next(places)
                continue
            if op == "back":
                named = [piece for piece in state if self._alone(piece, state)]
                if not named:
                    return None
                piece = rng.choice(named)
                without = tuple(one for one in state if one is not piece)
                if not without or _fit(without) is None:
                    return None
                steps.append(Step("back", (), (piece,), state))
                steps.append(Step("drop", (piece,), (), without))
                state = (*without, piece)
                next(places)
                continue
            if op == "swap":
                target = targets.pop(0)
                turned = self._swapped(state, target, units, used, rng, named=False)
                if turned is None:
                    return None
                before, taken, new = turned
                steps.append(Step("swap", (new,), (taken,), state))
                state, fits = before, target
                used.add(new.slot)
            elif op in ("bound", "value"):
                changed = _changed(op, state, fits, units, self._schema, rng)
                if changed is None:
                    return None
                old, new = changed
                steps.append(Step(op, (old,), (new,), state))
                state = tuple(old if one is new else one for one in state)
            elif op == "drop":
                new_ones = [unit for unit in units if unit.slot not in used and unit.holds >> fits & 1]
                if not new_ones:
                    return None
                new = _by_slot(new_ones, rng)
                steps.append(Step("drop", (new,), (), state))
                state = (*state, new)
                used.add(new.slot)
            else:
                spare = [
                    piece
                    for piece in state
                    if len(state) > 2 and _fit(tuple(one for one in state if one is not piece)) == (fits,)
                ]
                if not spare:
                    return None
                piece = rng.choice(spare)
                steps.append(Step("add", (), (piece,), state))
                state = tuple(one for one in state if one is not piece)
        steps.append(Step("", (), (), state))
        return steps[::-1]

    def _swapped(
        self,
        state: State,
        target: int,
        units: Sequence[Piece],
        used: set[str],
        rng: random.Random,
        *,
        named: bool,
    ) -> tuple[State, Piece, Piece] | None:
        """A state in which the target alone fits: one term less, and one of a slot that was never named.

        named: whether the term has to be one that can be dropped by its noun.
        """
        pieces = [piece for piece in state if not named or self._alone(piece, state)]
        rng.shuffle(pieces)
        for piece in pieces:
            left = tuple(one for one in state if one is not piece)
            standing = -1
            broken = 0
            for one in left:
                standing &= one.holds
                broken |= one.fails
            if left and not standing >> target & 1:
                continue
            open_ones = ~broken
            found = [
                unit
                for unit in units
                if unit.slot not in used
                and unit.holds >> target & 1
                and not (open_ones & _ALL & ~(1 << target) & ~unit.fails)
            ]
            if found:
                within = [(_near_misses((*left, unit)), unit) for unit in found]
                most = max(number for number, _ in within)
                new = _by_slot([unit for number, unit in within if number == most], rng)
                return (*left, new), piece, new
        return None

    def _alone(self, piece: Piece, state: State) -> bool:
        """Whether the term can be called by the noun of its slot."""
        slot = piece.slot
        return slot in self._nouns and sum(one.mentions(slot) for one in state) == 1

    def _proved(self, steps: Sequence[Step]) -> bool:
        """Whether each state can be met, every part of it matters, and it is settled what fits."""
        for step in steps:
            proofs = Proofs(self._schema, tuple(piece.term for piece in step.state))
            if _fit(step.state) is None or not proofs.satisfiable() or proofs.redundant_part() is not None:
                return False
        return True

    def _worded(self, steps: Sequence[Step], drawn: DrawnQuestion, rng: random.Random) -> Revised | None:
        """The turns in words, heard again: every reading has these states."""
        opening = drawn.request.sentences[0].text
        try:
            begun = " ".join([opening, *(self._sentence(piece, rng) for piece in steps[0].state)])
            texts = [begun, *(self._text(step, rng) for step in steps[1:])]
        except LookupError:
            return None
        readings = hear(self._wording.parser, texts[0], texts[1:])
        if not readings:
            return None
        wanted = [(step.op, tuple(piece.term for piece in step.state)) for step in steps]
        for reading in readings:
            for heard, (op, terms) in zip(reading, wanted, strict=True):
                if heard.op != op or not self._same(heard.terms, terms):
                    return None
        pieces = list(dict.fromkeys(piece for step in steps for piece in step.state))
        return Revised(
            tuple(steps),
            tuple(texts),
            tuple(piece.term for piece in pieces),
            tuple(tuple(pieces.index(piece) for piece in step.state) for step in steps),
            tuple(_fit(step.state) or () for step in steps),
        )

    def _same(self, one: Requirement, other: Requirement) -> bool:
        return canonical(self._schema, one) == canonical(self._schema, other) or equivalent(
            self._schema, one, other
        )

    def _sentence(self, piece: Piece, rng: random.Random) -> str:
        return self._wording.realizer.sentence(piece.term, rng)

    def _with_values(self, step: Step, pattern: str, rng: random.Random) -> str:
        """The sentence with the new comparison, or with both names."""
        old, new = step.drops[0].term[0], step.adds[0].term[0]
        kind = self._schema.slot(new.primitive.slot).kind
        if step.op == "bound":
            phrase = rng.choice(bounded_phrases(kind, new.effective().op))
            said = phrase.replace("{0}", say(kind, None, new.primitive.test.args[0]))
            return pattern.replace("{C}", said)
        names = [say(kind, None, one.primitive.test.args[0]) for one in (old, new)]
        return pattern.replace("{V}", names[0]).replace("{W}", names[1])

    def _text(self, step: Step, rng: random.Random) -> str:
        pattern = rng.choice(REVISIONS[step.op])
        if step.op in ("bound", "value"):
            pattern = self._with_values(step, pattern, rng)
        named = step.adds[0] if step.op in ("back", "bound") else step.drops[0] if step.drops else None
        said = self._sentence(step.adds[0], rng) if "{S}" in pattern or "{s}" in pattern else ""
        text = (
            pattern.replace("{N}", self._nouns[named.slot] if named is not None and "{N}" in pattern else "")
            .replace("{S}", said)
            .replace("{s}", _small(said))
        )
        marker = rng.choice(MARKERS)
        return f"{marker}{_small(text)}" if marker else text


def _changed(
    op: str, state: State, fits: int, units: Sequence[Piece], schema: Schema, rng: random.Random
) -> tuple[Piece, Piece] | None:
    """A term before one number or one name of it was changed, and after; the same option fits."""
    ways: list[tuple[Piece, Piece]] = []
    for new in state:
        if not new.slot or sum(one.mentions(new.slot) for one in state) > 1:
            continue
        literal, test = new.term[0], new.term[0].primitive.test
        if len(test.args) != 1 or test.over is not None:
            continue
        if op == "value" and not isinstance(test.args[0], str):
            continue
        kind = schema.slot(new.slot).kind
        if op == "bound" and not bounded_phrases(kind, literal.effective().op):
            continue
        for old in units:
            other = old.term[0]
            if old.slot != new.slot or other.primitive.rule != literal.primitive.rule:
                continue
            args = other.primitive.test.args
            if len(args) != 1 or args == test.args:
                continue
            if op == "value" and (
                (other.positive, other.primitive.test.op) != (literal.positive, test.op)
                or any(args[0] in one.primitive.test.args for piece in state for one in piece.term)
            ):
                continue
            if op == "bound" and other.primitive.test.op not in BOUNDS:
                continue
            if _fit(tuple(old if one is new else one for one in state)) == (fits,):
                ways.append((old, new))
    return rng.choice(ways) if ways else None


_ALL: Final = (1 << PANEL) - 1
"""The mask of all options."""


def _small(text: str) -> str:
    """With a small letter at its beginning, unless it begins with "I"."""
    first = text.split(" ", 1)[0]
    return text if first == "I" or first.startswith("I'") else text[:1].lower() + text[1:]


def _fit(state: State) -> tuple[int, ...] | None:
    """The options that fit; None where it is not settled of one."""
    holds, fails = -1, 0
    for piece in state:
        holds &= piece.holds
        fails |= piece.fails
    if (holds | fails) & _ALL != _ALL:
        return None
    return tuple(one for one in range(PANEL) if holds >> one & 1)


def _targets(plan: RevisionPlan, right: int, stale: int, rng: random.Random) -> Iterator[int]:
    """The option that fits before each swap, from the last one on: of an undone one it is the stale one.

    Where the last revision changes nothing, another option has to fit at some time before.
    """
    if not plan.undone:
        yield stale
    for number, is_right in enumerate(plan.swaps):
        if is_right and not (number == 0 and stale == right):
            yield right
        else:
            yield rng.choice([option for option in range(PANEL) if option != right])


def _near_misses(state: State) -> int:
    """How many options break one term alone: each of them can be what fits before that term was said."""
    once = twice = 0
    for piece in state:
        twice |= once & piece.fails
        once |= piece.fails
    return (once & ~twice & _ALL).bit_count()


def _seen(mask: int, rows: Sequence[int]) -> int:
    """A mask over the rows of a group as one over the options."""
    return sum((mask >> row & 1) << place for place, row in enumerate(rows))


def _by_slot(units: Sequence[Piece], rng: random.Random) -> Piece:
    """One of the units, each slot as likely as another."""
    slots = list(dict.fromkeys(unit.slot for unit in units))
    slot = rng.choice(slots)
    return rng.choice([unit for unit in units if unit.slot == slot])


def _demand_last(term: tuple[GroundedLiteral, ...], demand: int) -> tuple[GroundedLiteral, ...]:
    return (*term[:demand], *term[demand + 1 :], term[demand])
