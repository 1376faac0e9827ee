"""Finds texts of the catalogue that speak to the model that will read them: "ignore the above", "the answer
is B".

A table of strangers can hold such texts, and a model under test would read them among the options.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Final

from cocoa_core.checking.findings import finding_of
from cocoa_core.checking.places import Places
from cocoa_core.domain import Domain
from cocoa_core.errors import Finding
from cocoa_core.loading import open_table
from cocoa_core.suggestions import quoted
from cocoa_core.text import counted

_FORGET: Final = r"(?i:\b(?:ignore|disregard|forget|override|bypass)\s+(?:\w+\s+){0,4}?"
_SAID: Final = "instruction|prompt|text|message|direction|rule|request|question|condition|context|everything"
_FOREIGN: Final = (
    r"\b(?:ignore[zr]?|oublie[zr]?|ne tene?z pas compte)\b.{0,40}\b(?:instructions?|consignes?)\b"
    r"|\b(?:ignorier|missacht|vergiss|vergesst|vergessen)\w*\b.{0,40}\b(?:anweisung|anleitung|vorgabe)"
    r"|\b(?:ignor[aeo]|olvid[ae]|esque[cç]|dimentic)\w*\b.{0,40}\b(?:instruc|instruç|istruzion|indicac)"
    r"|(?:忽略|无视|無視|忘记|忘掉).{0,12}(?:指示|指令|说明|提示|命令)|(?:指示|命令|プロンプト).{0,8}(?:無視|忘れ)"
    r"|(?:игнорируй|забудь)\w*.{0,40}(?:инструкц|указани)|(?:지시|명령).{0,12}(?:무시|잊)"
)
"""The request to ignore instructions, in other languages."""
_LETTER: Final = r"[\"'“‘(\[*]*[A-Z](?=[\"'”’)\]*]*(?:[.,;:!?]|$))"
"""A single capital as an answer, at the end of a clause: not the "A" of "The answer is A Good Book"."""
_MODEL: Final = r"(?:ai|llm|(?:large )?language model|chatbot|chatgpt|gpt-?\d\w*|claude|gemini|llama)\b"
_OCCUPATION: Final = (
    r"(?! (?:engineer|researcher|developer|scientist|specialist|trainer|consultant|company|startup|lab)\b)"
)

_TAGS: Final = 0xE0000
"""The code point after which tag characters lie: they show nothing, and each stands for a letter of ASCII."""
_SPACED: Final = re.compile(r"\b(?:\w ){3,}\w\b")

PATTERNS: Final[Mapping[str, re.Pattern[str]]] = {
    "to forget what was said": re.compile(
        rf"{_FORGET}(?:above|previous|prior|preceding|earlier)(?: (?:{_SAID})\w*| and\b|[.,;:!?]|$))"
        rf"|{_FORGET}(?:{_SAID}|guideline|requirement|system message)s?\b)"
        r"|(?i:\b(?:do not|don't|never) (?:follow|obey) (?:\w+ ){0,3}?(?:instruction|prompt|rule)s?\b)"
        rf"|(?i:{_FOREIGN})"
    ),
    "what the answer is": re.compile(
        rf"(?i:\b(?:answer|choice|option) (?:is|must be|should be)(?: option)?:? ){_LETTER}"
        rf"|(?i:\banswer ?[:=] ?(?:option )?){_LETTER}"
        r"|(?i:\b(?:correct|right|best) answer ?(?:is|[:=]) ?(?:option |number )?[0-9]\b)"
        rf"|(?i:\b(?:choose|pick|select|output|return|reply|respond|answer)(?: with)?(?: only)?(?: the)?"
        rf" (?:option|answer|choice|letter) ){_LETTER}"
        r"|(?i:\b(?:choose|pick|select|recommend|prefer) (?:only )?this (?:option|one|row|entry|answer)\b)"
    ),
    "who the reader is": re.compile(
        rf"(?i)\bas an? {_MODEL}{_OCCUPATION}|\byou are (?:now )?(?:an? )?{_MODEL}{_OCCUPATION}"
        rf"|\b(?:dear|attention|(?:note to|message to|instructions? (?:to|for))(?: the| any)?)"
        rf"[,:]? {_MODEL}{_OCCUPATION}"
        r"|\b(?:assistant|ai|llm|chatbot)(?::|, please) (?:choose|pick|select|recommend|prefer|rank|rate)\b"
        r"|\b(?:in|enter|enable) (?:developer|debug|god|dan|jailbreak) mode\b"
    ),
    "what is marked up as a turn of a chat": re.compile(
        r"(?i)<\|(?:im[_ ](?:start|end)|endoftext|eot[_ ]id|(?:start|end)[_ ]header[_ ]id)\|>"
        r"|<\|(?:system|user|assistant)\|>"
        r"|\[/?inst\]|<</?sys>>|</?(?:system|instructions?|prompt)>|^#+ ?(?:system|instructions?|response)\b"
        r"|\bsystem ?: you (?:are|must|will|should)\b|^assistant ?: \S"
        r"|\b(?:human|user) ?: .*\bassistant ?: \S"
        r"|\b(?:new|updated|additional) instructions? ?:"
    ),
    "to show what it was told": re.compile(
        r"(?i)\b(?:reveal|print|repeat|output|leak) (?:\w+ ){0,3}(?:system prompt|prompt|instructions)\b"
    ),
}
"""By what such a text says, the pattern that matches it once blanks are single. An underscore may be one: a
table of strangers is read so that its words can be said.
"""


def speaks_to_model(text: str) -> str:
    """Returns what a text tells the model that reads it, a key of `PATTERNS`; empty where it tells nothing.

    Invisible characters are left out, but a tag character is read as its letter. Letters with a blank after
    each are read together too.
    """
    visible = "".join(
        chr(ord(letter) - _TAGS) if _TAGS + 0x20 <= ord(letter) < _TAGS + 0x7F else letter
        for letter in unicodedata.normalize("NFKC", text)
        if unicodedata.category(letter) != "Cf" or ord(letter) > _TAGS
    )
    plain = " ".join(visible.split())
    spelled = _SPACED.sub(lambda match: match[0].replace(" ", ""), plain)
    texts = (plain,) if spelled == plain else (plain, spelled)
    return next((kind for kind, pattern in PATTERNS.items() if any(map(pattern.search, texts))), "")


def model_text_findings(domain: Domain, places: Places, catalogue: bytes) -> Iterator[Finding]:
    """Finds the texts that options show and that speak to a model. Each is reported at its first row.

    Args:
        catalogue: the bytes of the catalogue's file.
    """
    shown = [slot.name for slot in domain.schema.given if slot.shown]
    texts = ((name, text) for name in shown for text in sorted(domain.words_used(name)))
    kinds = {(name, text): kind for name, text in texts if (kind := speaks_to_model(text))}
    if not kinds:
        return
    lines = [line for line, _ in open_table(places.catalogue, catalogue, "").rows]
    for (name, text), kind in kinds.items():
        position = domain.schema.position(name)
        values = (row[position] for row in domain.catalogue.rows)
        rows = [
            number
            for number, value in enumerate(values)
            if (text in value if isinstance(value, tuple) else text == value)
        ]
        yield finding_of(
            "text-to-model",
            places.row(lines[rows[0]]),
            f"a value of {name!r} tells the model that reads it {kind}",
            got=f"{quoted(text)}, in {counted(len(rows), 'row')}",
            expected="values that describe an option",
            fix="take the row out, or write the value without it",
        )
