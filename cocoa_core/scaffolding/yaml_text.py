"""Writes schema.yaml, rules.yaml, bundle.yaml and import.yaml of a draft, laid out as a person would: short
values on one line. A bundle.yaml is proposed where the columns say enough by themselves.
"""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Mapping
from decimal import Decimal
from io import StringIO
from itertools import combinations
from typing import Any, Final

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.scalarstring import DoubleQuotedScalarString

from cocoa_core.grouping import grouped
from cocoa_core.importing import IMPORT, Choices, GuessedColumns, RawTable, SlotColumn
from cocoa_core.loading import BUNDLE, catalogue_text, plain_value, usual_label
from cocoa_core.scaffolding.drafts import DomainDraft, DraftSlot, NewDomain, TablePart

_WIDTH: Final = 100
_WORDS_OF_YAML_1_1: Final = frozenset(("y", "n", "yes", "no", "on", "off"))
_PLAIN: Final = re.compile(r"[^\W\d_](?:[\w ./&+()-]*[\w.)+])?")
_AMOUNT: Final = re.compile(r"[0-9]+[a-zA-Z]+(?: [0-9]+[a-zA-Z]+)?")
_VERSION: Final = "1.0"
_RULES: Final = """\
What a request may ask of each slot, and in which words.
  tests     which comparisons are drawn; their negations come along
  draw      where the values of comparisons come from
  atypical  what few people ask for
  wanted    which side people want: less, more or neither; requests demand it
  want      noun phrases for it: {before: a price of} becomes "I want a price of $400 or less"
  say       wordings; cocoa adds the comparison: {verb: cost} becomes "it costs under $400"
  proposed  nobody has read these words: hear them with `cocoa say .`, mend them, then delete the line
A slot without rules is shown, and no request speaks of it."""

_BUNDLES: Final = """\
Proposed: what several options may have to meet together, for `cocoa sample --domain . --ask bundle`.
  called     what they are together: "a stay split over {number} places"
  total      numbers that may be added up; average: numbers of which the mean is taken
  different  add it yourself: categories and dates of which no two options should have the same
  with       so many options may have to have one of its words
Delete the file if nobody would take several."""

_OPENINGS: Final = """
How requests begin, by lot. They say nothing of any option: no value, number or comparison. Add your own,
and `closings`, and `reasons` of rules."""


def as_written(draft: DomainDraft) -> NewDomain:
    """Returns the draft as the texts of its files."""
    texts = {
        "schema.yaml": _schema(draft),
        "rules.yaml": _rules(draft),
        "catalogue.csv": catalogue_text(draft.header, draft.rows),
    }
    if bundle := proposed_bundle(draft):
        root = laid_out(bundle)
        root.yaml_set_start_comment(f"{modeline('bundle')}\n{_BUNDLES}\n")
        texts[BUNDLE] = dumped(root)
    if draft.imported:
        texts[IMPORT] = draft.imported
    return NewDomain(draft.name, draft.noun, draft.origin, texts, draft.notes, draft.columns, draft.to_check)


def modeline(schema: str) -> str:
    """Returns the comment by which editors find the JSON Schema of a YAML file, without its "#"."""
    return f"yaml-language-server: $schema=.schemas/{schema}.json"


def laid_out(value: object, flow: bool = False) -> Any:
    """Returns plain data as nodes for the dumper.

    Lists of scalars, and everything inside a list, are written on one line. A text is quoted where YAML 1.1
    or 1.2 would read something else.

    Args:
        flow: writes mappings on one line, too.
    """
    if isinstance(value, Mapping):
        result = CommentedMap((laid_out(key), laid_out(item, flow)) for key, item in value.items())
        if flow or not value:
            result.fa.set_flow_style()
        return result
    if isinstance(value, list | tuple):
        items = CommentedSeq(laid_out(item, flow=True) for item in value)
        if flow or not any(isinstance(item, Mapping | list | tuple) for item in value):
            items.fa.set_flow_style()
        return items
    if isinstance(value, str):
        return value if _is_plain(value) else DoubleQuotedScalarString(value)
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else value
    return value


