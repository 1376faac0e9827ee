"""Three families that live in the tests alone: a graded text, an item of two turns, a metric over a corpus.

Each is an object of the entry-point group `cocoa.families` once `installed` has put them on a path.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import field, frozen

from cocoa_core.answers import Score
from cocoa_core.errors import SettingsError, UsageError
from cocoa_core.items import Conversation, Dataset, Entry, Facet, PlainItem, Prompting, Provenance
from cocoa_core.seeds import digest_of, seed_of, stream
from cocoa_core.version import __version__

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_STRATEGIES = {"direct": "the answer alone", "spoken": "with a system message"}
_SYSTEM = "You sit an exam of toys."
_FORM = "End with a line `Answer: ` and the answer."


@frozen
class ToySettings:
    """length: letters of a word, or digits of a number, from 1 to 12. split: shares by side."""

    length: int = 5
    split: Mapping[str, float] = field(factory=dict)

    @classmethod
    def of(cls, *, length: int | str = 5, split: Mapping[str, float] | None = None) -> ToySettings:
        """From what a caller says; SettingsError for what cannot be met."""
        if not str(length).isdecimal() or not 1 <= int(length) <= 12:
            raise SettingsError("the length is out of range", got=str(length), expected="from 1 to 12")
        if split and abs(sum(split.values()) - 1) > 1e-9:
            raise SettingsError("the shares do not add up to 1", got=str(dict(split)))
        return cls(int(length), dict(split or {}))

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides, in the order given."""
        return tuple(self.split)

    @property
    def most_an_index(self) -> int:
        """One."""
        return 1

    def to_json(self) -> dict[str, Any]:
        """As it stands in a manifest."""
        return {"length": self.length, "split": dict(self.split) or None}


@frozen(eq=False)
class _Maker:
    family: ToyFamily
    settings: ToySettings
    seed: int

    def items(self, index: int, attempt: int = 0) -> tuple[PlainItem, ...]:
        """One item: its id is the hash of all that it is a function of."""
        name, settings = self.family.name, self.settings
        rng = stream(name, self.seed, str(settings.to_json()), index, attempt)
        side = next(iter(settings.split), None)
        left = rng.random()
        for other, share in settings.split.items():
            side = other
            if left < share:
                break
            left -= share
        drawn = "".join(rng.choice(self.family.drawn_from) for _ in range(settings.length))
        payload, key = self.family.drawn(drawn)
        made = Provenance(
            seed=self.seed,
            index=index,
            attempt=attempt,
            settings=settings.to_json(),
            side=side,
            version=__version__,
        )
        identity = digest_of(name, self.seed, str(settings.to_json()), index, attempt).hex()[:16]
        item = PlainItem(
            id=identity, family=name, ask=self.family.asks[0], key=key, payload=payload, provenance=made
        )
        return (item,)


@frozen(eq=False)
class _Prompter:
    family: ToyFamily
    how: Prompting
    digest: str

    def conversation(self, item: PlainItem) -> Conversation:
        """The turns of the item; a system message where the strategy has one."""
        first, *turns = self.family.turns(item)
        return Conversation(_SYSTEM if self.how.strategy == "spoken" else "", first, tuple(turns))

    def replies(self, item: PlainItem) -> tuple[str, ...]:
        """What a right model says, with a word of reason where that is asked for."""
        *before, last = self.family.right_replies(item)
        return (*before, f"It is so by rule.\n\n{last}" if self.how.explained else last)


@frozen
class ToyFamily:
    """What the three have in common; see `cocoa_core.items.family.Family`."""

    name: str
    about: str
    asks: Sequence[str]
    figures: Sequence[str] = ()
    drawn_from: str = _LETTERS
    record: str = "a `payload` and a `key`."
    categories: Sequence[str] = ("question-answering",)
    strategies: Mapping[str, str] = field(default=_STRATEGIES, hash=False)
    reader: str = "toy-1"

    def settings(self, given: Mapping[str, Any]) -> ToySettings:
        """From `length` and `split`."""
        unknown = sorted(set(given) - {"length", "split"})
        if unknown:
            raise SettingsError("there is no such setting", got=", ".join(unknown), expected="length, split")
        return ToySettings.of(**given)

    def source(self, name: str | Path | None) -> None:
        """A toy is drawn from nothing."""
        if name is not None:
            raise UsageError(f"{self.name} needs no domain", got=str(name), fix="leave it out")

    def maker(self, source: None, settings: ToySettings, seed: int) -> _Maker:
        """Makes the items of a run."""
        return _Maker(self, settings, seed)

    def read(self, line: str | bytes) -> PlainItem:
        """The item of a line."""
        item = PlainItem.read(line)
        if item.family != self.name or item.ask not in self.asks:
            raise ValueError(f"the ask {item.ask} of the family {item.family}, not one of {self.name}")
        return item

    def entry(self, item: PlainItem) -> Entry:
        """Fingerprint: of the payload."""
        made, fingerprint = item.provenance, seed_of(self.name, str(dict(item.payload)))
        length = str(made.settings["length"])
        return Entry(
            index=made.index,
            attempt=made.attempt,
            side=made.side,
            cell=f"length {length}",
            counted={"ask": (item.ask,), "length": (length,)},
            rejections=made.rejections,
            fingerprint=fingerprint,
            shared=fingerprint,
        )

    def prompter(self, dataset: Dataset, how: Prompting) -> _Prompter:
        """A toy has no templates."""
        if how.strategy not in self.strategies:
            raise UsageError(
                "there is no such strategy", got=how.strategy, expected=" or ".join(self.strategies)
            )
        if how.prompt is not None:
            raise UsageError(f"{self.name} has no templates", got=str(how.prompt), fix="leave it out")
        return _Prompter(self, how, digest_of(self.name, how.strategy).hex()[:16])

    def prompter_for(self, item: PlainItem, how: Prompting) -> _Prompter:
        """A toy needs no data set."""
        return _Prompter(self, how, digest_of(self.name, how.strategy).hex()[:16])

    def score(self, item: PlainItem, replies: Sequence[str]) -> Score:
        """By the last line `Answer: X` of the last reply."""
        found = _stated(replies[-1] if replies else "")
        value = 0.0 if found is None else self.worth(item, found)
        return _score(value, found)

    def corpus(self, answered: Iterable[tuple[PlainItem, Sequence[str]]]) -> Mapping[str, float]:
        """Only `toy-corpus` has figures."""
        return {}

    def facets(self, item: PlainItem) -> Mapping[str, Facet]:
        """Of each type that a facet can have."""
        length = int(item.provenance.settings["length"])
        return {
            "ask": item.ask,
            "length": length,
            "long": length > 6,
            "letter": tuple(sorted(set(str(item.payload["drawn"])))),
        }

    def cluster(self, item: PlainItem) -> str:
        """Every item by itself."""
        return item.id

    def chance(self, item: PlainItem) -> float:
        """A guess gets nothing."""
        return 0.0

    def checker(self, folder: Path) -> Any:
        """Works out each key again."""
        from toy_checker import ToyChecker

        return ToyChecker(self.name)

    def drawn(self, drawn: str) -> tuple[dict[str, Any], Any]:
        """Payload and key."""
        raise NotImplementedError

    def turns(self, item: PlainItem) -> Sequence[str]:
        """What is said to a model, turn by turn."""
        raise NotImplementedError

    def right_replies(self, item: PlainItem) -> Sequence[str]:
        """What a model that is right says, turn by turn."""
        return (f"Answer: {item.key}",)

    def worth(self, item: PlainItem, found: str) -> float:
        """The value of an answer."""
        return float(found == str(item.key))


