"""What a family of tasks has to give, so that items of it are made, checked, asked, scored and exported."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar, cast

from attrs import field, frozen

from cocoa_core.answers import Score
from cocoa_core.errors import UsageError
from cocoa_core.items.entry import Entry
from cocoa_core.items.item import Item
from cocoa_core.suggestions import did_you_mean

if TYPE_CHECKING:
    from cocoa_core.items.dataset import Dataset

__all__ = [
    "BUILT_IN",
    "GROUP",
    "Conversation",
    "Facet",
    "Family",
    "Maker",
    "Prompter",
    "Prompting",
    "Settings",
    "Source",
    "families",
    "family_named",
]

GROUP: Final = "cocoa.families"
"""The entry-point group of families in other packages; each value is "module:object"."""
BUILT_IN: Final[Mapping[str, str]] = {
    "selection": "cocoa_core.families.selection.family:FAMILY",
    "parsing": "cocoa_core.families.parsing.family:FAMILY",
    "graph-to-text": "cocoa_core.families.graph_to_text.family:FAMILY",
}
"""The families of cocoa's own, by name: no package can take these names."""

Facet = str | int | float | bool | tuple[str, ...]
"""What items are grouped by in tables: one value, or several texts that each count."""

I = TypeVar("I", bound=Item)  # noqa: E741
I_out = TypeVar("I_out", bound=Item, covariant=True)
I_in = TypeVar("I_in", bound=Item, contravariant=True)


class Settings(Protocol):
    """What items depend on beside source, seed and index. Equal settings have equal JSON. Can be pickled."""

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides that items are parted into; none for one file."""

    @property
    def most_an_index(self) -> int:
        """How many items an index can have at the most."""

    def to_json(self) -> dict[str, Any]:
        """As it stands in a manifest and in a record."""


@frozen(kw_only=True)
class Source:
    """What items are drawn from, in which state; the files of it that a data set carries.

    digests: SHA-256 by part. files: bytes by path in the folder `domain/` of a data set. asserted_wordings:
    those whose meaning rests on their author's word. origin: what the family made this of (a domain).
    """

    name: str
    version: str
    digest: str
    digests: Mapping[str, str]
    files: Mapping[str, bytes] = field(repr=False)
    folder: Path
    asserted_wordings: int = 0
    notes: tuple[str, ...] = ()
    origin: object = field(default=None, eq=False, repr=False)


class Maker(Protocol[I_out]):
    """Makes the items of one run: each a function of its index and attempt, in any order of calls."""

    def items(self, index: int, attempt: int = 0) -> tuple[I_out, ...]:
        """The items of an index, at least one. SettingsError where the settings cannot be met."""


@frozen
class Conversation:
    """system: "" where there is none. first: the first user message. turns: those that follow.

    examples: what was asked before, each with its right reply
    facets: what tables may group the item by, beside its own: how it was asked
    """

    system: str
    first: str
    turns: tuple[str, ...] = ()
    examples: tuple[tuple[str, str], ...] = ()
    facets: Mapping[str, Facet] = field(factory=dict)


@frozen(kw_only=True)
class Prompting:
    """How items are to be asked.

    prompt:    a user's template, None for the shipped one. side: the one asked about, None for all
    explained: whether the replies (what a right model says) come with reasons
    shots:     how many examples to show, None for as many as the strategy has
    demonstrations, order: how the examples are chosen and ordered, None where the family says so itself
    delivery:  how an item reaches the model, "full" for one message, as the strategy has it
    answering: when the model is to answer, where that is over turns: one of `ANSWERING`, None for the first
    """

    strategy: str
    prompt: Path | None = None
    side: str | None = None
    explained: bool = False
    shots: int | None = None
    demonstrations: str | None = None
    order: str | None = None
    delivery: str = "full"
    answering: str | None = None


class Prompter(Protocol[I_in]):
    """Puts items of one data set into messages; one that can show examples has `shots`, how many.

    One that cannot do so with every item has `fits(item)`: others are left out.
    """

    @property
    def digest(self) -> str:
        """Of the texts that are used; another digest, another task."""

    def conversation(self, item: I_in) -> Conversation:
        """What is said about the item."""

    def replies(self, item: I_in) -> tuple[str, ...]:
        """What a model that is right says, turn by turn."""


class Family(Protocol[I]):
    """A family of tasks. The registry refuses an object that lacks a part, by the part's name."""

    @property
    def name(self) -> str:
        """As it stands in records."""

    @property
    def about(self) -> str:
        """In a few words."""

    @property
    def record(self) -> str:
        """What a line of a data set holds, for its README."""

    @property
    def categories(self) -> Sequence[str]:
        """Those of the Hub's cards."""

    @property
    def asks(self) -> Sequence[str]:
        """Its kinds of questions, the default first."""

    @property
    def strategies(self) -> Mapping[str, str]:
        """Ways to ask, each with a few words, the default first."""

    @property
    def figures(self) -> Sequence[str]:
        """Names of the metrics of `score` beside its value."""

    @property
    def reader(self) -> str:
        """The version of how answers are read."""

    def settings(self, given: Mapping[str, Any]) -> Settings:
        """Settings from what a caller says by name; SettingsError for what is unknown or cannot be met."""

    def source(self, name: str | Path | None) -> Source | None:
        """What items are drawn from; UsageError where one is needed and missing, or given and not needed."""

    def maker(self, source: Source | None, settings: Any, seed: int) -> Maker[I]:
        """Makes the items of a run."""

    def read(self, line: str | bytes) -> I:
        """The item of a line of JSON; ValueError where it is none of this family."""

    def entry(self, item: I) -> Entry:
        """Its place, counts and fingerprints; the line is added by the run."""

    def prompter(self, dataset: Dataset, how: Prompting) -> Prompter[I]:
        """Puts the items of a data set into messages; UsageError for an unknown strategy, a bad template."""

    def prompter_for(self, item: I, how: Prompting) -> Prompter[I]:
        """Puts items of the run of this one into messages, without their data set: nothing else is on disk.

        UsageError as `prompter`, and for a strategy that shows what only a data set has.
        """

    def score(self, item: I, replies: Sequence[str]) -> Score:
        """The score of what a model said, turn by turn; the last is its answer. Never raises for any text."""

    def corpus(self, answered: Iterable[tuple[I, Sequence[str]]]) -> Mapping[str, float]:
        """Figures over all answers at once, by name; none where only single answers are scored."""

    def facets(self, item: I) -> Mapping[str, Facet]:
        """What tables group items by."""

    def cluster(self, item: I) -> str:
        """What items that are not independent of one another share; intervals are clustered by it."""

    def chance(self, item: I) -> float:
        """The expected value of a guess that does not read the item."""

    def checker(self, folder: Path) -> Any:
        """What `verify` asks about each record of a data set: a `cocoa_core.verification.Checker`."""


