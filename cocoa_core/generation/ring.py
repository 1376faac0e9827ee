"""Five requirements over the same five options, each option right once.

A reader who never sees the request then has nothing to learn from: whatever the options look like, each of
them is right in one question of five, and which of the five comes first is a fair draw.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from attrs import frozen

from cocoa_core.domain.domain import Domain
from cocoa_core.domain.primitives import Value
from cocoa_core.domain.rules import Rule
from cocoa_core.errors import SettingsError
from cocoa_core.generation.five import OPTIONS, Five
from cocoa_core.generation.grounding import Draft, ground
from cocoa_core.generation.option_sets import OptionSet, further_sets
from cocoa_core.generation.pool import Pool
from cocoa_core.generation.proofs import Proofs, Truths, labels
from cocoa_core.generation.settings import Setting, Settings
from cocoa_core.generation.structure import draw_structure
from cocoa_core.generation.tally import Tally, in_words
from cocoa_core.generation.wording import Wording
from cocoa_core.language.wordings import Wordings

__all__ = ["Groups", "OptionSet", "Ring", "draw_ring", "try_ring"]

_RINGS_TRIED: Final = 60
"""Option sets tried for one ring before its settings are called impossible."""
_RINGS_COMPARED: Final = 12
"""Rings compared where more than one option set is asked for; the one with most sets is kept."""
_STRUCTURES: Final = 60
"""Structures tried for one member of a ring before its option set is given up."""


@frozen(eq=False)
class Ring:
    """drafts[i] is satisfied by sets[k][i] alone among sets[k], for every option set k."""

    pool: Pool
    drafts: tuple[Draft, ...]
    sets: tuple[OptionSet, ...]
    requests: tuple[str, ...]
    tallies: tuple[Tally, ...]


class Groups:
    """The groups of a domain that can show five options, with their pools and what rows look like.

    labels: of the slots that options show, in the order of the schema.
    """

    def __init__(self, domain: Domain, wordings: Wordings) -> None:
        self.domain = domain
        self._wordings = wordings
        self._rules = {rule.id: rule for rule in domain.rules}
        self._pools: dict[int, Pool] = {}
        shown = [slot for slot in domain.schema.slots if slot.shown]
        self.labels = tuple(slot.label for slot in shown)
        self._shown = {slot.name: place for place, slot in enumerate(shown)}
        self._looks: list[tuple[str, ...] | None] = [None] * len(domain.catalogue.rows)
        self.eligible = tuple(
            place
            for place, group in enumerate(domain.catalogue.groups)
            if len({self.look(row) for row in group.rows}) >= OPTIONS
        )
        if not self.eligible:
            raise SettingsError(
                f"no group of {domain.schema.name} has five options that look different",
                got=f"{len(domain.catalogue.groups)} groups, {len(domain.catalogue.rows)} rows",
                expected="at least five different rows with the same " + " and ".join(domain.schema.group_by),
                fix="add rows to the catalogue, or group by fewer slots",
            )

    def pool(self, place: int) -> Pool:
        """The pool of a group; kept, since it depends on the domain alone."""
        known = self._pools.get(place)
        if known is None:
            group = self.domain.catalogue.groups[place]
            known = self._pools[place] = Pool(self.domain, group, self._wordings)
        return known

    def look(self, row: int) -> tuple[str, ...]:
        """What a person sees of a catalogue row, in the order of the schema."""
        known = self._looks[row]
        if known is None:
            values = self.domain.catalogue.rows[row]
            known = self._looks[row] = tuple(
                slot.kind.show(value)
                for slot, value in zip(self.domain.schema.slots, values, strict=True)
                if slot.shown
            )
        return known

    def show(self, slot: str, row: int) -> str:
        """A slot of a catalogue row as a person sees it, or would if it were shown."""
        place = self._shown.get(slot)
        if place is not None:
            return self.look(row)[place]
        schema = self.domain.schema
        return schema.slot(slot).kind.show(self.domain.catalogue.rows[row][schema.position(slot)])

    def rule(self, name: str) -> Rule:
        """The rule with that id."""
        return self._rules[name]

    def values(self, row: int) -> Mapping[str, Value]:
        """A catalogue row by slot name."""
        slots = self.domain.schema.slots
        return {slot.name: value for slot, value in zip(slots, self.domain.catalogue.rows[row], strict=True)}


def draw_ring(
    groups: Groups, asked: Sequence[Setting], settings: Settings, wording: Wording, rng: random.Random
) -> Ring:
    """A ring whose i-th member has setting asked[i]. SettingsError where none is found in bounded tries.

    Which row is right for which member is drawn before any requirement is, and a ring is kept only if all
    five members were found: nothing about a row decides whether it becomes a right answer.
    """
    failed: Counter[str] = Counter()
    tallies = tuple(Tally() for _ in asked)
    best: Ring | None = None
    found = 0
    for _ in range(_RINGS_TRIED):
        ring = try_ring(groups, asked, settings, wording, rng, tallies, failed)
        if ring is None:
            for tally in tallies:
                tally.count("option set given up")
            continue
        found += 1
        if best is None or len(ring.sets) > len(best.sets):
            best = ring
        if len(best.sets) == settings.option_sets or found == _RINGS_COMPARED:
            break
    if best is None:
        raise _impossible(groups.domain, asked, failed, tallies)
    return best


def try_ring(
    groups: Groups,
    asked: Sequence[Setting],
    settings: Settings,
    wording: Wording,
    rng: random.Random,
    tallies: Sequence[Tally],
    failed: Counter[str],
) -> Ring | None:
    """A ring over five rows of one group, or None: refused draws are counted by member, failures by cause."""
    pool = groups.pool(rng.choice(groups.eligible))
    rows = _five_rows(groups, pool, rng)
    usable = pool.usable()
    if max(setting.slots for setting in asked) > len(usable):
        failed["too few slots split the group"] += 1
        return None
    five = Five(pool, rows)
    known: tuple[str, ...] = ()
    if settings.knowledge:
        known = tuple(name for name in groups.domain.schema.knowledge(usable) if five.split_by(name))
        if not known:
            failed["no derived slot splits the options"] += 1
            return None
    drafts = []
    for right, setting in enumerate(asked):
        draft = _member(groups, five, usable, known, right, setting, settings, rng, tallies[right])
        if draft is None:
            failed[f"setting {setting}"] += 1
            return None
        drafts.append(draft)
    sets = [rows]
    if settings.option_sets > 1:
        places = pool.group.rows
        more = further_sets(
            drafts, rows, len(places), settings.option_sets - 1, lambda row: groups.look(places[row]), rng
        )
        sets += [one for one in more if _labelled(drafts, one, tallies)]
    requests = _requests(groups, pool, drafts, sets, wording, rng, tallies)
    if requests is None:
        failed["no wording"] += 1
        return None
    return Ring(pool, tuple(drafts), tuple(sets), requests, tuple(tallies))


def _five_rows(groups: Groups, pool: Pool, rng: random.Random) -> OptionSet:
    """Five places in the group, in random order, that look different."""
    looks: set[tuple[str, ...]] = set()
    rows: list[int] = []
    order = list(range(len(pool.group.rows)))
    rng.shuffle(order)
    for place in order:
        look = groups.look(pool.group.rows[place])
        if look not in looks:
            looks.add(look)
            rows.append(place)
        if len(rows) == OPTIONS:
            break
    return rows[0], rows[1], rows[2], rows[3], rows[4]


def _member(
    groups: Groups,
    five: Five,
    usable: Sequence[str],
    known: Sequence[str],
    right: int,
    setting: Setting,
    settings: Settings,
    rng: random.Random,
    tally: Tally,
) -> Draft | None:
    for _ in range(_STRUCTURES):
        structure = draw_structure(usable, setting, rng, settings.plain, tally, known)
        if structure is None:
            return None
        draft = ground(structure, five, right, settings.primitives == "per-slot", rng, tally)
        if (
            draft is not None
            and _proved(groups.domain, draft, tally)
            and _labels_right(draft, five.rows, right, tally)
        ):
            return draft
    return None


def _proved(domain: Domain, draft: Draft, tally: Tally) -> bool:
    with Proofs(domain.schema, draft.requirement) as proofs:
        if not proofs.satisfiable():
            tally.count("right option does not satisfy it")
            return False
        idle = proofs.idle()
    if idle is not None:
        tally.count(f"a {idle.split()[0]} does not matter")
    return idle is None


def _labelled(drafts: Sequence[Draft], rows: OptionSet, tallies: Sequence[Tally]) -> bool:
    return all(_labels_right(draft, rows, member, tallies[member]) for member, draft in enumerate(drafts))


def _labels_right(draft: Draft, rows: Sequence[int], right: int, tally: Tally) -> bool:
    """Whether the solver, given the options' truth values alone, finds the same five labels."""
    shown = [truths_at(draft, row) for row in rows]
    if labels(draft.requirement, shown) == tuple(place == right for place in range(OPTIONS)):
        return True
    tally.count("solver finds other labels")
    return False


