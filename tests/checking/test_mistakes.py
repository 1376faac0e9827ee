"""All mistakes of a domain's files come at once, each with its place, and none that follows from another."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from authored.breaking import break_domain
from checking.laptops import CATALOGUE, RULES, SCHEMA, edited, write_laptops
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cocoa_core.checking import check_domain
from cocoa_core.checking.check import read_folder
from cocoa_core.errors import CocoaError, DomainError, Finding, UsageError
from cocoa_core.loading import load_domain

LANDS = (
    "  price: {kind",
    "  land:\n    derived: {from: brand, table: lands, key: brand, value: land}\n  price: {kind",
)
LAND_TABLE = "brand,land\nArdent,Ruritania\nBoreal,Freedonia\nCobalt,Sylvania\nDelmar,Utopia\n"


def findings(folder: Path) -> tuple[Finding, ...]:
    return check_domain(folder, quick=True).findings


def places(folder: Path) -> list[str]:
    """File, line and column of every error, and a word of it."""
    return [
        f"{Path(finding.place.file).name}:{finding.place.line}:{finding.place.column}"
        for finding in findings(folder)
        if finding.severity == "error"
    ]


def marked(name: str, text: str) -> tuple[str, list[str]]:
    """The text without its marks "¤", and the place of each of them."""
    found = []
    while "¤" in text:
        before = text.partition("¤")[0].split("\n")
        found.append(f"{name}:{len(before)}:{len(before[-1]) + 1}")
        text = text.replace("¤", "", 1)
    return text, found


def test_every_mistake_is_named_at_its_place(tmp_path: Path) -> None:
    schema, in_schema = marked(
        "schema.yaml",
        edited(
            SCHEMA,
            ("noun: laptop", "noun: ¤laptop, new"),
            ("closed: true, values: [Ardent", "closed: true, ¤vlaues: [], values: [Ardent"),
            (
                "weight: {kind: quantity, unit: kg, decimals: 1,",
                "weight: {kind: quantity, ¤colour: red, decimals: ¤9,",
            ),
            ("touch: {kind: boolean", "touch: {kind: ¤bool"),
            (
                "USB-C], max_items: 4}\n",
                "USB-C], max_items: 4}\n"
                "axioms:\n  - never: ¤[price]\n  - equal: [price, {count: ports}, ¤touch]\n"
                "  - at_most: [price, ¤colour]\n",
            ),
        ),
    )
    rules, in_rules = marked(
        "rules.yaml",
        edited(
            RULES,
            ("tests: [is, one_of]", "tests: [is, ¤oneof]"),
            ("{grid: 100}", "{grid: ¤cheap}"),
            ("{subject: the price, verb: be}", "{subject: the price, verb: be}\n      weight: ¤heavy"),
            ("{subject: the display, verb: measure}", "{subject: the display, verb: ¤is}"),
            ("{subject: the screen, verb: measure}", "{subject: the screen, verb: measure, ¤befor: about}"),
            ("{verb: have}\n", "{verb: have, before: ¤not}\n"),
        ),
    )
    lines = CATALOGUE.splitlines()
    lines[4] = lines[4].replace("North", "North,x")
    folder = write_laptops(tmp_path / "laptops", schema, rules, "\n".join(lines) + "\n")
    assert places(folder) == ["catalogue.csv:5:0", *in_rules, *in_schema]


def test_what_refers_to_a_slot_with_a_mistake_is_not_blamed_too(tmp_path: Path) -> None:
    schema = edited(
        SCHEMA,
        ("brand: {kind: category", "brand: {kind: categry"),
        ("shop: {kind: category", "shop: {kind: categorie"),
        (
            "max_items: 4}\n",
            "max_items: 4}\naxioms:\n  - never: [{slot: brand, is: Ardent}, {slot: price, less: 9}]\n",
        ),
        LANDS,
    )
    request = ("noun: laptop\n", 'noun: laptop\nrequest: ["I look for a laptop in", {slot: shop}]\n')
    folder = write_laptops(tmp_path / "laptops", edited(schema, request), lands=LAND_TABLE)
    assert places(folder) == ["schema.yaml:7:16", "schema.yaml:8:17"]


def test_wordings_of_one_rule_are_tried_each_on_its_own(tmp_path: Path) -> None:
    text, expected = marked(
        "rules.yaml",
        edited(
            RULES,
            ("{verb: weigh}", "{verb: ¤can weigh}"),
            (
                "{subject: the weight, verb: be}",
                "{subject: the weight, verb: be}\n        - {verb: ¤is, after: heavy}",
            ),
        ),
    )
    assert places(write_laptops(tmp_path / "laptops", rules=text)) == expected


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("min: 100, max: 3000", "min: 100, ¤mxa: 3000"),
        ("decimals: 1, min: 0.5", "¤decimal: 1, min: 0.5"),
        ("noun: laptop", "¤nuon: laptop"),
        ("slots:\n", "¤slotss:\n"),
    ],
)
def test_a_misspelt_key_is_one_mistake_and_what_it_says_counts(tmp_path: Path, old: str, new: str) -> None:
    text, expected = marked("schema.yaml", edited(SCHEMA, (old, new)))
    assert places(write_laptops(tmp_path / "laptops", text)) == expected


def test_a_misspelt_column_is_one_mistake(tmp_path: Path) -> None:
    folder = write_laptops(tmp_path / "laptops", catalogue=CATALOGUE.replace("weight", "wieght"))
    assert places(folder) == ["catalogue.csv:1:0"]


def test_bad_cells_broken_axioms_and_columns_come_together(tmp_path: Path) -> None:
    schema = edited(
        SCHEMA, ("max_items: 4}\n", "max_items: 4}\naxioms:\n  - never: [{slot: touch, is: yes}]\n")
    )
    schema = edited(
        schema, ("[{slot: touch, is: yes}]", "[{slot: touch, is: true}, {slot: price, more: 300}]")
    )
    header, *lines = CATALOGUE.splitlines()
    lines[0] = lines[0].replace("North", "")
    text = "\n".join([header.replace("weight", "wieght"), *lines]) + "\n"
    found = findings(write_laptops(tmp_path / "laptops", schema, catalogue=text))
    assert [(one.place.line, one.problem.split()[0]) for one in found if one.code == "catalogue-refused"] == [
        (1, "there"),
        (2, "the"),
        (3, found[-1].problem.split()[0]),
    ]


def test_a_broken_table_is_named_once_and_its_slots_are_let_be(tmp_path: Path) -> None:
    land = "rules:\n  land:\n    - {id: land, tests: [is], say: [{verb: be, before: from}]}\n"
    rules = edited(RULES, ("rules:\n", land), ("{grid: 100}", "{grid: 0}"))
    folder = write_laptops(
        tmp_path / "laptops", edited(SCHEMA, LANDS), rules, lands=LAND_TABLE + "Ardent,Nowhere\n"
    )
    assert places(folder) == ["rules.yaml:14:20", "lands.csv:6:0"]
    assert {finding.code for finding in findings(folder)} == {"table-refused", "rules-refused"}


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("schema.yaml", "slots: [", ["schema.yaml:1:9"]),
        ("schema.yaml", "slots: 1", [*["schema.yaml:1:1"] * 3, "schema.yaml:1:8"]),
        ("schema.yaml", "- 1", ["schema.yaml:1:1"]),
        ("rules.yaml", "rules: {}", ["rules.yaml:1:8"]),
        ("rules.yaml", "rules:\n  price: []", ["rules.yaml:2:10"]),
        ("rules.yaml", "&a 1", ["rules.yaml:1:1"]),
        ("catalogue.csv", "", ["catalogue.csv:0:0"]),
        ("catalogue.csv", 'id\n"', ["catalogue.csv:1:0", "catalogue.csv:2:0"]),
    ],
)
def test_a_file_that_cannot_be_read_at_all_is_one_mistake(
    tmp_path: Path, name: str, text: str, expected: list[str]
) -> None:
    folder = write_laptops(tmp_path / "laptops")
    (folder / name).write_text(text)
    assert places(folder) == expected


def test_mistakes_in_what_bundles_are_are_named(tmp_path: Path) -> None:
    text, expected = marked("bundle.yaml", "called: ¤some laptops\ntotal: [¤prize]\nwith: [touch]\n")
    folder = write_laptops(tmp_path / "laptops")
    (folder / "bundle.yaml").write_text(text)
    assert places(folder) == expected
    assert {finding.code for finding in check_domain(folder, quick=True).findings} == {"bundle-refused"}


def test_mistakes_in_an_import_file_are_named_and_do_not_stop_the_rest(tmp_path: Path) -> None:
    text, expected = marked(
        "import.yaml",
        "at: ¤[results]\nid: number\ncolumns:\n"
        "  price: {column: cost}\n  ¤wieght: {column: kg}\n  brand: {¤colum: maker}\n",
    )
    folder = write_laptops(tmp_path / "laptops")
    (folder / "import.yaml").write_text(text)
    assert places(folder) == expected
    report = check_domain(folder, quick=True)
    assert {finding.code for finding in report.findings} == {"import-refused"}
    assert report.summary is not None
    (folder / "import.yaml").write_text("id: number\ncolumns:\n  price: {column: cost}\n")
    assert findings(folder) == ()
    (folder / "import.yaml").write_text("columns: [")
    assert places(folder) == ["import.yaml:1:11"]


def test_files_that_are_missing_are_all_named(tmp_path: Path) -> None:
    folder = write_laptops(tmp_path / "laptops")
    for name in ("schema.yaml", "catalogue.csv"):
        (folder / name).unlink()
    found = [finding for finding in findings(folder) if finding.code == "folder-refused"]
    assert [one.problem for one in found] == [
        "the domain lacks catalogue.csv",
        "the domain lacks schema.yaml",
    ]


def test_a_name_that_is_no_domain_is_a_wrong_call(tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        check_domain(tmp_path / "nowhere")


@given(st.integers(0, 2**32))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_is_in_a_folder_gives_findings_and_among_them_what_loading_refuses(
    tmp_path: Path, seed: int
) -> None:
    folder = tmp_path / "domain"
    break_domain(seed, folder)
    try:
        load_domain(folder)
        refused = None
    except UsageError:
        return
    except DomainError as error:
        refused = error
    found = read_folder(folder).findings
    assert bool(found) == (refused is not None)
    if refused is not None:
        assert (refused.problem, refused.place) in [(one.problem, one.place) for one in found]
        assert len(set(found)) == len(found)


@given(st.integers(0, 2**32))
@settings(max_examples=25)
def test_one_mistake_more_is_one_finding_more(seed: int) -> None:
    """Mistakes in different rules do not hide each other: as many findings as rules that were harmed."""
    import tempfile

    rng = random.Random(seed)
    harms = {
        "brand": ("{verb: come, before: from}", "{verb: come, before: from, than: 1}"),
        "price": ("{grid: 100}", "{gird: 100}"),
        "weight": ("{verb: weigh}", "{verb: can weigh}"),
        "battery": ("{quantiles: 5}", "{quantiles: 0}"),
        "touch": ("before: with a touch screen", "before: without a touch screen"),
        "ports": ("tests: [any, all]", "tests: [some, all]"),
    }
    chosen = rng.sample(sorted(harms), rng.randint(0, 6))
    rules = edited(RULES, *(harms[name] for name in chosen))
    with tempfile.TemporaryDirectory() as folder:
        found = read_folder(write_laptops(Path(folder) / "laptops", rules=rules)).findings
    assert len(found) == len(chosen)
    for name in chosen:
        line = next(n for n, text in enumerate(rules.splitlines(), 1) if harms[name][1] in text)
        assert line in [one.place.line for one in found]


def test_errors_are_findings_word_for_word(tmp_path: Path) -> None:
    folder = write_laptops(tmp_path / "laptops", edited(SCHEMA, ("unit: kg", "unit: kilogrammes-of-weight")))
    with pytest.raises(CocoaError) as caught:
        load_domain(folder)
    (one,) = (finding for finding in findings(folder) if finding.severity == "error")
    error = caught.value
    assert (one.problem, one.got, one.expected, one.fix) == (
        error.problem,
        error.got or "",
        error.expected or "",
        error.fix or "",
    )


def test_mistakes_in_how_a_table_is_read_are_named_and_do_not_stop_the_rest(tmp_path: Path) -> None:
    columns = "".join(
        f"  {name}: {{column: {name.strip('¤')}, read_as: {told}}}\n"
        for name, told in (
            *(("shop", "words"), ("brand", "¤wrods"), ("price", "money:USD"), ("weight", "number:kg")),
            *(("battery", "duration"), ("touch", "yes-no"), ("screen", "number:in"), ("¤port", "list")),
        )
    )
    text, expected = marked("import.yaml", f"decimal: ¤dot\ncolumns:\n{columns}")
    folder = write_laptops(tmp_path / "laptops")
    assert findings(folder) == ()
    (folder / "import.yaml").write_text(text, encoding="utf-8")
    report = check_domain(folder, quick=True)
    assert places(folder) == expected
    assert {finding.code for finding in report.findings} == {"import-refused"}
    assert report.summary is not None
