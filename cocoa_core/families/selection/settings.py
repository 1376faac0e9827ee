"""What is asked for: how many slots and minterms, in which proportions, with what kind of primitives."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final

from attrs import evolve, field, fields, frozen
from attrs.converters import optional

from cocoa_core.errors import SettingsError
from cocoa_core.families.selection.ask_names import ASK_MODULES, DEFAULT_ASK
from cocoa_core.families.selection.composition import RELATIONS, STRUCTURES
from cocoa_core.families.selection.difficulty import (
    MOST_MINTERMS,
    PRESETS,
    RING,
    Dials,
    Grouping,
    Mix,
    Setting,
    level_of,
    preset_named,
    relations_of,
    structured_mix,
)

__all__ = ["INERT", "PANEL", "PRIMITIVE_MODES", "SIDES", "Settings"]

PRIMITIVE_MODES: Final = ("per-occurrence", "per-slot")
PANEL: Final = 5
"""How many options a question shows where nothing is said, and how many rows a ring has at the most."""
SIDES: Final = ("train", "validation", "test")

_MOST_OPTION_SETS = 20
_MOST_OPTIONS = 1000
_MOST_WEIGHT = 1000
_BUNDLE: Final = "bundle"
INERT: Final = ("all", "none")


_DEFAULT_PRESET: Final = "standard"
_SHARED: Final = 1.0
_ATYPICAL: Final = 0.0
"""What holds where neither the preset `paper` nor the caller says otherwise."""


def _positive_shares(split: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(split, key=lambda one: SIDES.index(one[0])))


@frozen
class Settings:
    """Everything that a question depends on beside seed, domain and index. No count, workers or folder.

    mix: settings with whole weights. primitives: "per-occurrence" or "per-slot".
    option_sets: at most this many option sets for one requirement.
    split: sides with whole shares, in the order train, validation, test; empty: no sides.
    plain: whether a requirement may be a plain conjunction.
    knowledge: whether every requirement speaks of a derived slot; otherwise none does.
    ask: what is asked about the options: a name, or several with their weights, as "choose:2,every".
    shared: share of a slot's further occurrences that reuse its primitive, in either sign.
    atypical: share of requirements with a demand against the direction that people want. None: no such
        demand, and the other literals are drawn in either direction, as the paper's.
    options: how many options a question shows. none: whether the answer to `choose` may be that none does.
    terms, component, degree, near_misses: see `Dials`. level: what the dials were taken from, None for none.
    groups: which questions are right only together: "ring", "surface:3", "edit" or "branch", see `Grouping`.
    inert: "all": requests have openings, reasons and closings of the domain; "none": they have not.
    structure: A, B or C: two implications that meet so, of kinds from `relations`, those of one ring of the
        same two; "": none is asked for.
    take: how many options the ask `bundle` wants; None: a quarter of them, two at least.
    usual: whether the caller named no difficulty, so that the mix may be fitted to a domain. Not in the JSON.

    What came after version 0.1 stands in the JSON, and so in the key of a question, only where it differs
    from its default, which is that of the preset `paper`.
    """

    mix: Mix = PRESETS["paper"]
    primitives: str = field(default="per-occurrence")
    option_sets: int = 1
    split: tuple[tuple[str, int], ...] = field(default=(), converter=_positive_shares)
    plain: bool = False
    knowledge: bool = False
    ask: str = DEFAULT_ASK
    shared: float = field(default=0.0, converter=float)
    atypical: float | None = field(default=None, converter=optional(float))
    inert: str = INERT[0]
    options: int = PANEL
    none: bool = False
    terms: int | None = None
    component: int | None = None
    degree: int | None = None
    near_misses: int | None = None
    level: float | None = field(default=None, converter=optional(float))
    groups: str = RING
    structure: str = ""
    relations: tuple[str, ...] = ()
    take: int | None = None
    usual: bool = field(default=False, eq=False)

    def __attrs_post_init__(self) -> None:
        if self.structure not in ("", *STRUCTURES):
            raise SettingsError("there is no such structure", got=self.structure, expected="A, B or C")
        if not self.structure and self.relations:
            raise SettingsError(
                "relations are those of a structure",
                got=f"{', '.join(self.relations)}, and no structure",
                expected="both, or neither",
                fix="name a --structure, too",
            )
        if self.structure and (not self.relations or set(self.relations) - set(RELATIONS)):
            raise SettingsError(
                "there are no such relations",
                got=", ".join(self.relations) or "none",
                expected=f"some of {', '.join(RELATIONS)}",
                fix="pass other --relations, or none for all",
            )
        for flag, share in (("shared", self.shared), ("atypical", self.atypical)):
            if share is not None and not 0 <= share <= 1:
                raise SettingsError(
                    f"the share of --{flag} is out of range",
                    got=f"{share:g}",
                    expected="a number from 0 to 1",
                    fix=f"pass another --{flag}",
                )
        if self.shared and self.primitives == "per-slot":
            raise SettingsError(
                "where each slot has one primitive, all its occurrences share it",
                got=f"shared {self.shared:g}",
                expected="no share with the primitives per-slot",
                fix="leave out --shared",
            )
        if self.inert not in INERT:
            raise SettingsError(
                "it is unclear what a request may say beside its wishes",
                got=self.inert,
                expected=" or ".join(INERT),
                fix="pass another --inert",
            )
        if self.primitives not in PRIMITIVE_MODES:
            raise SettingsError(
                "unknown primitive mode", got=self.primitives, expected=" or ".join(PRIMITIVE_MODES)
            )
        if not 1 <= self.option_sets <= _MOST_OPTION_SETS:
            raise SettingsError(
                "the number of option sets is out of range",
                got=str(self.option_sets),
                expected=f"a whole number from 1 to {_MOST_OPTION_SETS}",
            )

        _ = self.asks
        if not 2 <= self.options <= _MOST_OPTIONS:
            raise SettingsError(
                "the number of options is out of range",
                got=str(self.options),
                expected=f"a whole number from 2 to {_MOST_OPTIONS}",
                fix="pass another --options",
            )
        self._refuse_groups()
        if self.option_sets > 1 and (self.ask, self.options, self.none) != (DEFAULT_ASK, PANEL, False):
            raise SettingsError(
                f"the ask {self.ask} has one option set a requirement",
                got=f"{self.option_sets} option sets",
                expected=f"one, or the ask {DEFAULT_ASK} with {PANEL} options",
                fix="leave out --option-sets",
            )
        for flag, number in (("terms", self.terms), ("component", self.component), ("degree", self.degree)):
            if number is not None and not 0 <= number <= MOST_MINTERMS:
                raise SettingsError(
                    f"the number of --{flag} is out of range",
                    got=str(number),
                    expected=f"a whole number from 0 to {MOST_MINTERMS}",
                    fix=f"pass another --{flag}",
                )
        if self.near_misses is not None:
            self._refuse_near_misses(self.near_misses)
        self._refuse_take()
        if self.none and DEFAULT_ASK not in dict(self.asks):
            raise SettingsError(
                f"only the ask {DEFAULT_ASK} can be answered with none of the options",
                got=self.ask,
                expected=f"the ask {DEFAULT_ASK} with --none",
                fix="leave out --none",
            )

    def _refuse_near_misses(self, number: int) -> None:
        wrong = min(self.options, PANEL) - 1
        if not 1 <= number <= wrong or tuple(self.asks) != ((DEFAULT_ASK, 1),) or self.option_sets > 1:
            raise SettingsError(
                "so many near misses cannot be asked for",
                got=f"{number} near misses, the ask {self.ask}, {self.option_sets} option sets",
                expected=f"from 1 to {wrong}, of the ask {DEFAULT_ASK} with one option set",
                fix=f"pass --near-misses {min(max(number, 1), wrong)} with --ask {DEFAULT_ASK}",
            )

    def _refuse_groups(self) -> None:
        plain = (self.ask, self.options, self.none, self.near_misses, self.option_sets)
        if self.grouping.kind != RING and plain != (DEFAULT_ASK, PANEL, False, None, 1):
            raise SettingsError(
                f"groups of the kind {self.grouping.kind} are of the ask {DEFAULT_ASK} over {PANEL} options",
                got=f"the ask {self.ask}, {self.options} options, {self.option_sets} option sets"
                + ", none of them" * self.none
                + f", {self.near_misses} near misses" * (self.near_misses is not None),
                expected=f"the ask {DEFAULT_ASK}, {PANEL} options, one option set",
                fix="leave out --groups, or the other flag",
            )

    def _refuse_take(self) -> None:
        if self.take is not None and _BUNDLE not in dict(self.asks):
            raise SettingsError(
                f"only the ask {_BUNDLE} takes several options together",
                got=f"{self.take} to be taken, the ask {self.ask}",
                expected=f"the ask {_BUNDLE} with --take",
                fix=f"leave out --take, or add --ask {_BUNDLE}",
            )

    @property
    def taken(self) -> int:
        """How many options the ask `bundle` wants."""
        return max(2, min(self.options // 4, 10)) if self.take is None else self.take

    @property
    def grouping(self) -> Grouping:
        """The kind of group, and its size."""
        return Grouping.of(self.groups)

    @classmethod
    def of(
        cls,
        *,
        slots: int | None = None,
        minterms: int | None = None,
        wishes: int | None = None,
        preset: str | None = None,
        primitives: str = "per-occurrence",
        option_sets: int = 1,
        split: Mapping[str, float] | None = None,
        plain: bool = False,
        knowledge: bool = False,
        ask: str = DEFAULT_ASK,
        shared: float | None = None,
        atypical: float | None = None,
        inert: str = INERT[0],
        options: int | None = None,
        none: bool = False,
        terms: int | None = None,
        component: int | None = None,
        degree: int | None = None,
        near_misses: int | None = None,
        level: float | None = None,
        groups: str = RING,
        structure: str | None = None,
        relations: str | None = None,
        take: int | None = None,
    ) -> Settings:
        """Settings from what a caller says; without slots and minterms, the preset `standard`.

        wishes: of every cell of the mix, in place of its own. relations: with commas between them; without
        them all.
        """
        mix: Mix
        kinds = relations_of(structure, relations)
        if structure is not None and (slots, minterms, preset, level) != (None, None, None, None):
            raise SettingsError(
                "a structure and slots, minterms, a level or a preset were both given",
                got=f"structure {structure}, slots {slots}, minterms {minterms}, level {level}, "
                f"preset {preset}",
                expected="a structure alone: it has three slots, and as many minterms as its relations leave",
            )
        if level is not None:
            if (slots, minterms, wishes, preset, options) != (None,) * 5 or "," in ask:
                raise SettingsError(
                    "a level says by itself how many options, slots, minterms and wishes there are",
                    got=f"level {level:g}, and one of these, a preset, or several asks",
                    expected="a level with one ask",
                    fix="leave out --level, or the others",
                )
            found = level_of(ask, level)
            options, wishes = found.options, None
            mix = ((Setting(found.slots, found.minterms, found.wishes), 1),)
        elif structure is not None:
            mix = structured_mix(structure, kinds)
        elif slots is None and minterms is None:
            mix = preset_named(preset or _DEFAULT_PRESET)
        elif preset is not None:
            raise SettingsError(
                "a preset and slots or minterms were both given",
                got=f"preset {preset}, slots {slots}, minterms {minterms}",
                expected="either a preset, or slots and minterms",
            )
        else:
            mix = ((Setting(4 if slots is None else slots, 2 if minterms is None else minterms), 1),)
        if wishes is not None:
            weights: Counter[Setting] = Counter()
            for cell, weight in mix:
                weights[evolve(cell, wishes=wishes)] += weight
            mix = tuple(weights.items())
        if preset != "paper":
            atypical = _ATYPICAL if atypical is None else atypical
            if shared is None and primitives == "per-occurrence":
                shared = _SHARED
        shares = _shares(split or {})
        return cls(
            mix,
            primitives,
            option_sets,
            shares,
            plain,
            knowledge,
            ask,
            shared or 0.0,
            atypical,
            inert,
            PANEL if options is None else options,
            none,
            terms,
            component,
            degree,
            near_misses,
            level,
            groups,
            structure or "",
            kinds,
            take,
            usual=(slots, minterms, wishes, preset, level, structure) == (None,) * 6,
        )

    @cached_property
    def text(self) -> str:
        """One canonical line of JSON; equal settings give equal text."""
        return json.dumps(self.to_json(), sort_keys=True, separators=(",", ":"))

    @property
    def dials(self) -> Dials:
        """What else is asked of each requirement."""
        return Dials(self.terms, self.component, self.degree, self.near_misses)

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides, in their order; none where there is no split."""
        return tuple(side for side, _ in self.split)

    @cached_property
    def asks(self) -> tuple[tuple[str, int], ...]:
        """The asks with their weights, in the order given. SettingsError for text that cannot be read."""
        found: dict[str, int] = {}
        for part in self.ask.split(","):
            name, colon, weight = part.partition(":")
            number = int(weight) if weight.isascii() and weight.isdecimal() else 1 - bool(colon)
            if name not in ASK_MODULES or not 1 <= number <= _MOST_WEIGHT or name in found:
                raise SettingsError(
                    "there is no such ask" if name not in ASK_MODULES else "the asks cannot be read",
                    got=self.ask,
                    expected=f"{' or '.join(ASK_MODULES)}; or several with whole weights, each once: "
                    "choose:2,every",
                )
            found[name] = number
        return tuple(found.items())

    @property
    def most_an_index(self) -> int:
        """One item for each option set, or for each question of a group."""
        return max(self.option_sets, self.grouping.size)

    def to_json(self) -> dict[str, Any]:
        """As it stands in a manifest and in a record."""
        later = {
            one.name: list(value) if isinstance(value := getattr(self, one.name), tuple) else value
            for one in fields(Settings)
            if one.eq and one.name not in _FIRST and getattr(self, one.name) != one.default
        }
        return {
            "mix": [
                [cell.slots, cell.minterms, weight, *([cell.wishes] if cell.wishes else [])]
                for cell, weight in self.mix
            ],
            "primitives": self.primitives,
            "option_sets": self.option_sets,
            "split": dict(self.split) or None,
            "plain": self.plain,
            "knowledge": self.knowledge,
            **later,
        }


_FIRST: Final = frozenset({"mix", "primitives", "option_sets", "split", "plain", "knowledge"})
"""Settings of version 0.1: they stand in every record."""


def _shares(split: Mapping[str, float]) -> tuple[tuple[str, int], ...]:
    """Fractions as whole parts of 10,000 that add up to it."""
    if not split:
        return ()
    for side, share in split.items():
        if side not in SIDES or not 0 < share <= 1:
            raise SettingsError(
                "a split cannot be read",
                got=f"{side}={share}",
                expected=f"shares between 0 and 1 of {', '.join(SIDES)}, such as test=0.99,validation=0.01",
            )
    parts = {side: round(share * 10_000) for side, share in split.items()}
    if sum(parts.values()) != 10_000 or not all(parts.values()):
        raise SettingsError(
            "the shares of a split do not add up to 1",
            got=", ".join(f"{side}={share}" for side, share in split.items()),
            expected="shares that add up to 1, each at least 0.0001",
        )
    return tuple(parts.items())
