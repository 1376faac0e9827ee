"""The command `cocoa evaluate`: asks models the questions of a data set and scores the answers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from attrs import asdict, frozen

from .flag_groups import FlagGroup
from .flags import DELIVERY_HELP, Answering, AsJson, BaseUrl, DataSet, Family, PromptFlags, read_named

if TYPE_CHECKING:
    from cocoa_core.evaluation.run_scores import RunScore
    from cocoa_core.evaluation.running import EvaluationRun

__all__ = ["evaluate"]


@frozen
class AskedFlags(FlagGroup):
    """Which questions are asked, of which models, and how often."""

    model: Annotated[
        list[str],
        typer.Option(
            "--model",
            "-m",
            metavar="PROVIDER/NAME",
            help="As inspect names it: openai/gpt-4o, anthropic/..., openai-api/local/...; or one without "
            "a network: cocoa/oracle, cocoa/random, cocoa/literals, cocoa/first-term. May be given again.",
            show_default=False,
        ),
    ]
    strategy: Annotated[
        list[str] | None,
        typer.Option(
            "--strategy",
            "-s",
            metavar="NAME",
            help="direct (the default), cot-full, cot-partial or l2m. May be given again.",
        ),
    ] = None
    delivery: Annotated[
        list[str] | None,
        typer.Option(
            "--delivery",
            metavar="NAME",
            help=f"{DELIVERY_HELP} May be given again.",
        ),
    ] = None
    answering: Answering = None
    limit: Annotated[
        int | None, typer.Option("--limit", "-n", metavar="INT", help="Ask the first INT questions only.")
    ] = None
    side: Annotated[
        str | None, typer.Option("--side", metavar="NAME", help="Of a data set with sides, ask about one.")
    ] = None
    family: Family = None
    epochs: Annotated[
        int, typer.Option("--epochs", metavar="INT", help="How often each question is asked.")
    ] = 1
    reference: Annotated[
        bool,
        typer.Option("--reference", help="Add what guessing, shortcuts and a blind classifier reach."),
    ] = False
    as_json: AsJson = False


@frozen
class AnswerFlags(FlagGroup):
    """The settings of the answers, by inspect's names."""

    panel = "Answers"

    temperature: Annotated[
        float | None,
        typer.Option(
            "--temperature",
            metavar="NUMBER",
            help="0 for the likeliest words. Default: the provider's.",
        ),
    ] = None
    max_tokens: Annotated[
        int | None,
        typer.Option(
            "--max-tokens",
            metavar="INT",
            help="The longest single answer, thinking included. For a whole run: --max-total-tokens.",
        ),
    ] = None
    reasoning_effort: Annotated[
        str | None,
        typer.Option(
            "--reasoning-effort",
            metavar="NAME",
            help="For models that think first: none, minimal, low, medium, high, xhigh or max.",
        ),
    ] = None
    setting: Annotated[
        list[str] | None,
        typer.Option(
            "-G",
            metavar="NAME=VALUE",
            help="Any other setting of inspect's: top_p, seed, reasoning_tokens, system_message, ... "
            "May be given again.",
        ),
    ] = None


@frozen
class RunningFlags(FlagGroup):
    """How the models are called, and what that may take."""

    panel = "Running"

    log_dir: Annotated[
        Path,
        typer.Option(
            "--log-dir",
            metavar="FOLDER",
            help="Where inspect's logs go. The same call with the same folder goes on where it was left.",
        ),
    ] = Path("logs")
    max_connections: Annotated[
        int | None,
        typer.Option("--max-connections", metavar="INT", help="Questions asked at once."),
    ] = None
    timeout: Annotated[
        int,
        typer.Option(
            "--timeout",
            metavar="SECONDS",
            help="After so long without an answer, ask again.",
        ),
    ] = 600
    max_retries: Annotated[
        int,
        typer.Option(
            "--max-retries",
            metavar="INT",
            help="How often to ask again after an error of the server, before the question is left out.",
        ),
    ] = 10
    max_total_tokens: Annotated[
        int | None,
        typer.Option(
            "--max-total-tokens",
            metavar="INT",
            help="Begin no further question when this call has read and written so many tokens, over all "
            "models. Without it no cap, but a single question of several turns is asked no further after "
            "1,000,000.",
        ),
    ] = None
    max_cost: Annotated[
        float | None,
        typer.Option(
            "--max-cost",
            metavar="DOLLARS",
            help="Begin no further question when this call has cost so much; needs the price of each model, "
            "see --price.",
        ),
    ] = None


@frozen
class ProviderFlags(FlagGroup):
    """Where the models are."""

    panel = "Provider"

    base_url: BaseUrl = None
    model_arg: Annotated[
        list[str] | None,
        typer.Option(
            "-M",
            metavar="NAME=VALUE",
            help="An argument for the provider. May be given again.",
        ),
    ] = None
    price: Annotated[
        str | None,
        typer.Option(
            "--price",
            metavar="IN,OUT",
            help="Dollars for a million tokens, read and written: for models that inspect has no price of.",
        ),
    ] = None


