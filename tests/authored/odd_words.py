"""Words that are hard on readers: of many scripts, with signs of YAML, CSV, markup and our own grammar."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

OPENINGS: Final = (
    "Could you help me?",
    "Zoë’s birthday is coming up, and we're off to {}.",
    "I'd love an offer in {}. My friends & I love it!",
    "Hi! What do you have, say in {}?",
    "We're on our way to {}.",
)
"""First sentences, with one place where all values stand."""
CLOSINGS: Final = ("Thanks a lot!", "What do you have?", "I'll decide soon. See you.", "Merci!")
REASONS: Final = ("I get carsick", "my mother-in-law is coming, and she's picky", "über matters", "it's hot")

_PLAIN: Final = ("Aldgate", "Bergen", "Cusco", "Dakar", "Essen", "Faro", "Genoa", "Hull", "Izmir", "Jena")

_CONNECTED: Final = (
    *("A", "B", "A or B", "A and B", "both", "either Or", "unless", "Bed, and Unless", "or both", "if"),
    *(
        "Salt, Pepper and Co.",
        "If, then, otherwise",
        "St. John's",
        "Dr. No.",
        "Why? Not!",
        "..",
        "the same day",
    ),
    *(
        "at least 3",
        "less than 5",
        "no more",
        "between 1 and 2",
        "one or more",
        "it",
        "I",
        "(a)",
        "not",
        "no B",
    ),
    *("I'm looking for an offer", "It costs under $5.", "or not", "exactly", "inclusive", "noon"),
)
_SIGNS: Final = (
    *(
        "yes",
        "no",
        "null",
        "true",
        "~",
        "0",
        "007",
        "1e5",
        "0x1F",
        ".5",
        "12:30",
        "2027-01-01",
        "1,200",
        "$5",
    ),
    *(
        "- x",
        "# x",
        "a: b",
        "a #b",
        "*x",
        "&x",
        "!x",
        "%x",
        "@x",
        "`x`",
        "=1+1",
        "{a: b}",
        "[bold]x[/bold]",
        "|",
    ),
    *(
        "'",
        '"',
        "it's",
        'The "Inn"',
        "O’Hara’s",
        "“Blue”",
        "\\n",
        "a\\",
        "<<",
        "<b>&amp</b>",
        "x,y",
        ",",
        ".",
        "?",
    ),
    *("North & South", "A/B", "50 %", "C++", "#1", "$", "-", "–", "½", "{0}", "{or}", "%s", "{noun}"),
)
_SCRIPTS: Final = (
    *(
        "Zürich",
        "ŻÓŁĆ",
        "İstanbul",
        "ıI",
        "straße",
        "ﬁn",
        "ΑΒΓ",
        "Ёлка",
        "x̌y̌",
        "कमरा",
        "ห้อง",
        "한글",
        "東京 駅前",
    ),
    *(
        "פנדק",
        "فندق الميناء",
        "🏨 Grand",
        "🇫🇷",
        "👍🏽",
        "Nº 5",
        "naïve café",
        "𝔊",
        "ℵ₀",
        "Tiếng Việt",
        "Ἀθῆναι",
    ),
)

VALUES: Final[tuple[str, ...]] = (*_PLAIN, *_CONNECTED, *_SIGNS, *_SCRIPTS, "w" * 200)
"""Values of categories and elements of sets: none but for capitals like another of its own list."""

LABELS: Final = (
    *(
        "Price; total",
        "A | B",
        "[red]x[/red]",
        'The "best" one',
        "What's in?",
        "- dash",
        "# hash",
        "a: b",
        "é̱",
    ),
    *("השם", "السعر", "値段", "💶", "Size, in m²", "L" * 60, "no", "1", "{slot}", "id", "not given", "none"),
)
"""Labels of slots: any printable line."""

NOUNS: Final = (
    *(
        "room",
        "hour-long tour",
        "R&B gig",
        "über-offer",
        "chambre d'hôte",
        "東京 plan",
        "50% deal",
        "#1 spot",
    ),
    *("a/b kit", "MX$ fund", "heir", "X"),
)
"""What an option, an item or a counted thing is called."""

PHRASES: Final = (
    *(
        "in class A",
        "with R&B",
        "the day’s special",
        "at 24/7 desks",
        "50% off",
        "naïve",
        "για όλους",
        "日本 style",
    ),
    *("#1", "made by", "part of", "on the side", "in town", "x" * 30),
)
"""Fixed words of wordings."""

NAMES: Final = (
    "a",
    "a_1",
    "zz",
    "class",
    "if_",
    "value",
    "n" * 41,
    "x2",
    "slot",
    "values",
    "none_",
    "true_1",
)
"""Names of slots."""


def distinct(words: Sequence[str], count: int, rng: random.Random) -> tuple[str, ...]:
    """So many of the words, none like another but for capitals; fewer where there are not so many."""
    found: dict[str, str] = {}
    for word in rng.sample(words, len(words)):
        if len(found) < count:
            found.setdefault(word.casefold(), word)
    return tuple(found.values())