_PARTS: Final = (
    *("name", "about", "record", "categories", "asks", "strategies", "figures", "reader"),
    *("settings", "source", "maker", "read", "entry", "prompter", "prompter_for"),
    *("score", "corpus", "facets", "cluster", "chance", "checker"),
)


def family_named(name: str, *, built_in: bool = False) -> Family[Any]:
    """The family of this name: cocoa's own, or one that an installed package offers.

    built_in: whether only cocoa's own will do, as where the name stands in somebody's record: code of other
    packages is loaded where a caller names it, never because a record does.
    Raises UsageError for an unknown name, one that several packages claim, and a family that lacks a part.
    """
    if name in BUILT_IN:
        own: Family[Any] = EntryPoint(name, BUILT_IN[name], GROUP).load()
        return own  # with every part, which is not looked for here: that imports more than a question needs
    found = [] if built_in else [one for one in entry_points(group=GROUP) if one.name == name]
    if len(found) == 1:
        return _loaded(found[0])
    if found:
        raise UsageError(
            f"several installed packages offer the family {name}",
            got=", ".join(sorted(str(one.dist and one.dist.name) for one in found)),
            expected="one package",
            fix="uninstall the others",
        )
    if built_in:
        raise UsageError(
            f"{name} is no family of cocoa's own",
            got=f"a record or data set of the family {name}",
            expected=", ".join(BUILT_IN),
            fix=f"name it, if you trust the package that it comes from: --family {name}",
        )
    known = families()
    raise UsageError(
        "there is no such family", got=name, expected=", ".join(known), fix=did_you_mean(name, known)
    )


def families() -> tuple[str, ...]:
    """The names of all families, cocoa's own first; nothing is loaded."""
    others = {one.name for one in entry_points(group=GROUP)} - set(BUILT_IN)
    return (*BUILT_IN, *sorted(others))


def _loaded(entry: EntryPoint) -> Family[Any]:
    module, _, name = entry.value.partition(":")
    family = getattr(import_module(module), name, None)
    lacking = [part for part in _PARTS if not hasattr(family, part)]
    if lacking or getattr(family, "name", None) != entry.name:
        raise UsageError(
            f"{entry.value} is no family",
            got=f"no {', '.join(lacking)}" if lacking else f"the name {getattr(family, 'name', None)!r}",
            expected=f"an object with every part of cocoa_core.items.Family, named {entry.name!r}",
        )
    return cast("Family[Any]", family)
