"""The text of a reply that counts. Exports carry a copy of this file, so it uses the standard library
only.
"""

from __future__ import annotations


def text_of(content: object) -> str:
    """Returns the text of a message's content: the joined text of its parts, or empty where there is none."""
    if isinstance(content, list):
        texts = (part.get("text") if isinstance(part, dict) else part for part in content)
        return "".join(text for text in texts if isinstance(text, str))
    return content if isinstance(content, str) else ""


def reply_of(content: object, *questions: str) -> str:
    """Cuts a reply where a model that runs on begins to ask itself the next question.

    That begins with an empty line and the first line of one of the questions. A model that quotes the
    question while it thinks begins no paragraph with it.

    Args:
        content: the reply.
        questions: the questions of the prompt.
    """
    text = text_of(content)
    for question in questions:
        opening = question.lstrip().partition("\n")[0]
        if opening:
            text = text.partition(f"\n\n{opening}")[0]
    return text
