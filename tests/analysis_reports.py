"""Logs with texts of answers, hostile ones among them, and what a report makes of them."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from analysis_logs import Answers, made_log, write_log
from inspect_ai.model import ChatMessageAssistant, ChatMessageUser, ContentReasoning, ContentText

import cocoa_core
from cocoa_core.analysis import Analysis, analyze, read_results
from cocoa_core.analysis.figures.drawing import draw
from cocoa_core.analysis.figures.figure import svg
from cocoa_core.analysis.report.page import report_html

HOSTILE = (
    "<script>document.title = 'taken'; fetch('http://example.com/')</script>",
    "<img src='http://example.com/x.png' onerror='document.title = 1'>",
    "</pre></details></section></article><h1 id=escaped>out</h1>",
    "**bold** [link](javascript:alert(1)) <a href='javascript:alert(1)'>click</a>",
    "\u202eright to left\u202c \x00\x07\x1b[31mred \u2028 and \ufeff",
    "مرحبا Option B هو الجواب",
    "x" * 30_000,
    "&lt;b&gt; &amp;amp; ]]> -->",
)
HOSTILE_NAME = "evil/\x1b\u202e<b onclick=alert(1)>#ffffff\"'" + "y" * 200


@cache
def questions() -> list[dict[str, Any]]:
    """Sixty records about flights, some atypical, two for most requirements, a few of five sum terms."""
    flights = cocoa_core.load_domain("flights")
    drawn = (
        *flights.generate(54, seed=12, option_sets=2, atypical=0.3),
        *flights.generate(6, seed=12, slots=3, minterms=3, wishes=3, atypical=0.3),
    )
    return [question.to_json() for question in drawn]


def sometimes(share: float, salt: str) -> Answers:
    """Right in about this share of the questions, else the next letter, now and then none; always alike."""

    def answer(record: Mapping[str, Any], epoch: int) -> str:
        draw = zlib.crc32(f"{salt} {record['id']} {epoch}".encode()) % 1000
        if draw < 80:
            return ""
        return str(record["answer"]) if draw < 1000 * share else "BCDEA"["ABCDE".index(record["answer"])]

    return answer


def spoken_log(records: Sequence[Mapping[str, Any]], answers: Answers, **how: Any) -> Any:
    """As `made_log`, and every answer has a text; the hostile ones in turn."""
    log = made_log(records, answers, **how)
    for index, sample in enumerate(log.samples or []):
        text = HOSTILE[index % len(HOSTILE)]
        parts = [ContentReasoning(reasoning=f"thinking {text}"), ContentText(text=f"{text}\nAnswer: A")]
        sample.messages = [
            ChatMessageUser(content="Request: ..."),
            ChatMessageAssistant(content="Met by: B, C"),
            ChatMessageUser(content="Go on."),
            ChatMessageAssistant(content=parts if index % 2 else f"{text}\nAnswer: A"),
        ]
    return log


def mixed_logs(folder: Path, records: Sequence[Mapping[str, Any]]) -> Path:
    """Two models by two strategies, one of a hostile name, and a reference model."""
    runs: list[tuple[str, str, Answers, str]] = [
        ("openai/gpt-4o", "direct", sometimes(0.4, "a"), "eval"),
        ("openai/gpt-4o", "l2m", sometimes(0.7, "b"), "json"),
        (HOSTILE_NAME, "direct", sometimes(0.5, "c"), "eval"),
        ("cocoa/literals", "direct", sometimes(0.35, "d"), "eval"),
    ]
    for index, (model, strategy, answers, ending) in enumerate(runs):
        log = spoken_log(records, answers, model=model, strategy=strategy, cost=0.01 * (index + 1))
        write_log(folder / f"2026-05-01T10-0{index}.{ending}", log)
    return folder


def analysis_of(*paths: Path) -> Analysis:
    return analyze(read_results(paths))


def page_of(analysis: Analysis, most_wrong: int) -> str:
    """The page with its figures, without their files."""
    galleries = draw(analysis)
    drawings = {figure.name: svg(figure.spec) for gallery in galleries for figure in gallery.figures}
    return report_html(analysis, galleries, drawings, most_wrong)
