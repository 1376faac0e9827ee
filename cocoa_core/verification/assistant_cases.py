"""Checks the cases that `cocoa test` asks an assistant: every key is derived again from the folder alone.

Request, catalogue and domain are read by the verifier's own readers; no code that drew the cases is used.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from attrs import field, frozen

from cocoa_core.errors import FindingsError, Place, one_line
from cocoa_core.independent import (
    Catalogue,
    Lexicon,
    Slot,
    Truth,
    Value,
    VerifierDomain,
    all_of,
    any_of,
    build_clause_grammar,
    derived_value,
    id_of,
    read_catalogue,
    read_domain,
    read_json,
    read_regular,
    read_shown,
)
from cocoa_core.lexicon import REQUEST_ENDINGS, SUPERLATIVES, WAYS, request_message, superlative
from cocoa_core.verification.folder import DOMAIN, combined_digest, domain_bundle, domain_file, domain_tables
from cocoa_core.verification.report import Findings, Flaw, VerificationReport, to_the_end, unequal
from cocoa_core.verification.selection.deliveries import case_turn_flaws
from cocoa_core.verification.selection.parsed_question import ParsedQuestion, parse_terms
from cocoa_core.verification.selection.request import request_flaws
from cocoa_core.verification.selection.requirement import idle_flaws, requirement_flaws
from cocoa_core.verification.selection.shape import LITERAL
from cocoa_core.verification.shapes import RecordShape

TARGET_MANIFEST: Final = "target.json"
_FORMAT: Final = "cocoa-target/2"
_FORMATS: Final = ("cocoa-target/1", _FORMAT)
"""In the first, of version 0.1, each case holds the texts of its rows, and there is no file of rows."""
_CASES: Final = "cases.jsonl"
_ROWS: Final = "rows.jsonl"
_MOST_BYTES: Final = 200_000_000
_SIGNS: Final = {True: "t", False: "f", None: "-"}
_SHAPE: Final = RecordShape(
    {
        "id": str,
        "wanted": str,
        "message": str,
        "domain": {"name": str, "version": str, "digest": str},
        "request": str,
        "sentences": [{"text": str, "terms": [int]}],
        "inert": [str],
        "group": {...: str},
        "key": [str],
        "unsettled": [str],
        "requirement": {"id": str, "text": str, "terms": [[LITERAL]], "demands": [int]},
        "words": [{"text": str, "connective": str, "as_is": [bool]}],
        "slots": [str],
        "rows": ([[str]], {...: {"truths": str, "values": [str]}}),
        "asked": {...: str},
        "history": [{"text": str, "op": str}],
        "stale": [str],
        "pool": str,
        "provenance": {
            "seed": int,
            "index": int,
            "settings": {"most": int},
            "rejections": {...: int},
            "version": str,
            "canary": str,
        },
    }
)
_ROWS_SHAPE: Final = RecordShape({"group": {...: str}, "ids": [str], "values": {...: [str]}})


def verify_cases(folder: Path) -> VerificationReport:
    """Checks the cases of a folder that `cocoa test` wrote, and reports all that is wrong with them.

    Raises:
        FindingsError: the manifest, the domain, the catalogue or the file of cases cannot be read.
    """
    manifest = _manifest(folder)
    findings = Findings()
    name = manifest["catalogue"]
    try:
        data = read_regular(folder / DOMAIN / name, _MOST_BYTES, folder)
        catalogue = read_catalogue(name, data)
    except (OSError, ValueError) as error:
        raise FindingsError(
            "the catalogue cannot be read",
            got=one_line(error),
            expected="the catalogue as it was when the cases were drawn, as CSV or JSON lines",
            place=Place(f"{DOMAIN}/{one_line(name)}"),
        ) from None
    files = {"schema": domain_file(folder, "schema.yaml"), "rules": domain_file(folder, "rules.yaml")}
    tables, bundle = domain_tables(folder), domain_bundle(folder)
    contents = {**files, **tables, "catalogue": data, **({} if bundle is None else {"bundle": bundle})}
    findings.extend(flaw.at(Place(TARGET_MANIFEST)) for flaw in _digest_flaws(manifest, contents))
    groups = _groups(folder, manifest, findings) if manifest["format"] == _FORMAT else {}
    domain = read_domain(files["schema"], files["rules"], tables, bundle)
    checker = CaseChecker(domain, catalogue, manifest, groups)
    for number, stored in enumerate(groups.values(), 1):
        flaws = to_the_end("the rows", checker.stored_flaws, stored)
        findings.extend(flaw.at(Place(_ROWS, number)) for flaw in flaws)
    count = _check_cases(folder, manifest, checker, findings)
    checker_name = "cocoa's own checker of cases for an assistant"
    return VerificationReport(checker_name, count, tuple(findings.kept), findings.count)


def _check_cases(folder: Path, manifest: Mapping[str, Any], checker: CaseChecker, findings: Findings) -> int:
    """Checks the file of cases, and returns how many it has."""
    try:
        lines = read_regular(folder / _CASES, _MOST_BYTES, folder).split(b"\n")
    except OSError as error:
        raise FindingsError("the cases cannot be read", got=one_line(error), place=Place(_CASES)) from None
    file_digest = hashlib.sha256(b"\n".join(lines)).hexdigest()
    if file_digest != manifest["cases"]:
        problem = "the file has another digest than the manifest says"
        findings.add(Flaw("sha256", problem, file_digest, manifest["cases"], Place(_CASES)))
    count = len(lines) - 1
    if count != manifest["count"]:
        findings.add(Flaw("lines", "cases are missing", str(count), manifest["count"], Place(_CASES)))
    ids: set[str] = set()
    for number, line in enumerate(filter(None, lines), 1):
        case_id, flaws = _check_line(checker, line)
        if case_id in ids:
            flaws.append(Flaw("id", "two cases have one id", case_id))
        ids.add(case_id)
        findings.extend(flaw.at(Place(_CASES, number), case_id) for flaw in flaws)
    return count


def _manifest(folder: Path) -> dict[str, Any]:
    place = Place(TARGET_MANIFEST)
    try:
        manifest = read_json(read_regular(folder / TARGET_MANIFEST, _MOST_BYTES, folder), once=True)
    except (OSError, ValueError) as error:
        raise FindingsError("the manifest cannot be read", got=one_line(error), place=place) from None
    texts = ("format", "catalogue", "cases")
    if (
        not isinstance(manifest, dict)
        or not all(isinstance(manifest.get(key), str) for key in texts)
        or not isinstance(manifest.get("digests"), dict)
        or not isinstance(manifest.get("domain"), dict)
        or manifest["format"] not in _FORMATS
        or manifest["catalogue"] not in ("catalogue.csv", "catalogue.jsonl", "catalogue.parquet")
    ):
        raise FindingsError("the manifest is none of cases for an assistant", expected=_FORMAT, place=place)
    return manifest


def _groups(folder: Path, manifest: Mapping[str, Any], findings: Findings) -> dict[Group, StoredRows]:
    """Returns the file of rows by group."""
    try:
        content = read_regular(folder / _ROWS, _MOST_BYTES, folder)
        records = [read_json(line, once=True) for line in filter(None, content.split(b"\n"))]
    except (OSError, ValueError) as error:
        raise FindingsError("the rows cannot be read", got=one_line(error), place=Place(_ROWS)) from None
    digest = Flaw("sha256", "the file has another digest than the manifest says", place=Place(_ROWS))
    if hashlib.sha256(content).hexdigest() != manifest.get("rows"):
        findings.add(digest)
    groups = {}
    for number, record in enumerate(records, 1):
        flaws = _ROWS_SHAPE.flaws(record)
        findings.extend(flaw.at(Place(_ROWS, number)) for flaw in flaws)
        if not flaws:
            groups[_group_key(record["group"])] = StoredRows(**record)
    return groups


def _digest_flaws(manifest: Mapping[str, Any], contents: Mapping[str, bytes]) -> Iterator[Flaw]:
    """Finds digests of the manifest that are not those of the files, or of the domain as a whole."""
    digests = manifest["digests"]
    for name in sorted({*digests, *contents}):
        file_digest = hashlib.sha256(contents[name]).hexdigest() if name in contents else "no such file"
        yield from unequal("digest", f"{one_line(name)} has another digest", file_digest, digests.get(name))
    domain_digest = combined_digest(digests)
    if manifest["domain"].get("digest") != domain_digest:
        yield Flaw("digest", "the domain's digest is not that of its parts", domain_digest)


def _check_line(checker: CaseChecker, line: bytes) -> tuple[str, list[Flaw]]:
    """Returns the id of a case and its flaws; no id where the line has not the shape of a case."""
    try:
        record = read_json(line, once=True)
        if isinstance(record, dict):
            record.setdefault("history", [])
            record.setdefault("stale", [])
            record.setdefault("pool", "")
    except ValueError as error:
        return "", [Flaw("json", "the line is no JSON", error)]
    flaws = _SHAPE.flaws(record)
    if flaws:
        return "", flaws
    return record["id"], to_the_end("the case", checker.flaws, record)


Group = tuple[tuple[str, str], ...]
"""The values of what groups rows, by slot."""


def _group_key(group: Mapping[str, str]) -> Group:
    return tuple(group.items())


@frozen(eq=False)
class StoredRows:
    """The rows of a group as they are stored, in columns."""

    group: Mapping[str, str]
    ids: Sequence[str]
    values: Mapping[str, Sequence[str]]
    """The texts of all rows, by the label of the slot."""


@frozen(eq=False)
class CaseChecker:
    """Checks cases over one catalogue."""

    domain: VerifierDomain
    catalogue: Catalogue = field(repr=False)
    manifest: Mapping[str, Any] = field(repr=False)
    stored: Mapping[Group, StoredRows] = field(repr=False)
    """The file of rows by group."""
    lexicon: Lexicon = field(init=False, repr=False)
    _groups: dict[tuple[tuple[str, str], ...], dict[str, dict[str, Value]]] = field(
        factory=dict, init=False, repr=False
    )
    """A cache of the rows of each group."""

    @lexicon.default
    def _build(self) -> Lexicon:
        return build_clause_grammar(self.domain.rules.values(), self.domain.slots)

    def flaws(self, record: Mapping[str, Any]) -> Iterator[Flaw]:
        """Finds everything that is wrong with a case of the right shape."""
        flaws: list[Flaw] = []
        terms = parse_terms(record["requirement"]["terms"], self.domain, flaws)
        yield from flaws
        yield from self._source_flaws(record)
        if flaws or tuple(record["group"]) != self.domain.group_by:
            if not flaws:
                yield Flaw("group", "the group is not that of the schema", list(record["group"]))
            return
        try:
            rows = self._pool(record["group"])
        except (ValueError, OverflowError, KeyError) as error:
            yield Flaw("group", "the rows of the group cannot be read", error)
            return
        stored, signs = self._stored(record)
        if list(stored.ids) != list(rows):
            yield Flaw("rows", "the rows are not those of the group", f"{len(stored.ids)}", f"{len(rows)}")
            return
        if isinstance(record["rows"], dict):
            yield from self.stored_flaws(stored)
        truths = {
            row: [[self.domain.truth(literal, values) for literal in term] for term in terms]
            for row, values in rows.items()
        }
        labels = {row: all_of([any_of(term) for term in term_truths]) for row, term_truths in truths.items()}
        yield from self._slot_flaws(record, terms, stored)
        yield from _sign_flaws(signs, truths)
        yield from self._key_flaws(record, rows, labels)
        yield from self._asked_flaws(record, terms)
        yield from self._request_flaws(record, terms, rows, labels)

    def _source_flaws(self, record: Mapping[str, Any]) -> Iterator[Flaw]:
        """Checks domain, pool, seed and id against the manifest, and the number of words."""
        if record["domain"] != self.manifest["domain"]:
            yield Flaw("domain", "the case is of another domain", record["domain"])
        if len(record["words"]) != len(record["requirement"]["terms"]):
            yield Flaw("words", "there are not as many words as sum terms", len(record["words"]))
        if record["pool"] != " and ".join(self.manifest.get("pool", ())):
            yield Flaw("pool", "the case is about another pool than the manifest says", record["pool"])
        provenance = record["provenance"]
        if provenance["seed"] != self.manifest["seed"] and provenance["version"] == self.manifest.get(
            "cocoa_version"
        ):
            yield Flaw("provenance", "the seed is not that of the manifest", provenance["seed"])
        case_id = id_of(
            "case",
            self.domain.name,
            provenance["seed"],
            provenance["index"],
            record["requirement"]["id"],
            record["message"],
        )
        yield from unequal("id", "the id is not that of the case", record["id"], case_id)

    def _pool(self, group: Mapping[str, str]) -> dict[str, dict[str, Value]]:
        key = tuple(group.items())
        if key not in self._groups:
            group_values = [
                (self.domain.slots[name], read_shown(self.domain.slots[name], text)) for name, text in key
            ]
            self._groups[key] = {
                row: self._values(row)
                for row in self.catalogue.rows
                if all(self.catalogue.value(row, slot) == value for slot, value in group_values)
            }
        return self._groups[key]

    def _values(self, row: str) -> dict[str, Value]:
        derived = self.domain.derived_slots
        values = {
            slot.name: self.catalogue.value(row, slot)
            for slot in self.domain.slots.values()
            if slot.name not in derived and slot.name in self.catalogue.columns
        }
        for derived_slot in self.domain.derived:
            if derived_slot.source in values:
                values[derived_slot.slot] = derived_value(derived_slot, values[derived_slot.source])
        return values

    def _stored(self, record: Mapping[str, Any]) -> tuple[StoredRows, list[list[str]]]:
        """Returns the stored rows of a case, and for each sum term and literal a sign for each row.

        Raises:
            ValueError: the case holds its rows itself, and they differ in their slots or literals.
        """
        rows = record["rows"]
        if isinstance(rows, list):
            missing = StoredRows(record["group"], (), {})
            return self.stored.get(_group_key(record["group"]), missing), rows
        columns = zip(*(facts["values"] for facts in rows.values()), strict=True)
        values = dict(zip(record["slots"], columns, strict=True))
        terms = zip(*(facts["truths"].split("|") for facts in rows.values()), strict=True)
        signs = [["".join(literal) for literal in zip(*term, strict=True)] for term in terms]
        return StoredRows(record["group"], list(rows), values), signs

    def stored_flaws(self, stored: StoredRows) -> Iterator[Flaw]:
        """Finds stored rows that are not those of the group, and values that they do not show."""
        rows, slots = self._pool(stored.group), {slot.label: slot for slot in self.domain.slots.values()}
        if list(stored.ids) != list(rows):
            yield Flaw("rows", "the rows are not those of the group", f"{len(stored.ids)}", f"{len(rows)}")
            return
        for label, texts in stored.values.items():
            if label not in slots or len(texts) != len(rows):
                yield Flaw("values", f"these are not the values of {label}", len(texts), len(rows))
                continue
            slot = slots[label]
            for (row, values), text in zip(rows.items(), texts, strict=True):
                try:
                    agrees = read_shown(slot, text) == values.get(slot.name)
                except (ValueError, OverflowError):
                    agrees = False
                if not agrees:
                    yield Flaw("values", f"{row} has another {label}", text, values.get(slot.name))

    def _slot_flaws(self, record: Mapping[str, Any], terms: Any, stored: StoredRows) -> Iterator[Flaw]:
        """Finds other slots than those of the sum terms and the objective, and slots that are not stored."""
        names = dict.fromkeys(literal.slot for term in terms for literal in term)
        asked = record["asked"].get("slot")
        slots: list[Slot] = [self.domain.slots[name] for name in names]
        if asked in self.domain.slots:
            slots.append(self.domain.slots[asked])
        if record["slots"] != [slot.label for slot in slots]:
            yield Flaw("slots", "the values are of other slots", record["slots"])
        for label in record["slots"]:
            if label not in stored.values:
                yield Flaw("values", f"the values of {label} are not stored", "", label)

    def _key_flaws(
        self, record: Mapping[str, Any], rows: Mapping[str, Mapping[str, Value]], labels: Mapping[str, Truth]
    ) -> Iterator[Flaw]:
        key = [row for row, label in labels.items() if label is True]
        unsettled = [row for row, label in labels.items() if label is None]
        if record["wanted"] == "best":
            slot, wanted = record["asked"].get("slot", ""), record["asked"].get("wanted", "")
            sign = 1 if wanted == "less" else -1
            numbers: dict[str, int] = {}
            for row in (*key, *unsettled):
                value = rows[row].get(slot)
                if isinstance(value, int) and not isinstance(value, bool):
                    numbers[row] = sign * value
            least = min(numbers.values(), default=0)
            best = [row for row, number in numbers.items() if number == least]
            if len(numbers) < len(key) + len(unsettled) or len(best) != 1 or best[0] not in key:
                yield Flaw("key", "no row is strictly the best of those that may fit", ", ".join(best))
                return
            key = best
        yield from unequal("key", "the key is not what the catalogue gives", record["key"], key)
        yield from unequal("unsettled", "other rows are unsettled", record["unsettled"], unsettled)

    def _asked_flaws(self, record: Mapping[str, Any], terms: Any) -> Iterator[Flaw]:
        """Checks the objective by the domain, and that the message is composed of its parts."""
        asked, wanted = record["asked"], record["wanted"]
        if wanted not in REQUEST_ENDINGS or (wanted == "best") != bool(asked):
            yield Flaw("wanted", "this cannot be wanted", wanted, " or ".join(REQUEST_ENDINGS))
            return
        if asked:
            slot = self.domain.slots.get(asked.get("slot", ""))
            side = asked.get("wanted", "")
            best_words = self.domain.bundles.best if self.domain.bundles else {}
            if (
                slot is None
                or set(asked) != {"slot", "label", "wanted", "words"}
                or (slot.kind, side) not in SUPERLATIVES
                or self.domain.wanted(slot.name) != side
                or asked["label"] != slot.label
                or asked["words"]
                not in [
                    superlative(slot.kind, side, slot.label, way, best_words.get(slot.name, ""))
                    for way in range(len(WAYS))
                ]
                or any(literal.slot == slot.name for term in terms for literal in term)
            ):
                yield Flaw("asked", "people do not compare by this, or it is said otherwise", asked)
                return
        labelled_group = {} if self._names_group else self._labelled(record["group"])
        message = request_message(wanted, labelled_group, record["request"], asked.get("words", ""))
        yield from unequal("message", "the message says something else", record["message"], message)

    @property
    def _names_group(self) -> bool:
        """Whether every opening names all that the rows of a group have in common."""
        if self.domain.openings:
            return True  # an opening of the author's that does not is refused where it is read
        named = {part.slot for part in self.domain.opening if not isinstance(part, str)}
        return named >= set(self.domain.group_by)

    def _labelled(self, group: Mapping[str, str]) -> dict[str, str]:
        return {self.domain.slots[name].label: text for name, text in group.items()}

    def _request_flaws(
        self,
        record: Mapping[str, Any],
        terms: Any,
        rows: Mapping[str, Mapping[str, Value]],
        labels: Mapping[str, Truth],
    ) -> Iterator[Flaw]:
        """Finds a requirement that is not as it is written, a redundant part of it, or a request that means
        something else.

        Unsettled rows are neither right nor wrong, so no reading of the request is compared on them.
        """
        settled = {row: values for row, values in rows.items() if labels[row] is not None}
        satisfied: dict[str, list[int]] = {row: [] for row, label in labels.items() if label is True}
        view = {
            **record,
            "certificate": {"satisfied": satisfied},
            "provenance": {"settings": {"plain": True}, "minimality": "none"},
        }
        shown = dict.fromkeys(settled, record["group"]) or {"": record["group"]}
        question = ParsedQuestion(view, self.domain, settled, shown, terms)
        yield from requirement_flaws(question, table=False)
        yield from idle_flaws(question)
        yield from request_flaws(question, self.lexicon)
        if record["history"]:
            yield from case_turn_flaws(question, self.lexicon, rows)
        elif record["stale"]:
            yield Flaw("stale", "without turns nothing fits before the last of them", record["stale"])


def _sign_flaws(signs: Sequence[Sequence[str]], truths: Mapping[str, list[list[Truth]]]) -> Iterator[Flaw]:
    """Finds literals whose stored signs, one for each row, are not whether the row meets the literal."""
    columns = [zip(*term, strict=True) for term in zip(*truths.values(), strict=True)]
    expected = [["".join(_SIGNS[truth] for truth in literal) for literal in term] for term in columns]
    if [*map(len, signs)] != [*map(len, expected)]:
        yield Flaw("truths", "there are signs of other literals", [*map(len, signs)], [*map(len, expected)])
        return
    for number, (term, stated_term) in enumerate(zip(expected, signs, strict=True), 1):
        for literal, stated in zip(term, stated_term, strict=True):
            other = [row for row, *pair in zip(truths, literal, stated, strict=False) if pair[0] != pair[1]]
            if stated != literal:
                got = ", ".join(other[:3]) or len(stated)
                yield Flaw("truths", f"a literal of sum term {number} is not true of the rows it names", got)
