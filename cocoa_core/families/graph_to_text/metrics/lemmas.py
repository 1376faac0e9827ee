"""Finds the words that a word can be a form of, by rules and a table of irregular forms, without a language
model.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

_WORD: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_IRREGULAR: Final = """
be am is are was were been being; begin began begun; bend bent; bind bound; bite bit bitten; bleed bled;
blow blew blown; break broke broken; breed bred; bring brought; build built; burn burnt; buy bought; catch
caught; choose chose chosen; cling clung; come came; creep crept; deal dealt; dig dug; do does did done;
draw drew drawn; dream dreamt; drink drank drunk; drive drove driven; eat ate eaten; fall fell fallen; feed
fed; feel felt; fight fought; find found; flee fled; fling flung; fly flew flown; freeze froze frozen; get
got gotten; give gave given; go goes went gone; grind ground; grow grew grown; hang hung; have has had; hear
heard; hide hid hidden; hold held; keep kept; kneel knelt; know knew known; lay laid; lead led; lean leant;
leap leapt; leave left; lend lent; lie lay lain lying; light lit; lose lost; make made; mean meant; meet
met; pay paid; ride rode ridden; ring rang rung; rise rose risen; run ran; saw sawn; say said; see saw seen;
sell sold; send sent; sew sewn; shake shook shaken; shine shone; shoot shot; show shown; shrink shrank
shrunk; sing sang sung; sink sank sunk; sit sat; sleep slept; slide slid; sling slung; speak spoke spoken;
spend spent; spin spun; stand stood; steal stole stolen; stick stuck; sting stung; strike struck stricken;
swear swore sworn; sweep swept; swim swam swum; swing swung; take took taken; teach taught; tear tore torn;
tell told; think thought; throw threw thrown; tie tying; die dying; wake woke woken; wear wore worn; weave
wove woven; weep wept; win won; wind wound; write wrote written; man men; child children; foot feet; tooth
teeth; goose geese; mouse mice; person people; ox oxen; good better best; bad worse worst; arise arose
arisen; awake awoke awoken; bear bore born borne; beat beaten; bid bade bidden; dive dove; dwell dwelt;
learn learnt; mow mown; plead pled; prove proven; seek sought; shave shaven; shear shorn; shed shedding;
slay slew slain; slink slunk; smell smelt; sneak snuck; sow sown; speed sped; spell spelt; spill spilt; spit
spat; spoil spoilt; stink stank stunk; strive strove striven; swell swollen; thrive throve; tread trod
trodden; wring wrung; mime miming; louse lice; die dice; penny pence; quiz quizzes quizzed quizzing; far
farther farthest further furthest; abide abode; forsake forsook forsaken; hew hewn; lade laden; melt molten;
shoe shod; smite smote smitten; strew strewn; chide chid; clothe clad; beget begot begotten; gird girt; vie
vying; cleave clove cloven; crow crew; rend rent; medium media; genus genera; fez fezzes; brother brethren;
passerby passersby
"""
"""Entries of a base form and its irregular forms, separated by semicolons."""
_TABLE: Final = {
    form: base for base, *forms in (entry.split() for entry in _IRREGULAR.split(";")) for form in forms
}
_VOWELS: Final = "aeiou"
_SUFFIXES: Final = (
    *(("ses", "sis"), ("xes", "xis"), ("ices", "ex"), ("ices", "ix")),
    *(("i", "us"), ("ae", "a"), ("a", "um"), ("a", "on")),
)
"""Endings of plurals with those of their singulars."""


def words_of(text: str) -> list[str]:
    """Returns the words of a text in lower case, without punctuation."""
    return _WORD.findall(text.lower())


@lru_cache(maxsize=50_000)
def lemmas(word: str) -> frozenset[str]:
    """Returns the words that this one can be a form of, itself included; the rules yield too many rather than
    too few.
    """
    word = word.split("'")[0].split("’")[0]
    return frozenset((word, *_irregular(word), *_regular(word)))


def _irregular(word: str) -> Iterator[str]:
    if word in _TABLE:
        yield _TABLE[word]
    for cut in range(2, len(word) - 2):
        if word[cut:] in _TABLE:
            yield word[:cut] + _TABLE[word[cut:]]
    for plural, singular in _SUFFIXES:
        if word.endswith(plural) and len(word) > 3:
            yield word.removesuffix(plural) + singular


def _regular(word: str) -> Iterator[str]:
    if word.endswith("ies") and len(word) > 4:
        yield f"{word[:-3]}y"
    if word.endswith("ves"):
        yield from (f"{word[:-3]}f", f"{word[:-3]}fe")
    if word.endswith("es") and len(word) > 3:
        yield word[:-2]
    if word.endswith("s") and not word.endswith("ss") and len(word) > 2:
        yield word[:-1]
    if word.endswith("ied") and len(word) > 4:
        yield f"{word[:-3]}y"
    for ending in ("ed", "ing"):
        if word.endswith(ending) and any(letter in "aeiouy" for letter in word[: -len(ending)]):
            stem = word[: -len(ending)]
            yield from (stem, f"{stem}e")
            if stem.endswith("ck"):
                yield stem[:-1]
            if len(stem) > 2 and stem[-1] == stem[-2] and stem[-1] not in _VOWELS:
                yield stem[:-1]


def coverage(concepts: Iterable[str], sentence: str) -> float:
    """Returns the share of the concepts that a sentence contains, in any form; of a concept of several words,
    all must be there.

    This is CommonGen's measure with cocoa's own lemmatizer.

    Args:
        concepts: at least one; repeated concepts count once.
    """
    distinct_concepts = frozenset(concepts)
    sentence_lemmas = frozenset(lemma for word in words_of(sentence) for lemma in lemmas(word))
    covered = sum(
        all(lemmas(word) & sentence_lemmas for word in words_of(concept) or [concept])
        for concept in distinct_concepts
    )
    return covered / len(distinct_concepts)
