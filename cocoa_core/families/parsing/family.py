"""Implements the parsing family's part of every interface that all families have."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from attrs import frozen

from cocoa_core.answers import Score, Value, read_answer
from cocoa_core.families.parsing.matching import renumbered_text
from cocoa_core.families.parsing.notations import compared
from cocoa_core.families.parsing.record import ASK, PARSING, PLAIN, ParsingItem, kind_of
from cocoa_core.families.parsing.settings import ParsingSettings
from cocoa_core.items import Entry, Facet, Family, Format, ItemSource, Prompter, Prompting
from cocoa_core.seeds import seed_of

if TYPE_CHECKING:
    from cocoa_core.families.parsing.maker import FileMaker, ParsingMaker
    from cocoa_core.items import Dataset

FIGURES: Final = ("string", "renumbered", "published")
"""Whether the form is equal to the key as a text; equal after renumbering; a Semantic Exact Match as
published. The score itself is the bijective match.
"""
READER: Final = "form-2"
_LONGEST: Final = 20_000
"""Characters of a statement that are read as a form."""
_SIGNS: Final = re.compile(r"[A-Za-z]+|[0-9]+|[()*;,.=]")
_WHOLE: Final = re.compile(r"[A-Za-z0-9()*;,.=_ \t]+")
_FENCE: Final = re.compile(r"(?m)^[ \t]*```[a-z]*[ \t]*$\n?")
_ENDS: Final = tuple(
    re.compile(end)
    for end in (r"[.!](?=\s)", r"[,\s]\s?(?:because|since|as|which)\b", r"\s[-–—]\s|[:;]\s|\s\(", r"[),]\s")
)
"""Patterns that may separate a form from an explanation in the same line, the strongest first."""
_MARKED: Final = re.compile(r"\bx (?=[0-9])")


class FormText:
    """Reads a form in one line, however its signs are spaced: `cat(x_1)` is read as `cat ( x _ 1 )`."""

    def begins(self, stated: str) -> tuple[str, str] | None:
        """Finds the form that a statement begins with."""
        for end in (len(stated), *(cut.start() for end in _ENDS if (cut := end.search(stated)))):
            if (form := self._tokens(stated[:end])) is not None:
                return form, stated[end:]
        return None

    def labels_in_prose(self) -> None:
        """Returns None: words beside a form are no other answer."""

    def is_stated(self, value: Value, label: str) -> bool:
        """Returns True: a form has no labels."""
        return True

    def _tokens(self, stated: str) -> str | None:
        if len(stated) > _LONGEST:
            return None
        text = stated.replace("**", "").strip(" \t\n`\"'“”")
        if not _WHOLE.fullmatch(text):
            return None
        tokens = _SIGNS.findall(text.removesuffix("."))
        of_a_word = tokens[:1] == ["LAMBDA"]  # in rm-x-p and rm-x-pc without brackets and numbers
        marked = of_a_word or "(" in tokens or any(map(str.isdigit, tokens))
        if not tokens or (len(tokens) > 1 and not marked):
            return None
        return _MARKED.sub("x _ ", " ".join(tokens))


_RECORD: Final = """a `sentence`, a
`notation`, and the `key`: the sentence's logical form in that notation; any form that means the same is as
right. `form` has it in the notation of COGS, or as a file has it; `category` says what is tested."""


@frozen
class Parsing(Family[ParsingItem]):
    """The parsing family; `cocoa_core.items.Family` documents each part."""

    name: str = PARSING
    about: str = "a sentence, to be written as a logical form of COGS or ReCOGS; things are held out"
    record: str = _RECORD
    categories: Sequence[str] = ("text-generation",)
    asks: Sequence[str] = (ASK,)
    figures: Sequence[str] = FIGURES
    reader: str = READER

    @property
    def strategies(self) -> Mapping[str, str]:
        from cocoa_core.families.parsing.prompting import STRATEGIES

        return STRATEGIES

    def settings(self, given: Mapping[str, Any]) -> ParsingSettings:
        return ParsingSettings.of(given)

    def source(self, name: str | Path | None) -> ItemSource | None:
        """Returns the rows of a folder with `train.tsv` and `gen.tsv`; None for sentences of the grammar."""
        if name is None:
            return None
        from cocoa_core.families.parsing.maker import file_source

        return file_source(Path(name))

    def maker(
        self, source: ItemSource | None, settings: ParsingSettings, seed: int
    ) -> ParsingMaker | FileMaker:
        if source is not None:
            from cocoa_core.families.parsing.maker import FileMaker

            return FileMaker(source, settings, seed)
        from cocoa_core.families.parsing.maker import ParsingMaker

        return ParsingMaker(settings, seed)

    def read(self, line: str | bytes) -> ParsingItem:
        item = ParsingItem.read(line)
        if item.family != PARSING or item.ask != ASK or not isinstance(item.key, str):
            raise ValueError(f"the ask {item.ask} of the family {item.family}, not {ASK} of {PARSING}")
        from cocoa_core.families.parsing.notations import NOTATIONS

        if item.notation not in NOTATIONS:
            raise ValueError(f"the notation {item.notation}, not one of {', '.join(NOTATIONS)}")
        variants = (PLAIN, *ParsingSettings.read(item.provenance.settings).variants)
        if item.variant not in variants:
            raise ValueError(f"the variant {item.variant}, not one of {', '.join(variants)}")
        return item

    def entry(self, item: ParsingItem) -> Entry:
        """Returns what is counted of an item, with fingerprints of the sentence with and without variant."""
        provenance = item.provenance
        number = [PLAIN, *provenance.settings["variants"]].index(item.variant)
        return Entry(
            index=provenance.index,
            number=number,
            attempt=provenance.attempt,
            side=provenance.side,
            cell=item.category,
            counted={
                "ask": (item.ask,),
                "category": (item.category,),
                "notation": (item.notation,),
                "variant": (item.variant,),
            },
            rejections=provenance.rejections,
            fingerprint=seed_of("asked", item.sentence, item.variant),
            shared=seed_of("sentence", item.sentence),
        )

    def prompter(self, dataset: Dataset, how: Prompting) -> Prompter[ParsingItem]:
        from cocoa_core.families.parsing.prompting import prompter_of

        return prompter_of(dataset, how)

    def prompter_for(self, item: ParsingItem, how: Prompting) -> Prompter[ParsingItem]:
        """Returns an item's prompter; its examples, of another seed, have nothing that any case holds out."""
        from cocoa_core.families.parsing.prompting import prompter_for

        return prompter_for(item, how)

    def score(self, item: ParsingItem, replies: Sequence[str]) -> Score:
        """Scores the last reply: 1 if its form means the same as the key by the bijective match, else 0."""
        reading = read_answer(_FENCE.sub("", replies[-1]) if replies else "", FormText())
        if not isinstance(reading.value, str):
            return Score(0.0, "unparsed", failure=reading.failure, metrics=dict.fromkeys(FIGURES, 0.0))
        stated, key = reading.value, str(item.key)
        verdict = compared(item.notation, item.sentence.split(" "), key, stated)
        metrics = {
            "string": float(stated == key),
            "renumbered": float(renumbered_text(stated) == renumbered_text(key)),
            "published": float(verdict.published),
        }
        bijective = verdict.bijective
        return Score(float(bijective), "right" if bijective else "wrong", answer=stated, metrics=metrics)

    def facets(self, item: ParsingItem) -> Mapping[str, Facet]:
        return {
            "ask": item.ask,
            "category": item.category,
            "kind": kind_of(item.category),
            "notation": item.notation,
            "variant": item.variant,
            "words": len(item.sentence.split()),
        }

    def cluster(self, item: ParsingItem) -> str:
        return item.groups.get("meaning", item.id)

    @property
    def exports(self) -> Mapping[str, Format]:
        package = "cocoa_core.families.parsing"
        forms = (
            Format("cogs", "files of rows as in COGS", f"{package}.exporting:write_rows"),
            Format(
                "lm-eval",
                "a task for lm-evaluation-harness",
                f"{package}.exporting:write_task",
                takes=("--strategy", "--prompt"),
            ),
        )
        return {form.name: form for form in forms}


FAMILY: Final = Parsing()
