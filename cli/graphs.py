"""The command `cocoa graphs`: makes concept sets with graphs, and cases for a model of relations."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from attrs import NOTHING, asdict, frozen

from cocoa_core.text import counted

from .flag_groups import FlagGroup, flag, option
from .flags import AsJson, SkipBad
from .guard import lacking
from .progress import StageProgress
from .terminal import console, figure, plain, print_line, print_notes, table, write_json

if TYPE_CHECKING:
    from cocoa_core.families.graph_to_text.building.build import Built

OptionalGraphs: TypeAlias = Annotated[
    str | None, option("--domain -d FOLDER", "A folder with graphs. Default: those of daily life.")
]
Out: TypeAlias = Annotated[Path, option("--out -o FOLDER", "A folder.")]


def graphs() -> None:
    """Make concept sets with graphs for the family graph-to-text, and score texts.

    Examples:

      cocoa graphs build --help
      cocoa graphs relations --check rules
    """


@frozen(kw_only=True)
class BuildFlags(FlagGroup):
    """The graphs to build; named as in `Build`."""

    conceptnet: Path = flag(
        "--conceptnet FILE", "The assertions of ConceptNet: .csv.gz or .csv.", default=NOTHING
    )
    commongen: list[Path] = flag(
        "--commongen FILE",
        "The sentences of CommonGen: .jsonl. May be given again: train, then dev.",
        default=NOTHING,
    )
    encoder: str = flag(
        "--encoder FOLDER|hashing",
        "A sentence encoder in a folder; hashing is no model, and there to try things out.",
        default=NOTHING,
    )
    out: Out
    bound: int = flag(
        "--bound INT", "The most edges that the search for one sentence looks at.", default=200_000
    )
    pruning: str = flag(
        "--pruning none|tree",
        "none keeps the union of all cheapest paths, tree only those of a tree.",
        default="none",
    )
    literal_part_of: bool = flag(
        "--literal-part-of", "a PartOf b becomes a HasA b, not b HasA a.", default=False
    )
    skip_bad: SkipBad = False


def build(flags: BuildFlags, as_json: AsJson = False) -> None:
    """Build concept sets with reasoning graphs from your own files.

    A call that was stopped goes on when it is repeated. What comes next: cocoa generate --family
    graph-to-text -d FOLDER.

    Examples:

      cocoa graphs build --conceptnet a.gz --commongen c.jsonl --encoder e/ -o g/
    """
    from cocoa_core.families.graph_to_text.building.build import Build, build_graphs

    plan = Build(**{**asdict(flags), "commongen": tuple(flags.commongen)})
    with StageProgress(quiet=as_json) as doing:
        built = build_graphs(plan, doing)
    if as_json:
        write_json(_data(built))
    else:
        _print(built)


def relations(
    out: Annotated[Path | None, option("--out -o FOLDER", "Write the cases here.")] = None,
    domain: OptionalGraphs = None,
    check: Annotated[
        str | None,
        option(
            "--check rules|trained:FOLDER|MODULE:OBJECT",
            "Say how many relations of the validation side this model finds. Its code runs, since you name "
            "it.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write what a model of relations is trained on, or check one.

    A case is two concepts, a sentence, and the relation that it states between them. The concept sets are in
    groups of their own: none is demonstrated or asked.

    Examples:

      cocoa graphs relations --out relations/ --check trained:relations/
      cocoa graphs relations --domain graphs/ --check my_package.models:MODEL
    """
    from cocoa_core.families.graph_to_text import FAMILY, relation_model
    from cocoa_core.families.graph_to_text.relation_models import right_relations
    from cocoa_core.families.graph_to_text.trained_relations import write_relation_cases

    if out is None and check is None:
        raise lacking(["--out FOLDER or --check MODEL"], "cocoa graphs relations --check rules")
    model = None if check is None else relation_model(check)
    source = FAMILY.source(domain)
    data: dict[str, Any] = {}
    if out is not None:
        data["cases"] = dict(write_relation_cases(source, out))
    if model is not None:
        right, cases = right_relations(source, model)
        data["check"] = {"model": model.about, "right": right, "of": cases}
    if as_json:
        write_json(data)
        return
    for side, count in data.get("cases", {}).items():
        print_line(f"{out}/{side}.jsonl: {count:,} cases")
    if model is not None:
        share = f" ({right / cases:.1%})" if cases else ""
        print_line(f"{model.about}: {right:,} of {cases:,} relations{share}")


def read(
    files: Annotated[list[Path], option("FILE...", "JSON lines, gzip or plain.")],
    out: Out,
    skip_bad: SkipBad = False,
    as_json: AsJson = False,
) -> None:
    """Read the files that the paper's repository describes, and write them as cocoa's graphs.

    A line has concepts, and target with pruned_graph, or refs, a list of these.

    Examples:

      cocoa graphs read train.jsonl test.jsonl --out released/
    """
    from cocoa_core.families.graph_to_text.building.released import convert_released

    done = convert_released(files, out, skip_bad=skip_bad)
    if as_json:
        write_json({"sets": done.sets, "sentences": done.sentences, "left_out": dict(done.left_out)})
        return
    print_line(f"{counted(done.sets, 'concept set')}, {counted(done.sentences, 'sentence')} in {out}")
    print_notes(*(f"left out: {count:,} {why}" for why, count in done.left_out.items()))


def score(
    folder: Annotated[Path, option("FOLDER", "A data set of graph-to-text.")],
    texts: Annotated[Path, option("TEXTS", "A text a line, in the order of the data set.")],
    as_json: AsJson = False,
) -> None:
    """Score texts that another program wrote for the items of a data set.

    Examples:

      cocoa graphs score sentences/ texts.txt
    """
    from cocoa_core.families.graph_to_text.scoring_files import scored_texts
    from cocoa_core.items import read_dataset

    scores = scored_texts(read_dataset(folder, None), texts)
    if as_json:
        write_json(asdict(scores))
        return
    out = console()
    out.print(plain(f"{scores.texts:,} texts, {scores.unread:,} without a sentence"))
    for distribution, means in scores.means.items():
        for name, value in means.items():
            out.print(plain(f"  {name + '_' + distribution:<18} {value:.4f}"))
    for name, value in scores.corpus.items():
        out.print(plain(f"  {name:<18} {value:.4f}"))


def _data(built: Built) -> dict[str, Any]:
    return {
        "folder": str(built.folder),
        "counts": dict(built.counts),
        "checks": [
            {"what": check.what, "expected": check.expected, "got": check.got} for check in built.checks
        ],
        "notes": list(built.notes),
    }


def _print(built: Built) -> None:
    out = console()
    for name, count in built.counts.items():
        counts_text = (
            ", ".join(f"{key} {number:,}" for key, number in count.items()) if isinstance(count, dict) else ""
        )
        print_line(f"{name}: {counts_text or (f'{count:,}' if isinstance(count, int) else 'none')}")
    rows = table("check", "expected", "got")
    for check in built.checks:
        rows.add_row(*map(plain, (check.what, f"{check.expected:,}", figure(check.got, ","))))
    out.print()
    out.print(rows)
    out.print(plain("Expected: what the paper states of its data.", "dim"))
    if any(check.got for check in built.checks if check.what == "labels"):
        folder = shlex.quote(str(built.folder))
        hint = f"Next: cocoa generate --family graph-to-text -d {folder} --count 1000 --out exam/"
    else:
        hint = "Nothing can be asked: no label has two relations and five concept sets. Give more sets."
    out.print(plain(f"\n{hint}", "dim"))
    print_notes(*built.notes)
