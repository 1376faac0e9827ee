"""Suggestions for a word that is not one of those expected."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import nlargest
from typing import Final

__all__ = ["closest", "closest_value", "did_you_mean", "first_few", "listed", "quoted", "shortened"]

_LISTED: Final = 24
_FEW: Final = 5
_SHOWN: Final = 60
_LONGEST: Final = 400
_ALIKE: Final = 0.6
_COMPARED: Final = 20


def closest(word: str, choices: Iterable[str]) -> str | None:
    """The choice most like the word, by difflib's ratio and whatever the case; None if none is like it.

    Only the first 60 characters count, and of many choices only those are compared in full that share most
    letters with the word: the time it takes is bounded.
    """
    from difflib import SequenceMatcher

    matcher = SequenceMatcher(None, b=word[:_SHOWN].casefold(), autojunk=False)
    folded = {choice[:_SHOWN].casefold(): choice for choice in choices}
    hopeful: list[tuple[float, str]] = []
    for form in folded:
        matcher.set_seq1(form)
        if matcher.real_quick_ratio() >= _ALIKE and (ratio := matcher.quick_ratio()) >= _ALIKE:
            hopeful.append((ratio, form))
    best: list[tuple[float, str]] = []
    for _, form in nlargest(_COMPARED, hopeful):
        matcher.set_seq1(form)
        best.append((matcher.ratio(), form))
    ratio, form = max(best, default=(0.0, ""))
    return folded[form] if ratio >= _ALIKE else None


def did_you_mean(word: str, choices: Iterable[str]) -> str | None:
    """The choice most like the word as the fix of an error; None if none is like it."""
    like = closest(word, choices)
    return f"did you mean {like!r}?" if like else None


def closest_value(text: str, choices: Iterable[str]) -> str | None:
    """The same among values: one whose words are all in the text, or the other way round, comes first.

    "business class" means "business" rather than "first class".
    """
    words = set(text[:_SHOWN].casefold().split())
    known = list(choices)
    within = [
        candidate
        for candidate in known
        if (own := set(candidate.casefold().split())) and (own <= words or words <= own)
    ]
    return closest(text, within) or (within[0] if len(within) == 1 else closest(text, known))


def listed(choices: Iterable[str]) -> str:
    """The choices in one line, the first two dozen of them, and how many more there are.

    Long ones, and those with characters that a terminal would obey, stand there as `quoted` gives them.
    """
    words = list(choices)
    rest = f" and {len(words) - _LISTED} more" if len(words) > _LISTED else ""
    shown = [word if len(word) <= _SHOWN and word.isprintable() else quoted(word) for word in words[:_LISTED]]
    return ", ".join(shown) + rest if words else "none"


def first_few(names: Sequence[str]) -> str:
    """The first five names in quotation marks, and how many more there are."""
    rest = f" and {len(names) - _FEW:,} more" if len(names) > _FEW else ""
    return ", ".join(quoted(name) for name in names[:_FEW]) + rest


def quoted(text: str) -> str:
    """A text in quotation marks, control characters escaped, cut to 60 characters."""
    return repr(text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "...")


def shortened(text: str) -> str:
    """A text of an error that may list a whole vocabulary, cut to 400 characters."""
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."
