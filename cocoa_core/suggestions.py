"""Suggestions for a word that is not one of those expected."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from heapq import nlargest
from typing import Final, TypedDict

_LISTED: Final = 24
_FEW: Final = 5
_SHOWN: Final = 60
_LONGEST: Final = 400
_ALIKE: Final = 0.6
_COMPARED: Final = 20


def closest(word: str, choices: Iterable[str]) -> str | None:
    """Returns the choice that is most like the word, by difflib's ratio and in any case; None if none is like
    it.

    Only the first 60 characters count, and of many choices only those that share most letters with the word
    are compared in full, so the time is bounded.
    """
    from difflib import SequenceMatcher

    word = word[:_SHOWN].casefold()
    folded = {choice[:_SHOWN].casefold(): choice for choice in choices}
    path = word[: word.rfind("/") + 1]  # "cocoa/" in all names is no likeness
    if all(form.startswith(path) for form in folded):
        word, folded = word.removeprefix(path), {form[len(path) :]: folded[form] for form in folded}
    matcher = SequenceMatcher(None, b=word, autojunk=False)
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
    """Returns the choice that is most like the word, as the fix of an error; None if none is like it."""
    like = closest(word, choices)
    return f"did you mean {like!r}?" if like else None


class NotAmong(TypedDict):
    """The keywords of an error about a name that is none of those expected."""

    got: str
    expected: str
    fix: str | None


def not_among(name: str, choices: Collection[str], joined: str = ", ") -> NotAmong:
    """Returns what an error says of a name that is none of the choices: all of them, and the closest."""
    return {"got": name, "expected": joined.join(choices), "fix": did_you_mean(name, choices)}


def closest_value(text: str, choices: Iterable[str]) -> str | None:
    """Returns the closest of some values: one whose words are all in the text, or the other way round, comes
    first.

    "business class" means "business" rather than "first class".
    """
    words = set(text[:_SHOWN].casefold().split())
    candidates = list(choices)
    within = [
        candidate
        for candidate in candidates
        if (candidate_words := set(candidate.casefold().split()))
        and (candidate_words <= words or words <= candidate_words)
    ]
    return closest(text, within) or (within[0] if len(within) == 1 else closest(text, candidates))


def listed(choices: Iterable[str]) -> str:
    """Returns the choices in one line, the first two dozen of them, and the number of further ones.

    Long ones, and those with characters that a terminal would obey, stand there as `quoted` gives them.
    """
    words = list(choices)
    remark = f" and {len(words) - _LISTED} more" if len(words) > _LISTED else ""
    shown = [word if len(word) <= _SHOWN and word.isprintable() else quoted(word) for word in words[:_LISTED]]
    return ", ".join(shown) + remark if words else "none"


def first_few(names: Sequence[str]) -> str:
    """Returns the first five names in quotation marks, and the number of further ones."""
    remark = f" and {len(names) - _FEW:,} more" if len(names) > _FEW else ""
    return ", ".join(quoted(name) for name in names[:_FEW]) + remark


def quoted(text: str) -> str:
    """Returns a text in quotation marks, with control characters escaped, cut to 60 characters."""
    return repr(text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "...")


def shortened(text: str) -> str:
    """Returns a text for an error, cut to 400 characters, since it may list a whole vocabulary."""
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."
