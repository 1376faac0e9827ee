"""The text of a reply that counts, whoever asked for it. Exports take a copy along: standard library only."""

from __future__ import annotations

__all__ = ["reply_of", "text_of"]


def text_of(content: object) -> str:
    """The text of a message's content: of one in parts the texts together, "" where there is none."""
    if isinstance(content, list):
        texts = (part.get("text") if isinstance(part, dict) else part for part in content)
        return "".join(text for text in texts if isinstance(text, str))
    return content if isinstance(content, str) else ""


def reply_of(content: object, *questions: str) -> str:
    """The text of a reply without what a model that runs on adds: the next question, which it asks itself.

    It begins with an empty line and the first line of one of the questions. A model that quotes the question
    while it thinks begins no paragraph with it.
    """
    text = text_of(content)
    for question in questions:
        opening = question.lstrip().partition("\n")[0]
        if opening:
            text = text.partition(f"\n\n{opening}")[0]
    return text
