"""Lists the questions that reviewers are asked, and writes the review page: one HTML file that works offline,
without a server or any request to a host.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from attrs import frozen

from cocoa_core.errors import UsageError
from cocoa_core.text import visible

if TYPE_CHECKING:
    from cocoa_core.reviewing.plan import Planned, ReviewPlan
    from cocoa_core.reviewing.ratings import RatingPlan

_MOST: Final = 2_000
"""The most items on a page: a browser keeps 2,000 questions with five options, some 4 MB, in its storage."""
MEANINGS: Final = ("yes", "no", "unsure")
TEXT_QUESTIONS: Final = ("quality", "plausibility", "concepts", "overall")
"""The questions about a text of a model, as in Table 14 of the CGGC paper, in words of ours."""
RELATED: Final = "related"
"""The question about a sentence and one relation of its graph, as in Appendix B of that paper."""


@frozen
class RatingQuestion:
    """A question about a text, and the values that its keys stand for."""

    text: str
    scale: Mapping[str, tuple[str | int, str]]
    """By key: the value, and what it means."""

    def to_json(self) -> dict[str, Any]:
        """Returns the question as the page has it."""
        keys = [[key, value, words] for key, (value, words) in self.scale.items()]
        return {"text": self.text, "keys": keys}

    def check(self, name: str, value: Any) -> None:
        """Raises ValueError if the value is none of the scale."""
        if not any(type(value) is type(allowed) and value == allowed for allowed, _ in self.scale.values()):
            raise ValueError(f"{name} {value!r}")


def _points(*words: str) -> dict[str, tuple[str | int, str]]:
    return {str(points): (points, meaning) for points, meaning in enumerate(words, 1)}


QUESTIONS: Final[Mapping[str, RatingQuestion]] = MappingProxyType(
    {
        "meaning": RatingQuestion(
            "Does the text say just this?",
            {str(number): (value, value) for number, value in enumerate(MEANINGS, 1)},
        ),
        "natural": RatingQuestion(
            "Could a person have written it?",
            _points("robotic or painful", "", "", "", "a fluent person could have"),
        ),
        "quality": RatingQuestion(
            "Is it well formed and fluent?",
            _points("no", "somewhat: understandable, but awkward", "yes"),
        ),
        "plausibility": RatingQuestion(
            "Could what it describes happen?",
            _points("no, it is nonsense", "somewhat: it is odd", "yes"),
        ),
        "concepts": RatingQuestion(
            "Does it use all of the concepts, each in a way that makes sense?",
            _points("no, none", "somewhat: some of them, or some without sense", "yes"),
        ),
        "overall": RatingQuestion(
            "All in all, does it join the concepts into one well-formed and plausible scene?",
            _points("no", "somewhat", "yes"),
        ),
        RELATED: RatingQuestion(
            "Does the text let you infer this relation?", {"1": (1, "yes"), "2": (0, "no")}
        ),
    }
)


def check_count(count: int, what: str) -> None:
    """Raises UsageError if a page does not hold so many."""
    if not 1 <= count <= _MOST:
        raise UsageError(
            f"the number of {what} is out of range", got=f"{count:,}", expected=f"1 to {_MOST:,}"
        )


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
