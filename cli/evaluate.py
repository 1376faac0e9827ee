"""The command `cocoa evaluate`: asks models the questions of a data set and scores the answers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from attrs import NOTHING, asdict, frozen

from cocoa_core.errors import UsageError
from cocoa_core.extras import require
from cocoa_core.text import counted

from .flag_groups import FlagGroup, flag
from .flags import DELIVERY_HELP, Answering, AsJson, BaseUrl, DataSet, Family, PromptFlags, read_named
from .progress import CountProgress, kept_after_interrupt
from .terminal import console, print_notes, write_json

if TYPE_CHECKING:
    from cocoa_core.evaluation.run_scores import RunScore
    from cocoa_core.evaluation.running import EvaluationRun


@frozen
class AskedFlags(FlagGroup):
    """Which questions are asked, of which models, and how often."""

    model: list[str] = flag(
        "--model -m PROVIDER/NAME",
        "As inspect names it: openai/gpt-4o, anthropic/..., openai-api/local/...; or one without a "
        "network: cocoa/oracle, cocoa/random, cocoa/literals, cocoa/first-term. May be given again.",
        default=NOTHING,
    )
    strategy: list[str] | None = flag(
        "--strategy -s NAME", "direct (the default), cot-full, cot-partial or l2m. May be given again."
    )
    delivery: list[str] | None = flag("--delivery NAME", f"{DELIVERY_HELP} May be given again.")
    answering: Answering = None
    limit: int | None = flag("--limit -n INT", "Ask the first INT questions only.")
    side: str | None = flag("--side NAME", "Ask the questions of this side only, such as test.")
    family: Family = None
    epochs: int = flag("--epochs INT", "How often each question is asked.", default=1)
    reference: bool = flag(
        "--reference", "Add what guessing, shortcuts and a blind classifier reach.", default=False
    )
    as_json: AsJson = False


@frozen
class AnswerFlags(FlagGroup):
    """The settings of the answers, by inspect's names."""

    panel = "Answers"

    temperature: float | None = flag(
        "--temperature NUMBER", "0 for the likeliest words. Default: the provider's."
    )
    max_tokens: int | None = flag(
        "--max-tokens INT",
        "The longest single answer, thinking included. For a whole run: --max-total-tokens.",
    )
    reasoning_effort: str | None = flag(
        "--reasoning-effort NAME",
        "For models that think first: none, minimal, low, medium, high, xhigh or max.",
    )
    setting: list[str] | None = flag(
        "-G NAME=VALUE",
        "Any other setting of inspect's: top_p, seed, reasoning_tokens, system_message, ... May be given "
        "again.",
    )


@frozen
class RunningFlags(FlagGroup):
    """How the models are called, and what that may take."""

    panel = "Running"

    log_dir: Path = flag(
        "--log-dir FOLDER",
        "Where inspect's logs go. The same call with the same folder goes on where it was left.",
        default=Path("logs"),
    )
    max_connections: int | None = flag("--max-connections INT", "The number of questions asked at once.")
    timeout: int = flag("--timeout SECONDS", "After so long without an answer, ask again.", default=600)
    max_retries: int = flag(
        "--max-retries INT",
        "How often to ask again after an error of the server, before the question is left out.",
        default=10,
    )
    max_total_tokens: int | None = flag(
        "--max-total-tokens INT",
        "Begin no further question when this call has read and written so many tokens, over all models. "
        "Without it no cap, but a single question of several turns is asked no further after 1,000,000.",
    )
    max_cost: float | None = flag(
        "--max-cost DOLLARS",
        "Begin no further question when this call has cost so much; needs the price of each model, see "
        "--price.",
    )


@frozen
class ProviderFlags(FlagGroup):
    """Where the models are."""

    panel = "Provider"

    base_url: BaseUrl = None
    model_arg: list[str] | None = flag("-M NAME=VALUE", "An argument for the provider. May be given again.")
    price: str | None = flag(
        "--price IN,OUT",
        "Dollars for a million tokens, read and written: for models that inspect has no price of.",
    )


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
    require(["inspect_ai", "sklearn"], "eval", "this command")
    from cocoa_core.evaluation.running import EvaluationRun
    from cocoa_core.evaluation.spending import Budget, read_price
    from cocoa_core.families.selection.delivery_names import drawn_for
    from cocoa_core.items import read_dataset

    from .run_scores_view import print_run_scores, run_score_data

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
        price=None if provider.price is None else read_price(provider.price),
        settings=_settings(answers),
    )
    scores, references = _run(plan, asked)
    if asked.as_json:
        data = {
            "log_dir": str(plan.log_dir),
            "models": [run_score_data(score) for score in scores],
            "references": [run_score_data(score) for score in references],
        }
        write_json(data)
    else:
        print_run_scores(console(), scores, references, plan.log_dir)
    if plan.budget.reached is not None:
        print_notes(_spent(plan, scores))
    if not all(score.complete for score in scores):
        raise typer.Exit(1)


def _spent(plan: EvaluationRun, scores: tuple[RunScore, ...]) -> str:
    """Returns a note for a call that reached its cap: what was answered, and how to go on."""
    from cocoa_core.evaluation.models import is_reference

    billed = [score for score in scores if not is_reference(score.model)]
    answered = counted(sum(score.accuracy.answers for score in billed), "question")
    unasked = sum(score.unasked for score in billed)
    took = f"{plan.budget.reached}: this call took {plan.budget.spent}"
    how = f"Answers are kept in {plan.log_dir}; the same command with a larger cap asks the others only."
    return f"{took}. {answered} answered, {unasked:,} not asked. {how if unasked else ''}".rstrip()


def _settings(answers: AnswerFlags) -> dict[str, Any]:
    named = asdict(answers, filter=lambda attribute, value: attribute.name != "setting" and value is not None)
    other_settings = read_named(answers.setting or [], "-G")
    for name in named.keys() & other_settings.keys():
        raise UsageError(f"{name} is given twice", expected="once: by its own flag or by -G")
    return other_settings | named


def _run(plan: EvaluationRun, asked: AskedFlags) -> tuple[tuple[RunScore, ...], tuple[RunScore, ...]]:
    from cocoa_core.evaluation.running import run

    from .tasks import exam

    display = _display(asked.as_json)
    with CountProgress("asking", quiet=display != "none") as progress:
        remark = f"answers are kept in {plan.log_dir}: the same call goes on from there"
        with kept_after_interrupt(progress, lambda: remark):
            scores = run(plan, exam, display, progress)
            if not asked.reference:
                return scores, ()
            from cocoa_core.evaluation.running import reference_lines

            return scores, reference_lines(plan, exam, display)


def _display(as_json: bool) -> Any:
    """Returns inspect's display: INSPECT_DISPLAY, else its screen on a terminal and none elsewhere."""
    import os
    import sys

    display = os.environ.get("INSPECT_DISPLAY", "")
    on_screen = sys.stdout.isatty() and sys.stderr.isatty() and not as_json
    if display in ("plain", "none") or (display in ("full", "rich") and on_screen):
        return display
    return "full" if on_screen else "none"
