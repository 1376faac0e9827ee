"""The questions that reviewers answer by a key, each with its scale."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from attrs import frozen

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
        if not any(type(value) is type(known) and value == known for known, _ in self.scale.values()):
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
