"""Random valid domains of every kind and setting, as files, with the options that they stand for."""

from __future__ import annotations

import csv
import io
import json
import random
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

from attrs import field, frozen

from .axioms import made_axioms
from .derived import made_knowledge
from .odd_words import CLOSINGS, LABELS, NAMES, NOUNS, OPENINGS, distinct
from .rules import made_rules
from .slots import KINDS, Cell, MadeSlot, made_slot
from .yaml_writing import written

Row = dict[str, Cell]
_MISSING = 0.15


@frozen(eq=False)
class Authored:
    """A domain as its author has it: plain data for both YAML files, cells by column, further files.

    slots: as they were made, with those that follow from others
    rows: for each option its id and by slot cells with their typed values, also of slots without a column;
    columns: in the file's order
    dropped: further options, each of which breaks an axiom
    """

    seed: int
    schema: dict[str, Any]
    rules: dict[str, Any]
    slots: tuple[MadeSlot, ...]
    columns: tuple[str, ...]
    rows: tuple[tuple[str, Row], ...]
    dropped: tuple[tuple[str, Row], ...]
    tables: Mapping[str, str] = field(factory=dict)

    def files(self) -> dict[str, bytes]:
        """The bytes of every file by its path; the style of the YAML and CSV depends on the seed."""
        rng = random.Random(self.seed)
        texts = {"schema.yaml": written(self.schema, rng), "rules.yaml": written(self.rules, rng)}
        texts["catalogue.csv"] = self._csv(rng)
        if rng.random() < 0.1:
            del texts["catalogue.csv"]
            texts["catalogue.jsonl"] = self._jsonl()
        texts |= {f"tables/{name}": text for name, text in self.tables.items()}
        marks = {name: "\ufeff" if rng.random() < 0.1 else "" for name in texts}
        ends = rng.choice(("\n", "\n", "\r\n"))
        return {name: (marks[name] + text.replace("\n", ends)).encode() for name, text in texts.items()}

    def write(self, folder: Path) -> Path:
        """The folder, with the files in it and no other catalogue or table."""
        for old in [*folder.glob("catalogue.*"), *folder.glob("tables/*")]:
            old.unlink()
        for name, data in self.files().items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
        return folder

    def _texts(self) -> list[dict[str, str]]:
        given = self.columns
        return [
            {"id": name, **{slot: cell for slot, (cell, _) in row.items() if slot in given}}
            for name, row in self.rows
        ]

    def _csv(self, rng: random.Random) -> str:
        out = io.StringIO()
        quoting = rng.choice((csv.QUOTE_MINIMAL, csv.QUOTE_ALL))
        writer = csv.DictWriter(out, self.columns, quoting=quoting, lineterminator="\n")
        writer.writeheader()
        writer.writerows(self._texts())
        return out.getvalue()

    def _jsonl(self) -> str:
        return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in self._texts())


def authored(seed: int, slots: tuple[int, int] = (1, 9), rows: tuple[int, int] = (1, 40)) -> Authored:
    """The random domain of a seed, with so many slots and rows; it is valid whatever the seed."""
    rng = random.Random(seed)
    made = _slots(rng.randint(*slots), rng)
    asked, *others = rng.sample(made, len(made))  # the first can have rules
    groups = [slot.name for slot in others[: rng.choice((0, 0, 1, 1, 2))]]
    for slot in made:
        _settle(slot, rng, grouping=slot.name in groups, shown=slot is asked)
    table = _rows(made, groups, rng.randint(*rows), rng)
    axioms, kept = made_axioms(made, table, rng)
    dropped = [row for row in table if not any(row is one for one in kept)]
    columns = ["id", *(slot.name for slot in made)]
    if rng.random() < 0.3:
        rng.shuffle(columns)
    known = made_knowledge(made, rng)
    names = _ids(len(table), rng)
    named = tuple(zip(names, map(known.complete, [*kept, *dropped]), strict=True))
    for slot in known.slots:
        made.insert(rng.randrange(len(made) + 1), slot)
    schema = _schema(seed, made, groups, axioms, rng)
    rules = {"rules": _rules(made, groups, rng), **_inert(groups, rng)}
    whole, broken = named[: len(kept)], named[len(kept) :]
    return Authored(seed, schema, rules, tuple(made), tuple(columns), whole, broken, dict(known.tables))


def _slots(count: int, rng: random.Random) -> list[MadeSlot]:
    names = rng.sample(NAMES, len(NAMES)) + [f"slot_{number}" for number in range(count)]
    kinds = rng.sample(KINDS, len(KINDS)) + rng.choices(KINDS, k=count)
    return [made_slot(name, kind, rng) for name, kind in zip(names[:count], kinds, strict=False)]


def _settle(slot: MadeSlot, rng: random.Random, *, grouping: bool, shown: bool) -> None:
    """Settings that all kinds share."""
    if not grouping and rng.random() < 0.3:
        slot.settings["missing"] = True
    elif rng.random() < 0.1:
        slot.settings["missing"] = False
    if rng.random() < 0.15:
        slot.settings["shown"] = shown or rng.random() < 0.4
    if rng.random() < 0.2:
        slot.settings["topic"] = rng.choice(("money", "getting-there", "x"))
    if rng.random() < 0.1:
        slot.settings["description"] = rng.choice(("One line.", "Several\n\nlines: of 'text'.\n", "- x # y"))


