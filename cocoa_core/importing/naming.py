"""Makes names of domains and slots from what an author types, and phrases that may stand in a sentence."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from shlex import quote
from typing import Final

from cocoa_core.english import singular
from cocoa_core.errors import DomainError, Place, UsageError
from cocoa_core.loading import DOMAIN_NAME, SLOT_NAME, ScalarNode, phrase_at
from cocoa_core.suggestions import quoted

_LONGEST: Final = 41
_DEVICES: Final = frozenset(
    ("con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(1, 10)))
)
"""Names that Windows keeps for devices, so that no folder of it can be called so."""


def checked_name(name: str) -> str:
    """Returns the name of a new domain unchanged.

    Raises:
        UsageError: it cannot be the name of a domain; the error gives the reason and a suggestion.
    """
    if "/" in name or "\\" in name:
        folder, _, last = name.replace("\\", "/").rstrip("/").rpartition("/")
        raise UsageError(
            f"{quoted(name)} is a path, not the name of a domain",
            fix=f"write `cocoa new-domain {suggested_name(last)} --into {quote(folder or '/')}`",
        )
    if not DOMAIN_NAME.fullmatch(name) or name in _DEVICES:
        raise UsageError(
            f"{quoted(name)} cannot be the name of a domain",
            got=_reason(name),
            expected='a small letter, then small letters, digits, "-" and "_", 41 characters at most',
            fix=f"write `cocoa new-domain {suggested_name(name)}`",
        )
    return name


def _reason(name: str) -> str:
    """Returns why the text cannot be the name of a domain."""
    if not name:
        return "nothing"
    if len(name) > _LONGEST:
        return f"{len(name)} characters"
    if name in _DEVICES:
        return f"{name!r}, which Windows keeps for a device"
    odd = next((letter for letter in name if not re.fullmatch("[a-z0-9_-]", letter)), None)
    if odd is None:
        return f"{name[0]!r} as its first letter"
    return "a blank" if odd.isspace() else f"the capital {odd!r}" if odd.isupper() else f"the sign {odd!r}"


def suggested_name(text: str) -> str:
    """Returns a name close to the text: my-hotels for "My Hotels", my-3d-printers for "3D printers"."""
    name = _ascii(text, "-")
    if name in _DEVICES or (name and not name[0].isalpha()):
        name = f"my-{name}"
    return name[:_LONGEST].strip("-_") or "my-domain"


def slot_name(text: str, taken: Collection[str]) -> str:
    """Returns a slot's name that is not taken: check_in_time for "Check-in time"."""
    name = re.sub("[-_]+", "_", _ascii(text, "_"))
    if name and not name[0].isalpha():
        name = f"n_{name}"
    name = name[: _LONGEST - 4].strip("_") or "attribute"
    candidates = [name, *(f"{name}_{number}" for number in range(2, len(taken) + 3))]
    return next(
        candidate
        for candidate in candidates
        if SLOT_NAME.fullmatch(candidate) and candidate not in ("id", *taken)
    )


def noun_of(name: str) -> str:
    """Returns the noun for an option: "insurance plan" for insurance-plans, "hotel" for hotels2."""
    words = [word for word in re.split("[-_]+", re.sub("(?<=[a-z])[-_]?[0-9]+$", "", name)) if word]
    if len(words) > 1 and words[0] == "my":
        words = words[1:]
    return singular(" ".join(words))


def checked_phrase(text: str, what: str, longest: int) -> str:
    """Returns the text, with single blanks, if it may stand in a sentence by the rule of domain files.

    Args:
        what: the name of the text in messages.
        longest: the number of characters that it may have.

    Raises:
        UsageError: it may not.
    """
    phrase = " ".join(text.split())
    try:
        return phrase_at(ScalarNode(Place(""), phrase, phrase), what, longest)
    except DomainError as error:
        raise UsageError(error.problem, got=error.got, expected=error.expected, fix=error.fix) from None


def fitting_phrase(text: str, longest: int = 40) -> str:
    """Returns what may stand in a sentence of the text, cut to a length; empty for nothing."""
    allowed = "".join(letter if letter.isalnum() or letter in "-'&/%+" else " " for letter in text)
    phrase = " ".join(allowed.split())[:longest].strip(" -'&/%+")
    try:
        return checked_phrase(phrase, "a phrase", longest)
    except UsageError:
        return ""


def _ascii(text: str, blank: str) -> str:
    """Returns small ASCII letters and digits ("ss" for "ß"), `blank` for each run of others."""
    folded = unicodedata.normalize("NFKD", text.replace("ß", "ss").replace("ø", "o").replace("æ", "ae"))
    plain = "".join(letter for letter in folded.casefold() if not unicodedata.combining(letter))
    return re.sub("[^a-z0-9_-]+", blank, plain).strip("-_ ")