def truths_at(draft: Draft, row: int) -> Truths:
    """The truth of every literal of the requirement at a row of the group."""
    return [
        [True if holds >> row & 1 else False if fails >> row & 1 else None for holds, fails in term]
        for term in draft.literals
    ]


def _requests(
    groups: Groups,
    pool: Pool,
    drafts: Sequence[Draft],
    sets: Sequence[OptionSet],
    wording: Wording,
    rng: random.Random,
    tallies: Sequence[Tally],
) -> tuple[str, ...] | None:
    group = groups.values(pool.group.rows[0])
    requests = []
    for member, draft in enumerate(drafts):
        right = 0
        for option_set in sets:
            right |= 1 << option_set[member]
        text = wording.request(draft, right, group, rng, tallies[member])
        if text is None:
            return None
        requests.append(text)
    return tuple(requests)


def _impossible(
    domain: Domain, asked: Sequence[Setting], failed: Counter[str], tallies: Sequence[Tally]
) -> SettingsError:
    total: Counter[str] = Counter()
    for tally in tallies:
        total.update(tally.reasons)
    wanted = ", ".join(str(setting) for setting in dict.fromkeys(asked))
    return SettingsError(
        f"no question of {domain.schema.name} was found for (slots, minterms) {wanted}",
        got=f"{in_words(failed)}; refused draws: {in_words(total)}",
        expected="a setting that the domain's rules and groups can meet",
        fix="ask for fewer slots or minterms, or give the domain more rules and more varied rows",
    )
