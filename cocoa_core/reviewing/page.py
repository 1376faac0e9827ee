"""Writes the review page: one HTML file that works offline, without a server or any request to a host."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cocoa_core.reviewing.plan import Planned, ReviewPlan
from cocoa_core.reviewing.ratings import QUESTIONS, RatingPlan
from cocoa_core.text import visible


def review_page(plan: ReviewPlan | RatingPlan, planned: Sequence[Planned], title: str) -> bytes:
    """Returns the page for all reviewers, whose names decide the order in which they see the items.

    The page holds neither keys nor which meanings were changed. Reviews stay in the browser's storage and are
    saved as a file of JSON lines, from which a later visit goes on.
    """
    templates = Path(__file__).parent / "templates"
    script, style = ((templates / name).read_text("utf-8") for name in ("review.js", "review.css"))
    data = {
        "title": title,
        "plan": plan.to_json(),
        "questions": {name: question.to_json() for name, question in QUESTIONS.items()},
        "items": [_shown(item) for item in planned],
    }
    policy = f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}"
    text = (templates / "review.html").read_text("utf-8")
    embedded = json.dumps(data, ensure_ascii=True).replace("<", "\\u003c")
    parts = {"POLICY": policy, "STYLE": style, "DATA": embedded, "SCRIPT": script}
    for name, part in parts.items():
        text = text.replace(f"@@{name}@@", part, 1)
    return text.encode()


def _shown(planned: Planned) -> dict[str, Any]:
    subject = planned.subject
    return {
        "id": planned.id,
        "group": planned.group,
        "steps": planned.steps,
        "text": visible(subject.text),
        "shown": [visible(line) for line in subject.shown],
        "meaning": [[visible(literal) for literal in line] for line in subject.meaning],
        "prompt": visible(planned.prompt),
    }


def _hash(text: str) -> str:
    """Returns a source of the content security policy: the digest of the text."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
