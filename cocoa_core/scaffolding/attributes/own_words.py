"""Words for an attribute that is known by nothing but its name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cocoa_core.scaffolding.attributes.shapes import say
from cocoa_core.scaffolding.english import in_small_letters, is_plural, plural, singular, with_article
from cocoa_core.scaffolding.naming import fitting_phrase

__all__ = ["INVENTED", "own_words", "some_values"]

INVENTED: Final = (
    *("Alder", "Birch", "Cedar", "Elm", "Fir", "Hazel", "Juniper", "Larch"),
    *("Maple", "Oak", "Pine", "Rowan", "Sorrel", "Willow", "Yew"),
)
"""Neutral words for a vocabulary that nobody knows yet."""

_PREFIXES: Final = ("has ", "is ", "with ", "free ", "number of ", "num ", "n ")
_NO_ARTICLE: Final = frozenset(
    [
        "breakfast",
        "cancellation",
        "delivery",
        "heating",
        "insurance",
        "internet",
        "lunch",
        "parking",
        "seating",
        "smoking",
        "space",
        "storage",
        "support",
        "wifi",
        "wi-fi",
        "access",
        "air",
        "conditioning",
        "cooling",
        "lighting",
        "power",
        "service",
        "shipping",
        "water",
    ]
)
_ADJECTIVES: Final = ("able", "ible", "ed", "friendly")


def own_words(shape: str, label: str) -> tuple[Mapping[str, Any], ...]:
    """Wordings around the label, one or two."""
    name = _lowered(fitting_phrase(label)) or "attribute"
    if shape == "boolean":
        return _truth(name)
    many = is_plural(name.split()[-1])
    if shape == "count":
        things = plural(_without_prefix(name))
        noun = {"one": singular(things), "many": things}
        return ({"verb": "have", "noun": noun}, {"verb": "come with", "noun": noun})
    if shape == "set":
        return say(f"{'they ' * many}its {name} | include", "have")
    if shape == "list":
        return tuple({"item": singular(name), "verb": verb} for verb in ("be", "last"))
    if shape == "rating":
        return say(f" | have | {with_article(name)} of", f"its {name} | be")
    return say(f"{'they ' * many}the {name} | be", f"{'they ' * many}its {name} | be")


def _truth(name: str) -> tuple[Mapping[str, Any], ...]:
    words = name.split()
    thing = " ".join(words[:-1])
    if words[-1] == "included" and thing:
        return say(f" | include | {thing}", f" | come | with {thing} included")
    if words[-1] in ("allowed", "welcome") and thing:
        return say(f" | allow | {thing}", f" | accept | {thing}")
    if words[-1] == "available" and thing:
        return say(f" | offer | {thing}", f" | have | {thing}")
    if name.startswith("is ") and len(words) > 1:
        return say(f" | be | {name[3:]}")
    if words[-1].endswith(_ADJECTIVES) and len(words) == 1:
        return say(f" | be | {name}")
    bare = _without_prefix(name) if not name.startswith("free ") else name
    last = bare.split()[-1]
    uncounted = is_plural(last) or last.casefold() in _NO_ARTICLE
    shown = bare if uncounted else with_article(bare)
    return say(f" | have | {shown}", f" | come | with {shown}")


def some_values(label: str) -> tuple[str, ...]:
    """Invented values for a category or a set; other ones for other labels, so that two look different."""
    start = sum(map(ord, label)) % len(INVENTED)
    turned = INVENTED[start:] + INVENTED[:start]
    return tuple(sorted(turned[:5]))


def _lowered(phrase: str) -> str:
    """Without the capital that a label begins with; abbreviations keep theirs."""
    second = phrase[1:2]
    return phrase if second.isupper() else in_small_letters(phrase[:1]) + phrase[1:]


def _without_prefix(name: str) -> str:
    prefix = next((one for one in _PREFIXES if name.startswith(one) and len(name) > len(one)), "")
    return name[len(prefix) :]
