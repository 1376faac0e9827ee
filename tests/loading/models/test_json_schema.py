"""The JSON Schemas agree with the readers: what loads is valid, what is invalid does not load."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from authored.broken_data import break_data
from authored.domains import authored
from authored.yaml_writing import written
from documents.markdown import blocks
from documents.passages import ROOT
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from plain import plain

from cocoa_core.domain.kinds import KINDS
from cocoa_core.errors import CocoaError, DomainError
from cocoa_core.importing import import_document, recipe_of
from cocoa_core.loading import (
    SLOT_KEYS,
    Mistakes,
    bundle_document,
    read_definition,
    read_schema,
    read_yaml,
    rules_document,
    schema_document,
)
from cocoa_core.loading.arguments import TESTS
from cocoa_core.sources import page_map_document

DOCUMENTS = {
    "schema": schema_document(),
    "rules": rules_document(),
    "bundle": bundle_document(),
    "import": import_document(),
    "pages": page_map_document(),
}
DOMAIN = ("schema", "rules")
"""The documents of what every domain has."""
VALIDATORS = {name: Draft202012Validator(document) for name, document in DOCUMENTS.items()}
KINDS_OF_TWO = (
    "name: x\nversion: 1\nnoun: x\nslots:\n"
    "  a: {kind: category, closed: true, values: [p, q]}\n"
    "  b: {kind: quantity, min: 0, max: 9}\n"
    "  c: {kind: set, closed: true, values: [p, q], max_items: 2}\n"
)
"""A schema to read rules for."""
RULES_OF_TWO = "rules:\n  a:\n    - {id: a, tests: [is], say: [{verb: be}]}\n"


def mistakes(which: str, text: bytes | str) -> list[str]:
    return [error.message for error in VALIDATORS[which].iter_errors(plain(text))]


@pytest.mark.parametrize("which", DOCUMENTS)
def test_the_documents_are_json_schemas(which: str) -> None:
    Draft202012Validator.check_schema(DOCUMENTS[which])


@pytest.mark.parametrize("which", DOCUMENTS)
def test_the_committed_files_are_fresh(which: str) -> None:
    file = ROOT / "docs" / "schemas" / f"{which}.json"
    assert json.loads(file.read_text(encoding="utf-8")) == DOCUMENTS[which], (
        f"cocoa json-schema {which} > docs/schemas/{which}.json"
    )


@given(st.integers(0, 2**32))
def test_every_valid_domain_is_valid(seed: int) -> None:
    files = authored(seed, (1, 9), (1, 3)).files()
    for which in DOMAIN:
        assert mistakes(which, files[f"{which}.yaml"]) == []


@given(st.integers(0, 2**32))
def test_what_is_invalid_does_not_load(seed: int) -> None:
    rng = random.Random(seed)
    which = rng.choice(DOMAIN)
    whole = authored(seed, (1, 5), (1, 3))
    files = whole.files()
    data, _ = break_data(getattr(whole, which), rng)
    files[f"{which}.yaml"] = written(data, rng).encode()
    try:
        invalid = mistakes(which, files[f"{which}.yaml"])
    except CocoaError:
        return  # no YAML that cocoa or an editor reads
    if invalid:
        with pytest.raises(DomainError):
            read_definition(files, Path())


def test_most_mistakes_are_marked() -> None:
    marked = refused = 0
    for seed in range(60):
        rng = random.Random(seed)
        whole = authored(seed, (1, 4), (1, 2))
        files = whole.files()
        data, _ = break_data(whole.schema, rng)
        files["schema.yaml"] = written(data, rng).encode()
        try:
            invalid = mistakes("schema", files["schema.yaml"])
            read_definition(files, Path())
        except CocoaError:
            refused += 1
            marked += bool(invalid)
    assert refused > 30
    assert marked / refused > 0.7


@pytest.mark.parametrize("folder", sorted(path.parent for path in ROOT.glob("domains/*/schema.yaml")))
def test_the_shipped_domains_are_valid(folder: Path) -> None:
    for which in DOCUMENTS:
        if (folder / f"{which}.yaml").exists():
            assert mistakes(which, (folder / f"{which}.yaml").read_bytes()) == []


def examples() -> list[tuple[str, str]]:
    """Each YAML block of the pages about domains, as a whole schema or rule set."""
    found = []
    for page in sorted((ROOT / "docs").glob("*.md")):
        for block in blocks(page.read_text(encoding="utf-8")):
            key = block.text.partition(":")[0]
            if block.language != "yaml" or key not in ("name", "rules", "slots", "axioms", "group_by"):
                continue
            head = "" if key in ("name", "rules") else "name: x\nversion: 1\nnoun: x\n"
            slots = "" if key in ("name", "rules", "slots") else "slots: {x: {kind: boolean}}\n"
            found.append(("rules" if key == "rules" else "schema", head + slots + block.text))
    return found


def test_every_example_of_the_documents_is_valid() -> None:
    assert len(examples()) > 8
    for which, text in examples():
        assert mistakes(which, text) == [], text


BROKEN = {
    "schema": [
        ("noun: x", "nuon: x"),
        ("noun: x", ""),
        ("noun: x", "noun: not x"),
        ("noun: x", "noun: a, b"),
        ("name: x", "name: X"),
        ("kind: category", "kind: word"),
        ("closed: true, values: [p, q]}", "closed: false, values: [p, q]}"),
        ("closed: true, values: [p, q]}", "closed: true}"),
        (
            "a: {kind: category, closed: true, values: [p, q]}",
            "a: {kind: category, closed: false, best: first}",
        ),
        ("a: {kind: category, closed: true,", "a: {kind: category, closed: true, best: p,"),
        ("values: [p, q]}", "values: [p, p]}"),
        ("values: [p, q]}", "values: [p, 2]}"),
        ("min: 0, ", ""),
        ("max: 9}", "max: 9, whole: true}"),
        ("max: 9}", "max: 9, unit: rating}"),
        ("max: 9}", "max: 9, unit: money, decimals: 2}"),
        ("max: 9}", "max: 9, decimals: 1}"),
        ("max: 9}", "max: '9'}"),
        ("max: 9}", "max: 9, label: ''}"),
        (", max_items: 2", ""),
        ("max_items: 2", "max_items: 0"),
        ("slots:", "axioms: [{same: [b, b]}]\nslots:"),
        ("slots:", "axioms: [{never: [{slot: a, is: p}]}]\nslots:"),
        ("slots:", "axioms: [{never: [{slot: a, is: p}, {slot: b}]}]\nslots:"),
        ("slots:", "group_by: a\nslots:"),
        ("slots:", "trade: [[a]]\nslots:"),
        ("slots:", "trade: [[a, a]]\nslots:"),
        ("max: 9}", "max: 9, topic: Money}"),
        ("  a:", "  id:"),
    ],
    "rules": [
        ("id: a", "id: A"),
        ("id: a, ", ""),
        ("tests: [is]", "tests: [equals]"),
        ("tests: [is]", "tests: []"),
        ("verb: be", "verb: is"),
        ("verb: be", "verb: be, before: not"),
        ("verb: be", "verb: be, item: x, subject: y"),
        ("verb: be", "verb: be, noun: x"),
        ("say:", "draw: some, say:"),
        ("say:", "draw: {grid: 1, fixed: [1]}, say:"),
        ("say:", "draw: {items: [1]}, say:"),
        ("say:", "weight: 0, say:"),
        ("say:", "wanted: cheap, say:"),
        ("say:", "want: a p, say:"),
        ("say:", "want: [{verb: be}], say:"),
        ("say:", "reasons: {yes: [it's after noon]}, say:"),
        ("say:", "reasons: {yes: [it's hot.]}, say:"),
        ("say:", "reasons: {maybe: [it's hot]}, say:"),
        ("rules:", "closings: [Thanks]\nrules:"),
        ("rules:", "closings: [Unless it rains.]\nrules:"),
        ("rules:", "openings: [I need it]\nrules:"),
        ("rules:", "openings: I need it.\nrules:"),
        ("say:", "over: all, say:"),
    ],
    "import": [
        ("at: a", "at: [a]"),
        ("at: a", "att: a"),
        ("prefix: n", "prefix: 5"),
        ("from: [a]", "from: a"),
        ("{column: k}", "{colum: k}"),
        ("{column: k}", "k"),
        ("{column: k}", "{column: []}"),
        ("{column: k}", "{column: k, separator: x}"),
        ("{column: k}", "{column: k, part: {behind: x}}"),
        ("{column: k}", "{column: k, words: {}}"),
        ("{column: k}", "{column: k, combine: all}"),
    ],
}
IMPORT_OF_TWO = "at: a\nid: {prefix: n, from: [a]}\ncolumns:\n  a: {column: k}\n"


@pytest.mark.parametrize(
    ("which", "old", "new"), [(which, *edit) for which, edits in BROKEN.items() for edit in edits]
)
def test_a_mistake_is_marked_and_does_not_load(which: str, old: str, new: str) -> None:
    texts = {"schema": KINDS_OF_TWO, "rules": RULES_OF_TWO, "import": IMPORT_OF_TWO}
    assert mistakes(which, texts[which]) == []
    assert texts[which].count(old) == 1
    texts[which] = texts[which].replace(old, new)
    assert mistakes(which, texts[which])
    with pytest.raises(DomainError):
        read_all({f"{name}.yaml": text.encode() for name, text in texts.items()})


def read_all(files: dict[str, bytes]) -> None:
    schema, _, _ = read_definition(files, Path())
    found = Mistakes("import.yaml")
    recipe_of(read_yaml(files["import.yaml"], "import.yaml"), schema, frozenset(), found)
    found.refuse()


def test_every_kind_and_test_has_its_keys() -> None:
    assert list(SLOT_KEYS) == list(KINDS)
    kinds = [schema_of(kind).slots[0].kind for kind in KINDS]
    asked = {op for kind in kinds for over in kind.overs() for op in kind.ops(over)}
    assert asked == set(TESTS)


def schema_of(kind: str) -> Any:
    settings = {
        "category": "closed: false",
        "quantity": "min: 0, max: 1",
        "duration": "min: 0m, max: 1h",
        "date": "min: 2027-01-01, max: 2027-01-02",
        "set": "closed: false, max_items: 2",
        "list": "items: {kind: quantity, min: 0, max: 1}, max_items: 2",
    }
    keys = settings.get(kind, "missing: false")
    text = f"name: x\nversion: 1\nnoun: x\nslots: {{a: {{kind: {kind}, {keys}}}}}\n"
    assert mistakes("schema", text) == []
    return read_schema(read_yaml(text.encode(), "schema.yaml"))


def keys_said(text: str, *, rules: bool = False) -> set[str]:
    """The keys that the reader says it knows, where it found the key "xyzzy"."""
    files = {"schema.yaml": KINDS_OF_TWO, "rules.yaml": text} if rules else {"schema.yaml": text}
    with pytest.raises(DomainError) as caught:
        read_definition({name: content.encode() for name, content in files.items()}, Path())
    unknown = next(finding for finding in caught.value.findings if finding.got == "'xyzzy'")
    return set(re.findall(r"\w+", unknown.expected.removeprefix("one of")))


@pytest.mark.parametrize("kind", KINDS)
def test_an_editor_offers_the_keys_of_a_kind_that_its_reader_takes(kind: str) -> None:
    text = f"name: x\nversion: 1\nnoun: x\nslots: {{a: {{kind: {kind}, xyzzy: 1}}}}\n"
    assert set(DOCUMENTS["schema"]["$defs"][SLOT_KEYS[kind].__name__]["properties"]) == keys_said(text)


def test_an_editor_offers_the_keys_that_the_readers_take() -> None:
    schema, rules = DOCUMENTS["schema"], DOCUMENTS["rules"]
    assert set(schema["properties"]) == keys_said("xyzzy: 1\n")
    head = "name: x\nversion: 1\nnoun: x\nslots: {a: {kind: boolean}}\n"
    assert set(schema["$defs"]["AxiomKeys"]["properties"]) == keys_said(head + "axioms: [{xyzzy: [a, a]}]\n")
    rule = "rules: {b: [{id: a, tests: [less], say: [%s], %s}]}\n"
    places = {
        "RuleKeys": rule % ("{verb: be}", "xyzzy: 1"),
        "WordingKeys": rule % ("{verb: be, xyzzy: 1}", "weight: 1"),
        "ThingKeys": rule % ("{verb: be, noun: {one: a, many: b}}", "want: [{xyzzy: 1}]"),
        "ReasonsKeys": rule % ("{verb: be, noun: {one: a, many: b}}", "reasons: {xyzzy: 1}"),
        "NounKeys": rule % ("{verb: be, noun: {one: a, many: b, xyzzy: 1}}", "weight: 1"),
        "FreeWordingKeys": rule % ("{verb: be, noun: {one: a, many: b}}", "also: [{xyzzy: 1}]"),
    }
    for name, text in places.items():
        assert set(rules["$defs"][name]["properties"]) == keys_said(text, rules=True), name
    draw = rule % ("{verb: be, noun: {one: a, many: b}}", "draw: {xyzzy: 1}")
    assert set(rules["$defs"]["DrawKeys"]["properties"]) == keys_said(draw, rules=True)


def descriptions(document: Any) -> list[str]:
    """Every property of every mapping, with whether it says what it is."""
    found = []
    if isinstance(document, dict):
        for name, shape in document.get("properties", {}).items() if "type" in document else ():
            if not (isinstance(shape, dict) and shape.get("description")):
                found.append(name)
        for value in document.values():
            found += descriptions(value)
    elif isinstance(document, list):
        for value in document:
            found += descriptions(value)
    return found


@pytest.mark.parametrize("which", DOCUMENTS)
def test_every_key_is_described(which: str) -> None:
    assert descriptions(DOCUMENTS[which]) == []


@pytest.mark.parametrize("folder", sorted(path.parent for path in ROOT.glob("domains/*/schema.yaml")))
@pytest.mark.parametrize("which", DOMAIN)
def test_editors_find_the_schema_of_each_shipped_file(folder: Path, which: str) -> None:
    first = (folder / f"{which}.yaml").read_text(encoding="utf-8").partition("\n")[0]
    mark, _, path = first.partition("$schema=")
    assert mark == "# yaml-language-server: "
    assert (folder / path).resolve() == ROOT / "docs" / "schemas" / f"{which}.json"
