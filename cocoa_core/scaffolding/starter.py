"""A small domain to start from: a few attributes that make sense for any noun, with simulated rows."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Final

from cocoa_core.english import plural
from cocoa_core.errors import UsageError
from cocoa_core.importing import checked_name, checked_phrase, fitting_phrase, noun_of
from cocoa_core.lexicon import CURRENCIES
from cocoa_core.loading import catalogue_text, read_schema, read_yaml
from cocoa_core.scaffolding.drafts import NewDomain
from cocoa_core.scaffolding.simulation.filling import DEFAULT_ROWS, SIMULATED, checked_rows, simulated_cells
from cocoa_core.suggestions import did_you_mean, listed, quoted

__all__ = ["LONGEST_NOUN", "checked_currency", "starter_domain"]

LONGEST_NOUN: Final = 40


def starter_domain(
    name: str, noun: str | None = None, currency: str = "USD", rows: int = DEFAULT_ROWS, seed: int = 0
) -> NewDomain:
    """The starter under this name, with so many simulated rows; the same arguments give the same texts.

    noun: what one option is called, singular; without it the singular of the name. UsageError for a name, a
    noun, a currency or a number of rows that cannot be.
    """
    name = checked_name(name)
    usual = fitting_phrase(noun_of(name), LONGEST_NOUN) or "option"
    called = checked_phrase(noun, "what an option is called", LONGEST_NOUN) if noun else usual
    words = {"name": name, "noun": called, "nouns": plural(called), "currency": checked_currency(currency)}
    schema, rules = (_filled(f"{file}.yaml", words) for file in ("schema", "rules"))
    meant = read_schema(read_yaml(schema.encode(), str(Path("schema.yaml"))))
    header = ("id", *(slot.name for slot in meant.given))
    cells = simulated_cells(meant, {}, checked_rows(rows), seed)
    things = words["nouns"]
    return NewDomain(
        name=name,
        noun=called,
        origin=(
            f"**The rows are simulated.** No {called} in `catalogue.csv` exists; their ids begin with"
            f" `{SIMULATED}-`. After an edit of `schema.yaml`, `cocoa simulate .` in this folder writes them"
            f" anew. To ask about real {things}, replace them by rows of your own."
        ),
        texts={"schema.yaml": schema, "rules.yaml": rules, "catalogue.csv": catalogue_text(header, cells)},
    )


def checked_currency(text: str) -> str:
    """The code of a currency that cocoa knows; UsageError for another one."""
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