def _cell(slot: MadeSlot, rng: random.Random) -> Cell:
    text, value = slot.draw(rng)
    if not slot.settings.get("missing"):
        return text, value
    if rng.random() < _MISSING:
        return "", None
    return (text or "none"), value


def _rows(made: list[MadeSlot], groups: list[str], count: int, rng: random.Random) -> list[Row]:
    few = {slot.name: [_cell(slot, rng) for _ in range(2)] for slot in made if slot.name in groups}
    return [
        {slot.name: rng.choice(few[slot.name]) if slot.name in few else _cell(slot, rng) for slot in made}
        for _ in range(count)
    ]


def _ids(count: int, rng: random.Random) -> list[str]:
    pattern = rng.choice(("{}", "r{}", "é {}", "東{}", "=A{}", "#{}", "a, b {}", '"{}"', "{}" + "x" * 90))
    return [pattern.format(number) for number in range(count)]


def _schema(
    seed: int, made: list[MadeSlot], groups: list[str], axioms: list[dict[str, Any]], rng: random.Random
) -> dict[str, Any]:
    labels = list(distinct(LABELS, len(made), rng))
    taken = {slot.name.replace("_", " ").strip().casefold() for slot in made}
    for slot in made:
        if labels and rng.random() < 0.5:
            label = labels.pop()
            if label.casefold() not in taken:
                slot.settings["label"] = label
    schema: dict[str, Any] = {
        "name": rng.choice((f"random-{seed}"[:41], "x", "a_b-c")),
        "version": rng.choice(("1.10", "2027-01-01", "v1+x", 3, "0x1F")),
        "noun": rng.choice(NOUNS),
        "slots": {slot.name: _shuffled(slot.settings, rng) for slot in made},
    }
    if seed % 3 == 0:
        schema["pronoun"] = ("it", "they", "she", "he")[seed // 3 % 4]
    if rng.random() < 0.3:
        schema["description"] = rng.choice(("Rooms.", "Two\nlines, “quoted”.\n\nAnd: more\n", "x" * 4000))
    if groups or rng.random() < 0.1:
        schema["group_by"] = groups
    if groups and rng.random() < 0.7:
        parts: list[Any] = ["I'm after an offer in", *({"slot": name} for name in groups), "R&B, or so"]
        schema["request"] = parts[: rng.randint(1, len(parts))]
    elif rng.random() < 0.2:
        schema["request"] = ["Dear Sir. I want (really) a room"]
    if axioms or rng.random() < 0.1:
        schema["axioms"] = axioms
    pairs = [list(pair) for pair in combinations([slot.name for slot in made], 2)]
    if pairs and rng.random() < 0.3:
        schema["trade"] = rng.sample(pairs, rng.randint(1, min(3, len(pairs))))
    unclear = _unclear(made, random.Random(f"unclear {seed}"))
    if unclear:
        schema["unclear"] = unclear
    return _shuffled(schema, rng)


def _unclear(made: list[MadeSlot], rng: random.Random) -> list[dict[str, Any]]:
    """In some domains: a slot of which nothing can be said where another one is yes, and a rival."""
    shown = [slot for slot in made if slot.settings.get("shown", True) and "derived" not in slot.settings]
    flags = [slot for slot in shown if slot.settings["kind"] == "boolean"]
    found: list[dict[str, Any]] = []
    if flags and rng.random() < 0.5:
        where = [{"slot": rng.choice(flags).name, "is": rng.choice(("yes", False))}]
        found.append({"slot": rng.choice(shown).name, "where": where})
    for one, other in combinations(shown, 2):
        if one.settings["kind"] == other.settings["kind"] == "duration":
            found.append({"slot": one.name, "rival": other.name})
    return found[:100]


def _inert(groups: list[str], rng: random.Random) -> dict[str, Any]:
    """Openings and closings."""
    found: dict[str, Any] = {}
    values = ", ".join(f"{{{name}}}" for name in groups)
    openings = [opening.format(values) for opening in OPENINGS if bool(groups) == ("{}" in opening)]
    if rng.random() < 0.5:
        found["openings"] = rng.sample(openings, rng.randint(1, len(openings)))
    if rng.random() < 0.4:
        found["closings"] = rng.sample(CLOSINGS, rng.randint(1, len(CLOSINGS)))
    return found


def _shuffled(mapping: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    return dict(rng.sample(list(mapping.items()), len(mapping))) if rng.random() < 0.3 else mapping


def _rules(made: list[MadeSlot], groups: list[str], rng: random.Random) -> dict[str, Any]:
    hidden = {slot.name for slot in made if not slot.settings.get("shown", True)}
    free = [slot for slot in made if (slot.derived or slot.name) not in {*groups, *hidden}]
    chosen = [slot for slot in free if rng.random() < 0.9] or free[:1]
    return {slot.name: made_rules(slot, rng) for slot in chosen}
