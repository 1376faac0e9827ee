"""A little English: the singular of a plural, the plural of a singular, "a" or "an"."""

from __future__ import annotations

import re
from typing import Final

_IRREGULAR: Final = {
    "ads": "ad",
    "children": "child",
    "data": "data",
    "feet": "foot",
    "halves": "half",
    "knives": "knife",
    "leaves": "leaf",
    "lives": "life",
    "men": "man",
    "mice": "mouse",
    "people": "person",
    "quizzes": "quiz",
    "shelves": "shelf",
    "teeth": "tooth",
    "women": "woman",
    "cds": "CD",
    "cpus": "CPU",
    "dvds": "DVD",
    "evs": "EV",
    "gpus": "GPU",
    "pcs": "PC",
    "rvs": "RV",
    "suvs": "SUV",
    "tvs": "TV",
}
_SINGULAR_IN_S: Final = (
    "alias arkansas asbestos athletics atlas bias canvas chaos christmas corps cosmos diabetes economics"
    " ethos gymnastics kansas lens mathematics physics politics texas thermos"
)
_ENDING_IN_S: Final = tuple(_SINGULAR_IN_S.split())
"""Words, also at the end of others, that are no plurals: "lens" and "movielens"."""
_SAME: Final = frozenset(("news", "series", "species", "aircraft", "sheep", "fish"))
_ENDING_IN_IE: Final = frozenset(("cookies", "movies", "pies", "ties", "brownies", "smoothies"))
_ENDING_IN_ES: Final = frozenset(("bonuses", "buses", "campuses", "gases", "lenses", "statuses", "viruses"))
_SILENT_H: Final = ("hour", "honest", "honour", "honor", "heir")
_SPELLED_WITH_VOWEL: Final = "AEFHILMNORSX"
_LIKE_YOU: Final = ("uni", "use", "usu", "ute", "uti", "uto", "uk", "ubi", "eu", "one", "once")


def is_plural(word: str) -> bool:
    """Returns whether an English noun looks like a plural."""
    low = word.casefold()
    return low in _IRREGULAR or (
        len(low) > 3
        and low.endswith("s")
        and not low.endswith(("ss", "us", "is"))
        and low not in _SAME
        and not low.endswith(_ENDING_IN_S)
    )


def singular(words: str) -> str:
    """Returns the singular of a noun phrase. Only its last word changes, and only if it looks like a
    plural.
    """
    head, blank, last = words.rpartition(" ")
    return head + blank + _singular(last)


def _singular(word: str) -> str:
    low = word.casefold()
    if low in _IRREGULAR:
        return _IRREGULAR[low]
    if not is_plural(word):
        return word
    if low.endswith("ies") and low not in _ENDING_IN_IE:
        return word[:-3] + "y"
    if low in _ENDING_IN_ES or low.endswith(("sses", "shes", "ches", "xes")):
        return word[:-2]
    return word[:-1]


def plural(words: str) -> str:
    """Returns the plural of a noun phrase. Its last word changes, unless it looks like a plural."""
    head, blank, last = words.rpartition(" ")
    return head + blank + _plural(last)


def _plural(word: str) -> str:
    low = word.casefold()
    irregular = next((many for many, singular_form in _IRREGULAR.items() if singular_form == low), None)
    if irregular is not None:
        return irregular
    if is_plural(word) or low in _SAME:
        return word
    if low.endswith(("s", "x", "z", "ch", "sh")):
        return word + "es"
    if low.endswith("y") and low[-2:-1] not in tuple("aeiou"):
        return word[:-1] + "ies"
    return word + "s"


def last_word(words: str) -> str:
    """Returns the last word in small letters; an empty text of an empty one."""
    return words.casefold().split()[-1] if words.strip() else ""


def in_small_letters(text: str) -> str:
    """Returns the text in small letters, except for letters whose small form is not a single letter, such as
    "İ".
    """
    return "".join(low if len(low := letter.lower()) == 1 else letter for letter in text)


_READ_AS_WORDS: Final = frozenset(("LAN", "LASER", "NASA", "NATO", "RAM", "ROM", "SIM"))
"""Capitals that are not spelled out: "a RAM", and "an SUV"."""


def as_sentence(words: str) -> str:
    """Capitalizes the first letter of some words, and adds a full stop unless they end with one, as "Acme
    Inc." does.
    """
    return f"{words[0].upper()}{words[1:]}{'' if words.endswith('.') else '.'}"


def with_article(words: str) -> str:
    """Returns the noun phrase with "a" or "an" as it is spoken: "an hour", "a university"."""
    first = words.casefold()
    if words[1:2].isupper() and words.split()[0] not in _READ_AS_WORDS:
        return f"{'an' if words[0] in _SPELLED_WITH_VOWEL else 'a'} {words}"
    vowel = first.startswith(tuple("aeiou")) and not first.startswith(_LIKE_YOU)
    return f"{'an' if vowel or first.startswith(_SILENT_H) else 'a'} {words}"


_ONSETS: Final = (
    "bl br ch chl chr cl cr cz dr dw fj fl fr gh gl gn gr kh kl kn kr ll mn ph phr pl pn pr ps qu rh sc sch"
    " scr sh shr sk sl sm sn sp sph spl spr sq st str sv sw th thr thw tr ts tw wh wr"
)
_CODAS: Final = (
    "bt ch chm chs cht ck ct dst dth ft fth gh ght ghth gm gn hm lb lc lch ld lf lfth lk lm ln lp lpt ls lsh"
    " lst lt lth ltz lv mb mn mp mph mpt nc nch nct nd ndth ng ngst ngth nk ns nst nt nth nx nz ph phth pt"
    " pth rb rc rch rd rf rg rk rl rld rm rmth rn rnt rp rph rpt rsh rst rt rth rtz rv sc sch sh sk sm sp st"
    " tch th thm tz wd wk wl wn wth xt xth"
)
_BEGINNINGS: Final = frozenset(_ONSETS.split())
_ENDS: Final = frozenset(_CODAS.split())
_LONGEST_WORD: Final = 15
_LONG_ENDINGS: Final = (
    "able",
    "ability",
    "ation",
    "ations",
    "graphy",
    "ically",
    "ional",
    "ity",
    "logical",
    "ment",
)
"""How words of more letters end: electronegativity, internationalization."""


def can_be_said(word: str) -> bool:
    """Returns whether a word of Latin letters looks like an English word, and not like an abbreviation:
    "gashw", "hd".

    It has a vowel, and begins and ends with consonants that words begin and end with. Words in other letters
    pass.
    """
    low = word.casefold()
    if not (low.isascii() and low.isalpha()):
        return not any(map(str.isdigit, low)) or low.isdigit()
    runs = re.split("[aeiouy]+", low)
    first, last = runs[0], runs[-1]
    plain = last.removesuffix("s")
    return (
        len(runs) > 1
        and len(low) > 2
        and (len(low) <= _LONGEST_WORD or low.endswith(_LONG_ENDINGS))
        and (len(first) < 2 or first in _BEGINNINGS)
        and (len(plain) < 2 or plain in _ENDS or (len(plain) == 2 and plain[0] == plain[1]))
        and all(len(run) <= 5 for run in runs[1:-1])
    )