@frozen
class _Text(ToyFamily):
    """A word backwards: worth the share of its letters that stand in their place."""

    def drawn(self, drawn: str) -> tuple[dict[str, Any], Any]:
        return {"drawn": drawn, "hint": None}, drawn[::-1]

    def turns(self, item: PlainItem) -> Sequence[str]:
        return (f"Write {item.payload['drawn']} backwards. {_FORM}",)

    def worth(self, item: PlainItem, found: str) -> float:
        key = str(item.key)
        alike = sum(1 for letter, right in zip(found, key, strict=False) if letter == right)
        return alike / max(len(key), len(found))


@frozen
class _Turns(ToyFamily):
    """Two turns: a number to keep, then what to add to it. The last answer counts."""

    def drawn(self, drawn: str) -> tuple[dict[str, Any], Any]:
        more = len(drawn) + 1
        return {"drawn": drawn, "more": more}, int(drawn) + more

    def turns(self, item: PlainItem) -> Sequence[str]:
        return (
            f"Keep the number {item.payload['drawn']} in mind, and repeat it.",
            f"Now add {item.payload['more']} to it. {_FORM}",
        )

    def right_replies(self, item: PlainItem) -> Sequence[str]:
        return (str(item.payload["drawn"]), f"Answer: {item.key}")


@frozen
class _Corpus(ToyFamily):
    """A word that begins as asked: right alone if it does; over a corpus, how many answers are different."""

    def drawn(self, drawn: str) -> tuple[dict[str, Any], Any]:
        return {"drawn": drawn}, [f"{drawn}a", f"{drawn}o"]

    def turns(self, item: PlainItem) -> Sequence[str]:
        return (f"Write a word that begins with {item.payload['drawn']}. {_FORM}",)

    def right_replies(self, item: PlainItem) -> Sequence[str]:
        return (f"Answer: {item.key[0]}",)

    def worth(self, item: PlainItem, found: str) -> float:
        return float(found.startswith(str(item.payload["drawn"])))

    def corpus(self, answered: Iterable[tuple[PlainItem, Sequence[str]]]) -> Mapping[str, float]:
        """distinct: different answers by answers, 0 where there is none."""
        stated = [found for _, replies in answered if (found := _stated(replies[-1] if replies else ""))]
        return {"distinct": len(set(stated)) / len(stated) if stated else 0.0}


TEXT = _Text("toy-text", "a word backwards", ("backwards",))
TURNS = _Turns("toy-turns", "a number that is changed", ("sum",), drawn_from="123456789")
CORPUS = _Corpus("toy-corpus", "words that begin alike", ("begin",), ("distinct",))
NAMES = (TEXT.name, TURNS.name, CORPUS.name)

_ENTRY_POINTS = """\
[cocoa.families]
toy-text = toy_families:TEXT
toy-turns = toy_families:TURNS
toy-corpus = toy_families:CORPUS
"""


def installed(folder: Path) -> Path:
    """The folder, which holds the modules of the toys as an installed package has them."""
    facts = folder / "toys-1.0.dist-info"
    facts.mkdir(parents=True, exist_ok=True)
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: toys\nVersion: 1.0\n", encoding="utf-8")
    (facts / "entry_points.txt").write_text(_ENTRY_POINTS, encoding="utf-8")
    for name in ("toy_families.py", "toy_checker.py"):
        shutil.copyfile(Path(__file__).with_name(name), folder / name)
    return folder


def _stated(reply: str) -> str | None:
    matches = re.findall(r"(?m)^Answer: *(\S.*?) *$", reply)
    return matches[-1] if matches else None


def _score(value: float, answer: str | None) -> Score:
    if answer is None:
        return Score(0.0, "unparsed", failure="unstated")
    return Score(value, "right" if value == 1.0 else "wrong", answer=answer)
