"""Holds everything that a question depends on besides seed, domain and index, as a caller asks for it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, Final, NamedTuple

from attrs import evolve, field, fields, frozen
from attrs.converters import optional

from cocoa_core.errors import SettingsError
from cocoa_core.families.selection.ask_names import ASK_MODULES, DEFAULT_ASK, REVISED_ASKS
from cocoa_core.families.selection.composition import RELATIONS, STRUCTURES, implication_pairs_of
from cocoa_core.families.selection.difficulty import (
    ODD,
    PRESETS,
    REVISED_PRESETS,
    RING,
    DifficultyCell,
    DifficultyMix,
    Grouping,
    StructureConstraints,
    level_of,
)
from cocoa_core.families.selection.setting_specs import PANEL, SETTING_SPECS, SettingSpec, flag_of
from cocoa_core.suggestions import did_you_mean, not_among

SIDES: Final = ("train", "validation", "test")
_SPLIT: Final = "split"
_MOST_WEIGHT: Final = 1000
_DEFAULT_PRESET: Final = "standard"
_DEFAULT_SIZE: Final = (4, 2)
"""The slots, and the minterms, where the caller names only the other number."""
_SHARED: Final = 1.0
"""The value of `shared` if the caller gives none and the preset is not `paper`."""
_ATYPICAL: Final = 0.0
"""The value of `atypical` if the caller gives none and the preset is not `paper`."""


def _default(name: str) -> Any:
    return SETTING_SPECS[name].default


def _in_order_of_sides(split: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(split, key=lambda side: SIDES.index(side[0])))


@frozen
class Settings:
    """The settings of the questions that are asked for. The number of questions, the workers and the folder
    are not among them.

    `SETTING_SPECS` documents each setting; `of` builds an object from the values of a caller.

    A setting that was added after version 0.1 is in the JSON, and so in the key of a question, only where it
    differs from its default here, which is its value in the preset `paper`.
    """

    mix: DifficultyMix = PRESETS["paper"]
    """Cells (slots, minterms, wishes) with whole weights, from a preset, level, structure or numbers."""
    primitives: str = field(default=_default("primitives"))
    option_sets: int = _default("option_sets")
    split: tuple[tuple[str, int], ...] = field(default=(), converter=_in_order_of_sides)
    """Sides with their shares of 10,000, in the order train, validation, test; empty without sides."""
    plain: bool = _default("plain")
    knowledge: bool = _default("knowledge")
    ask: str = DEFAULT_ASK
    shared: float = field(default=0.0, converter=float)
    atypical: float | None = field(default=None, converter=optional(float))
    """None: demands are drawn in either direction, as in the paper."""
    inert: str = _default("inert")
    options: int = PANEL
    none: bool = _default("none")
    terms: int | None = None
    component: int | None = None
    degree: int | None = None
    near_misses: int | None = None
    level: float | None = field(default=None, converter=optional(float))
    groups: str = RING
    structure: str = ""
    """The empty text where no structure is asked for."""
    relations: tuple[str, ...] = ()
    """The relations of the structure, in the order of RELATIONS."""
    take: int | None = None
    revisions: int | None = None
    usual: bool = field(default=False, eq=False)
    """Whether the caller named no difficulty, so that the mix may be fitted to a domain. Not in the JSON."""

    def __attrs_post_init__(self) -> None:
        asks = dict(self.asks)
        for name, spec in SETTING_SPECS.items():
            if spec.ask and spec.ask not in asks and getattr(self, name) != spec.default:
                raise SettingsError(
                    f"only the ask {spec.ask} has {flag_of(name)}",
                    got=self._flags("ask", name),
                    expected=f"the ask {spec.ask} among those of --ask",
                    fix=f"leave out {flag_of(name)}, or add {spec.ask} to --ask",
                )
        for conflict in _CONFLICTS:
            if conflict.holds(self):
                raise SettingsError(
                    conflict.problem,
                    got=self._flags(*conflict.names),
                    expected=conflict.expected,
                    fix=conflict.fix,
                )

    def _flags(self, *names: str) -> str:
        values = {name: getattr(self, name) for name in names}
        return ", ".join(
            flag_of(name)
            + ("" if value is True else f" {','.join(value) if isinstance(value, tuple) else value}")
            for name, value in values.items()
            if name == "ask" or value != _default(name)
        )

    @property
    def taken(self) -> int:
        """How many options the ask `bundle` wants."""
        return max(2, min(self.options // 4, 10)) if self.take is None else self.take

    @property
    def grouping(self) -> Grouping:
        """The kind of the groups of questions, and their size."""
        return Grouping.of(self.groups)

    @classmethod
    def of(cls, **given: Any) -> Settings:
        """Returns settings from the values of a caller.

        Without slots, minterms, a level and a structure the mix is that of the preset, which is `standard` by
        default.

        Args:
            given: values by the names of `SETTING_SPECS`, None where the caller says nothing; and `split`, a
                share for each side. `wishes` replaces the wishes of every cell of the mix. `relations` are
                separated by commas.

        Raises:
            SettingsError: a name or a value is not allowed, or two settings exclude each other.
        """
        given = {name: value for name, value in given.items() if value is not None}
        for name, value in given.items():
            if name != _SPLIT:
                _refuse_value(_spec_of(name), value)
        values = {name: spec.default for name, spec in SETTING_SPECS.items()} | given
        _refuse_two_difficulties(given, str(values["ask"]))
        if values["preset"] in REVISED_PRESETS:
            values["revisions"] = REVISED_PRESETS[values["preset"]]
            del given["preset"]
            values["preset"] = None
        relations = relations_of(values["structure"], values["relations"])
        if values["level"] is not None:
            level = level_of(values["ask"], values["level"], revised=values["revisions"] is not None)
            values |= {name: getattr(level, name) for name in ("options", "slots", "minterms", "wishes")}
        mix = _mix_of(values, relations)
        if values["preset"] != "paper":
            if values["atypical"] is None:
                values["atypical"] = _ATYPICAL
            if values["shared"] is None and values["primitives"] == _default("primitives"):
                values["shared"] = _SHARED
        values |= {
            "shared": values["shared"] or 0.0,
            "structure": values["structure"] or "",
            "relations": relations,
            _SPLIT: _shares(given.get(_SPLIT) or {}),
        }
        field_names = {attribute.name for attribute in fields(cls)}
        return cls(
            mix,
            **{name: value for name, value in values.items() if name in field_names},
            usual=not given.keys() & _DIFFICULTIES,
        )

    @cached_property
    def text(self) -> str:
        """The settings as canonical JSON, which the keys of questions are derived from."""
        return json.dumps(self.to_json(), sort_keys=True, separators=(",", ":"))

    @property
    def dials(self) -> StructureConstraints:
        """The exact structure that is asked of each requirement."""
        return StructureConstraints(self.terms, self.component, self.degree, self.near_misses)

    @property
    def sides(self) -> tuple[str, ...]:
        return tuple(side for side, _ in self.split)

    @cached_property
    def asks(self) -> tuple[tuple[str, int], ...]:
        """The asks with their weights, in the order in which they are given.

        Raises:
            SettingsError: the text cannot be read.
        """
        weights: dict[str, int] = {}
        for part in self.ask.split(","):
            name, colon, weight = part.partition(":")
            number = int(weight) if weight.isascii() and weight.isdecimal() else 1 - bool(colon)
            if name not in ASK_MODULES:
                raise SettingsError(
                    "there is no such ask",
                    got=self.ask,
                    expected=", ".join(ASK_MODULES),
                    fix=did_you_mean(name, ASK_MODULES) or "pass another --ask",
                )
            if not 1 <= number <= _MOST_WEIGHT or name in weights:
                raise SettingsError(
                    "the asks cannot be read",
                    got=self.ask,
                    expected=f"each once, with whole weights from 1 to {_MOST_WEIGHT}: choose:2,every",
                )
            weights[name] = number
        return tuple(weights.items())

    @property
    def most_an_index(self) -> int:
        """The most items that share an index: one for each option set, or each question of a group."""
        return max(self.option_sets, self.grouping.size)

    def to_json(self) -> dict[str, Any]:
        later = {
            attribute.name: list(value) if isinstance(value, tuple) else value
            for attribute in fields(Settings)
            if attribute.eq
            and attribute.name not in _OF_VERSION_0_1
            and (value := getattr(self, attribute.name)) != attribute.default
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


_OF_VERSION_0_1: Final = frozenset({"mix", "primitives", "option_sets", "split", "plain", "knowledge"})
"""The settings of version 0.1, which stand in every record."""


def relations_of(structure: str | None, given: str | None) -> tuple[str, ...]:
    """Returns the relations of a structure.

    Args:
        given: names with commas between them; None for all relations.

    Returns:
        Each relation once, in the order of RELATIONS. Where a name is unknown or occurs twice, the names as
            they were given; empty where neither structure nor relations are given.
    """
    if given is None:
        return () if structure is None else tuple(RELATIONS)
    names = [name.strip() for name in given.split(",")]
    ordered = [name for name in RELATIONS if name in names]
    return tuple(ordered if len(ordered) == len(names) else names)


def structured_mix(structure: str, relations: tuple[str, ...]) -> DifficultyMix:
    """Returns the mix of a structure: a difficulty cell for each number of minterms, weighted by the pairs of
    relations that have it.

    Each cell has three slots and one wish. Where the structure or a relation is unknown, the mix has a single
    cell, of four minterms.
    """
    is_known = structure in STRUCTURES and set(relations) <= set(RELATIONS)
    counts = (
        Counter(pair.minterms for pair in implication_pairs_of(structure, relations))
        if is_known
        else Counter({4: 1})
    )
    return tuple((DifficultyCell(3, minterms, 1), number) for minterms, number in sorted(counts.items()))


def _mix_of(values: Mapping[str, Any], relations: tuple[str, ...]) -> DifficultyMix:
    """Returns the mix of a structure, a preset or numbers, with the wishes that are asked for."""
    sizes = values["slots"], values["minterms"]
    mix: DifficultyMix
    if values["structure"] is not None:
        mix = structured_mix(values["structure"], relations)
    elif sizes == (None, None):
        mix = PRESETS[values["preset"] or _DEFAULT_PRESET]
    else:
        slots, minterms = (
            usual if size is None else size for size, usual in zip(sizes, _DEFAULT_SIZE, strict=True)
        )
        mix = ((DifficultyCell(slots, minterms), 1),)
    if values["wishes"] is None:
        return mix
    weights: Counter[DifficultyCell] = Counter()
    for cell, weight in mix:
        weights[evolve(cell, wishes=values["wishes"])] += weight
    return tuple(weights.items())


_DIFFICULTIES: Final = frozenset({"slots", "minterms", "wishes", "preset", "level", "structure"})
"""The settings by which a caller says how hard questions are."""


class _Conflict(NamedTuple):
    """Settings that exclude each other."""

    names: tuple[str, ...]
    """The settings that the message shows."""
    holds: Callable[[Settings], bool]
    """Returns whether the settings are in conflict."""
    problem: str
    expected: str
    fix: str


def _is_not_plain_choose(settings: Settings) -> bool:
    return (settings.ask, settings.options, settings.none) != (DEFAULT_ASK, PANEL, False)


_CONFLICTS: Final = (
    _Conflict(
        ("structure", "relations"),
        lambda settings: bool(settings.relations and not settings.structure),
        "relations need a structure",
        "both --structure and --relations, or neither",
        "name a --structure, too",
    ),
    _Conflict(
        ("structure", "relations"),
        lambda settings: bool(
            settings.structure and (not settings.relations or set(settings.relations) - set(RELATIONS))
        ),
        "there are no such relations",
        f"some of {', '.join(RELATIONS)}",
        "pass other --relations, or none for all",
    ),
    _Conflict(
        ("primitives", "shared"),
        lambda settings: bool(settings.shared and settings.primitives != _default("primitives")),
        "where each slot has one primitive, all its occurrences share it",
        "no --shared with --primitives per-slot",
        "leave out --shared",
    ),
    _Conflict(
        ("groups", "ask", "options", "none", "near_misses", "option_sets"),
        lambda settings: (
            settings.grouping.kind != RING
            and (
                _is_not_plain_choose(settings) or settings.near_misses is not None or settings.option_sets > 1
            )
        ),
        f"groups that are not of the kind {RING} need the ask {DEFAULT_ASK} and {PANEL} options",
        f"the ask {DEFAULT_ASK}, {PANEL} options, one option set",
        "leave out --groups, or the other flags",
    ),
    _Conflict(
        ("groups", "atypical"),
        lambda settings: settings.grouping.kind == ODD and settings.atypical != 0,
        "only the second of the two requests of an odd group goes against what people want",
        "--atypical 0",
        "leave out --atypical, or pass --atypical 0 where the preset draws demands in either direction",
    ),
    _Conflict(
        ("option_sets", "ask", "options", "none"),
        lambda settings: settings.option_sets > 1 and _is_not_plain_choose(settings),
        f"a request has several option sets only with the ask {DEFAULT_ASK} over {PANEL} options",
        f"one option set, or the ask {DEFAULT_ASK} with {PANEL} options",
        "leave out --option-sets",
    ),
    _Conflict(
        ("revisions", "ask", "options", "none", "groups", "option_sets"),
        lambda settings: (
            settings.revisions is not None
            and (
                not {name for name, _ in settings.asks} <= {*REVISED_ASKS}
                or (settings.options, settings.none) != (PANEL, False)
                or settings.grouping.kind != RING
                or settings.option_sets > 1
            )
        ),
        f"only requests of the asks {', '.join(REVISED_ASKS)} over {PANEL} options can be revised",
        f"these asks, {PANEL} options, one option set, groups of the kind {RING}",
        "leave out --revisions, or the other flags",
    ),
    _Conflict(
        ("near_misses", "ask", "options", "option_sets"),
        lambda settings: (
            settings.near_misses is not None
            and not (
                1 <= settings.near_misses < min(settings.options, PANEL)
                and settings.asks == ((DEFAULT_ASK, 1),)
                and settings.option_sets == 1
            )
        ),
        "this number of near misses is not possible",
        f"from 1 to {PANEL - 1}, fewer than there are options; the ask {DEFAULT_ASK} with one option set",
        f"pass another --near-misses, with --ask {DEFAULT_ASK}",
    ),
)


def _spec_of(name: str) -> SettingSpec:
    if name not in SETTING_SPECS:
        raise SettingsError(
            "questions over options have no such setting", **not_among(name, (*SETTING_SPECS, _SPLIT))
        )
    return SETTING_SPECS[name]


def _refuse_value(spec: SettingSpec, value: Any) -> None:
    flag = flag_of(spec.name)
    numeric = spec.kind in (int, float)
    if numeric and isinstance(value, spec.kind | int) and not isinstance(value, bool):
        if spec.bounds is None or spec.bounds[0] <= value <= spec.bounds[1]:
            return
        problem, fix = f"{flag} is out of range", f"pass another {flag}"
    elif not numeric and isinstance(value, spec.kind):
        if not spec.choices or value in spec.choices:
            return
        problem = f"{flag} has no such value"
        fix = did_you_mean(value, spec.choices) or f"pass another {flag}"
    else:
        problem, fix = f"{flag} has a value of another type", f"pass {spec.values}"
    raise SettingsError(problem, got=str(value), expected=spec.values, fix=fix)


def _refuse_two_difficulties(given: Mapping[str, Any], ask: str) -> None:
    """Refuses a level, structure or preset together with a setting that it decides by itself."""
    decided = {
        "level": {"slots", "minterms", "wishes", "preset", "options", "structure"},
        "structure": {"slots", "minterms", "preset"},
        "preset": {"slots", "minterms"},
    }
    if given.get("preset") in REVISED_PRESETS:
        decided["preset"] = {*decided["preset"], "revisions"}
    for name, excluded in decided.items():
        overlapping = sorted(given.keys() & excluded)
        if name in given and overlapping:
            raise SettingsError(
                f"{flag_of(name)} decides by itself what {' and '.join(map(flag_of, overlapping))} says",
                got=", ".join(f"{flag_of(other)} {given[other]}" for other in (name, *overlapping)),
                expected=f"{flag_of(name)} alone, or the others without it",
                fix=f"leave out {flag_of(name)}, or the others",
            )
    if "level" in given and "," in ask:
        raise SettingsError(
            "a level is of one ask", got=f"--level {given['level']:g} --ask {ask}", expected="one ask"
        )


def _shares(split: Mapping[str, float]) -> tuple[tuple[str, int], ...]:
    if not split:
        return ()
    for side, share in split.items():
        if side not in SIDES or not 0 < share <= 1:
            raise SettingsError(
                "a split cannot be read",
                got=f"{side}={share}",
                expected=f"shares between 0 and 1 of {', '.join(SIDES)}, such as train=0.9,test=0.1",
            )
    parts = {side: round(share * 10_000) for side, share in split.items()}
    if sum(parts.values()) != 10_000 or not all(parts.values()):
        raise SettingsError(
            "the shares of a split do not add up to 1",
            got=", ".join(f"{side}={share}" for side, share in split.items()),
            expected="shares that add up to 1, each at least 0.0001",
        )
    return tuple(parts.items())