def dumped(root: CommentedMap) -> str:
    """Returns the text of a document."""
    yaml = YAML()
    yaml.width = _WIDTH
    yaml.indent(mapping=2, sequence=4, offset=2)
    yaml.representer.ignore_aliases = lambda *_: True  # a domain has no anchors
    yaml.representer.add_representer(Decimal, _decimal)
    out = StringIO()
    yaml.dump(root, out)
    return re.sub(r", +\n", ",\n", out.getvalue())  # the dumper leaves a blank where it breaks a line


def _decimal(representer: Any, number: Decimal) -> Any:
    return representer.represent_scalar("tag:yaml.org,2002:float", format(number, "f"))


def _is_plain(text: str) -> bool:
    written = (_PLAIN.fullmatch(text) or _AMOUNT.fullmatch(text)) and "  " not in text
    return bool(written) and text.casefold() not in _WORDS_OF_YAML_1_1 and isinstance(plain_value(text), str)


def _schema(draft: DomainDraft) -> str:
    """Returns the text of schema.yaml, with comments where an author will edit."""
    called = {"noun": draft.noun, **({"pronoun": draft.pronoun} if draft.pronoun != "it" else {})}
    called |= {"speech": draft.speech} if draft.speech != "wishes" else {}
    head = {"name": draft.name, "version": _VERSION, **called, "description": draft.description}
    root = laid_out({key: value for key, value in head.items() if value})
    about = _wrapped(
        f"What one {draft.noun} is: its attributes (slots), in the order in which a person reads them."
        " `cocoa check-domain .` says what is wrong after an edit."
    )
    root.yaml_set_start_comment(f"{modeline('schema')}\n{about}\n\n")
    before = "\nAll rows are one group: any five may be the options of a question. To ask about rows that\n"
    before += "share a value, name its slot here, for example:\ngroup_by: [city]\n\n"
    if draft.group_by:
        root["group_by"] = laid_out(draft.group_by)
        comment = "\nAll options of one question share the values of these slots."
        root.yaml_set_comment_before_after_key("group_by", before=comment)
        before = "\n\n"
        if draft.request:
            root["request"] = laid_out(draft.request, flow=True)
    root["slots"] = CommentedMap()
    root.yaml_set_comment_before_after_key("slots", before=before)
    for number, slot in enumerate(draft.slots):
        root["slots"][laid_out(slot.name)] = laid_out(_ordered(slot))
        if slot.comment:
            _comment(root["slots"], slot.name, "\n" * (number > 0) + _wrapped(slot.comment))
    if draft.axioms:
        root["axioms"] = laid_out(draft.axioms)
        about = _wrapped("What holds of every row of the table: rows that break it are refused.")
        root.yaml_set_comment_before_after_key("axioms", before=f"\n{about}")
    return dumped(root)


def _ordered(slot: DraftSlot) -> dict[str, object]:
    """Returns the settings of a slot: the kind first, then the label, unless the name gives the same."""
    first = {key: slot.settings[key] for key in ("kind", "label") if key in slot.settings}
    if first.get("label") == usual_label(slot.name):
        del first["label"]
    return first | {key: value for key, value in slot.settings.items() if key not in ("kind", "label")}


def _rules(draft: DomainDraft) -> str:
    """Returns the text of rules.yaml: the rules of each slot together, in the order of the draft."""
    by_slot = grouped((rule.slot, rule) for rule in draft.rules)
    rules = CommentedMap()
    for number, (slot, several) in enumerate(by_slot.items()):
        rules[laid_out(slot)] = CommentedSeq([_by_line(rule.settings) for rule in several])
        if number:
            _comment(rules, slot, "\n")
    root = CommentedMap({"rules": rules})
    if draft.openings:
        root["openings"] = CommentedSeq([laid_out(text) for text in draft.openings])
        root.yaml_set_comment_before_after_key("openings", before=_OPENINGS)
    root.yaml_set_start_comment(f"{modeline('rules')}\n{_RULES}\n")
    return dumped(root)


def _by_line(settings: Mapping[str, object]) -> CommentedMap:
    """Returns the settings of a rule, one key and one wording a line."""
    pairs = settings.items()
    return CommentedMap((key, laid_out(value, flow=isinstance(value, Mapping))) for key, value in pairs)


def _comment(node: CommentedMap, key: str, text: str) -> None:
    node.yaml_set_comment_before_after_key(laid_out(key), before=text, indent=2)


