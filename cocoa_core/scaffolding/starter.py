"""Makes a small domain to start from: a few attributes that fit any noun, and thirty made-up rows."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from cocoa_core.english import plural
from cocoa_core.errors import UsageError
from cocoa_core.importing import checked_name, checked_phrase, fitting_phrase, noun_of
from cocoa_core.lexicon import CURRENCIES
from cocoa_core.scaffolding.drafts import NewDomain
from cocoa_core.suggestions import did_you_mean, listed, quoted

LONGEST_NOUN: Final = 40


def starter_domain(name: str, noun: str | None = None, currency: str = "USD") -> NewDomain:
    """Returns the starter's texts under a name; the same arguments give the same texts.

    Args:
        name: the domain's name, which is also its folder's.
        noun: the singular noun for an option; None for the singular of the name.
        currency: the code of the currency of prices.

    Raises:
        UsageError: the name, the noun or the currency cannot be used.
    """
    name = checked_name(name)
    usual = fitting_phrase(noun_of(name), LONGEST_NOUN) or "option"
    called = checked_phrase(noun, "what an option is called", LONGEST_NOUN) if noun else usual
    words = {"name": name, "noun": called, "nouns": plural(called), "currency": checked_currency(currency)}
    return NewDomain(
        name=name,
        noun=called,
        origin=(
            f"**The rows are made up.** No {called} in `catalogue.csv` exists; their ids begin with"
            f" `example-`. To ask about real {words['nouns']}, replace them by rows of your own."
        ),
        texts={file: _filled(file, words) for file in ("schema.yaml", "rules.yaml", "catalogue.csv")},
    )


def checked_currency(text: str) -> str:
    """Returns the code of a currency that cocoa knows, in capitals.

    Raises:
        UsageError: there is no such currency.
    """
    currency = text.strip().upper()
    if currency not in CURRENCIES:
        raise UsageError(
            f"there is no currency {quoted(text)}",
            expected=f"one of {listed(CURRENCIES)}",
            fix=did_you_mean(currency, CURRENCIES),
        )
    return currency


def _filled(file: str, words: dict[str, str]) -> str:
    text = files("cocoa_core.scaffolding").joinpath("starter", file).read_text(encoding="utf-8")
    for word, value in words.items():
        text = text.replace(f"@{word}@", value)
    return text