def evaluate(
    folder: DataSet,
    asked: AskedFlags,
    prompts: PromptFlags,
    answers: AnswerFlags,
    running: RunningFlags,
    provider: ProviderFlags,
) -> None:
    """Ask models the questions of a data set, and score their answers.

    Runs them through inspect (pip install -e ".[eval]" in a checkout of cocoa); keys and settings of
    providers are those of inspect. Exit code: 0 if every question was answered; 1 if not, as after a cap was
    reached; 2 a wrong call; 130 after Ctrl-C.

    Examples:

      cocoa evaluate exam/ --model cocoa/oracle --strategy cot-partial
      cocoa evaluate exam/ --model openai/gpt-4o --limit 20 --temperature 0
      cocoa evaluate exam/ -m openai/gpt-4o -s direct -s l2m --reference
      cocoa evaluate exam/ -m openai/gpt-4o --delivery full --delivery turns
      cocoa evaluate new/ -m openai/o4-mini --shots 4 --demonstrations ood
      cocoa evaluate exam/ -m openai-api/local/qwen --base-url http://gpu:8000/v1
    """
    _needs_inspect()
    from cocoa_core.evaluation.running import EvaluationRun
    from cocoa_core.evaluation.spending import Budget
    from cocoa_core.families.selection.delivery_names import drawn_for
    from cocoa_core.items import read_dataset

    from .standings_view import print_standings, standing_data
    from .terminal import console, print_notes, write_json

    plan = EvaluationRun(
        folder=folder,
        models=tuple(dict.fromkeys(asked.model)),
        strategies=tuple(dict.fromkeys(asked.strategy or ["direct"])),
        deliveries=tuple(
            dict.fromkeys(asked.delivery or [drawn_for(read_dataset(folder, asked.family).manifest.settings)])
        ),
        answering=asked.answering,
        side=asked.side,
        limit=asked.limit,
        family=asked.family,
        epochs=asked.epochs,
        **asdict(prompts),
        log_dir=running.log_dir,
        max_connections=running.max_connections,
        timeout=running.timeout,
        retries=running.max_retries,
        budget=Budget(running.max_total_tokens, running.max_cost),
        base_url=provider.base_url,
        model_args=read_named(provider.model_arg or [], "-M"),
        price=_price(provider.price),
        settings=_settings(answers),
    )
    standings, references = _standings(plan, asked)
    if asked.as_json:
        data = {
            "log_dir": str(plan.log_dir),
            "models": [standing_data(standing) for standing in standings],
            "references": [standing_data(standing) for standing in references],
        }
        write_json(data)
    else:
        print_standings(console(), standings, references, plan.log_dir)
    if plan.budget.reached is not None:
        print_notes((_spent(plan, standings),))
    if not all(standing.complete for standing in standings):
        raise typer.Exit(1)


def _spent(plan: EvaluationRun, standings: tuple[RunScore, ...]) -> str:
    """Returns a note for a call that reached its cap: what was answered, and how to go on."""
    from cocoa_core.evaluation.models import is_reference
    from cocoa_core.text import counted

    billed = [standing for standing in standings if not is_reference(standing.model)]
    answered = counted(sum(standing.accuracy.answers for standing in billed), "question")
    unasked = sum(standing.unasked for standing in billed)
    took = f"{plan.budget.reached}: this call took {plan.budget.spent}"
    how = f"Answers are kept in {plan.log_dir}; the same command with a larger cap asks the others only."
    return f"{took}. {answered} answered, {unasked:,} not asked. {how if unasked else ''}".rstrip()


def _needs_inspect() -> None:
    from importlib.util import find_spec

    from cocoa_core.errors import UsageError

    missing = [name for name in ("inspect_ai", "sklearn") if find_spec(name) is None]
    if missing:
        raise UsageError(
            "this command needs packages that are not installed",
            got="no " + " and no ".join(missing),
            fix='pip install -e ".[eval]" in a checkout of cocoa',
        )


def _price(text: str | None) -> tuple[float, float] | None:
    """Returns the dollars for a million tokens, read and written."""
    if text is None:
        return None
    try:
        read, written = map(float, text.split(","))
    except ValueError:
        raise typer.BadParameter(
            f"got {text!r}; expected two numbers, dollars for a million tokens read and written, such as "
            "0.15,0.6",
            param_hint="'--price'",
        ) from None
    return read, written


def _settings(answers: AnswerFlags) -> dict[str, Any]:
    """Returns the settings for the models by inspect's name."""
    named = asdict(answers, filter=lambda flag, value: flag.name != "setting" and value is not None)
    other_settings = read_named(answers.setting or [], "-G")
    for name in named.keys() & other_settings.keys():
        raise typer.BadParameter(f"{name} is given twice; expected once", param_hint="'-G'")
    return other_settings | named


def _standings(plan: EvaluationRun, asked: AskedFlags) -> tuple[tuple[RunScore, ...], tuple[RunScore, ...]]:
    """Returns the standings of the models, and those of the reference lines, which may be left out."""
    from cocoa_core.evaluation.running import run

    from .tasks import exam
    from .terminal import print_notes

    display = _display(asked.as_json)
    try:
        standings = run(plan, exam, display)
        if not asked.reference:
            return standings, ()
        from cocoa_core.evaluation.reference_lines import reference_lines

        return standings, reference_lines(plan, exam, display)
    except KeyboardInterrupt:
        print_notes((f"interrupted; answers are kept in {plan.log_dir}: the same call goes on from there",))
        raise


def _display(as_json: bool) -> Any:
    """Returns the display of inspect: its own screen on a terminal, lines of text elsewhere.

    The environment variable INSPECT_DISPLAY overrides the screen.
    """
    import os
    import sys

    display = os.environ.get("INSPECT_DISPLAY", "")
    if as_json or not (sys.stdout.isatty() and sys.stderr.isatty()):
        return "none" if display == "none" else "plain"
    return display if display in ("full", "rich", "plain", "none") else "full"