def _wrapped(text: str) -> str:
    return textwrap.fill(text, _WIDTH - 4, break_long_words=False, break_on_hyphens=False)


_SIGNS: Final = {",": "comma", ".": "point"}
_ABOUT: Final = (
    "How the table was read. `cocoa refresh . FILE` and `cocoa import-options --domain . FILE` read another"
    " export of the same system in the same way. `words: {cell: value}` beside a column says what the"
    " catalogue has for a cell."
)


def import_text(
    table: RawTable, columns: GuessedColumns, choices: Choices, part: TablePart, least_group: int
) -> str:
    """Returns the text of import.yaml.

    Args:
        least_group: the size below which groups were left out; 0 where no row was left out.
    """
    sampled = len(table.rows) < table.count
    head: dict[str, Any] = {
        "at": part.at,
        "id": columns.id,
        "key": [] if columns.id else _key(columns),
        "decimal": _SIGNS[columns.decimal] if columns.decimal else "",
        "dates": columns.order or "",
        "missing": list(choices.missing or ()),
        "rows": part.rows if sampled else 0,
        "seed": part.seed if sampled else 0,
        "least_group": least_group,
        "left_out": [
            report.column for report in columns.reports if not report.slot and report.column != columns.id
        ],
    }
    counts = Counter(" ".join(name.split()) for name in table.header)
    root = laid_out({**{key: value for key, value in head.items() if value}, "columns": {}})
    root["columns"] = laid_out({column.name: {} for column in columns.columns})
    for column in columns.columns:
        unique = column.header.text and counts[column.header.text] == 1
        root["columns"][column.name] = laid_out(_source(column, bool(unique), columns), flow=True)
    root.yaml_set_start_comment(f"{modeline('import')}\n{textwrap.fill(_ABOUT, 96)}\n")
    return dumped(root)


def _key(columns: GuessedColumns) -> list[str]:
    """Returns the one or two first columns of words that tell all rows apart; empty where none do.

    Numbers are not used: a price that changes would make another row.
    """
    worded = [
        column for column in columns.columns if column.reading.kind == "category" and not column.missing
    ]
    for size in (1, 2):
        for chosen in combinations(worded, size):
            cells = list(zip(*(column.reading.cells for column in chosen), strict=True))
            if len(set(cells)) == len(cells):
                return [column.name for column in chosen]
    return []


def _source(column: SlotColumn, named: bool, columns: GuessedColumns) -> dict[str, object]:
    result: dict[str, object] = {"column": column.header.text} if named else {"place": column.index + 1}
    result["read_as"] = column.reading.taken
    if column.reading.decimal and column.reading.decimal != columns.decimal:
        result["decimal"] = _SIGNS[column.reading.decimal]
    if column.reading.rounded:
        result["rounded"] = True
    if column.reading.said:
        result["said"] = column.reading.said
    return result


_FEWEST = 2
"""The fewest slots of a proposal: a number, and one slot more."""


def proposed_bundle(draft: DomainDraft) -> dict[str, object]:
    """Returns the keys of the file, in writing order; empty where there is no number to add up or to average.

    Amounts of money and durations may be added up, and of ratings the mean is taken, if it is known whether
    people want less or more of them. Every other slot with rules and with words may be counted by its words.
    What no two options should have alike is not guessed.
    """
    wanted = {rule.slot for rule in draft.rules if rule.settings.get("wanted") in ("less", "more")}
    ruled = {rule.slot for rule in draft.rules} - {*draft.group_by}
    slots: dict[str, list[str]] = {"total": [], "average": [], "with": []}
    for slot in draft.slots:
        kind, unit, least = (slot.settings.get(key) for key in ("kind", "unit", "min"))
        negative = slot.settings.get("signed") or (isinstance(least, int | float | Decimal) and least < 0)
        if slot.name in wanted and (kind == "duration" or unit == "money") and not negative:
            slots["total"].append(slot.name)
        if slot.name in wanted and unit == "rating":
            slots["average"].append(slot.name)
        if slot.name in ruled and kind in ("boolean", "category", "set"):
            slots["with"].append(slot.name)
    keys = {key: names[:20] for key, names in slots.items() if names}
    enough = sum(map(len, keys.values())) >= _FEWEST and set(keys) != {"with"}
    return {"called": "a set of {number}", **keys} if enough else {}
