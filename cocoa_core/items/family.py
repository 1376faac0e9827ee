"""The contract of a task family: how items are made, checked, asked, scored and exported."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar, cast

from attrs import field, frozen

from cocoa_core.answers import Score
from cocoa_core.errors import UsageError
from cocoa_core.items.item import Item
from cocoa_core.items.ledger import Entry
from cocoa_core.suggestions import not_among

if TYPE_CHECKING:
    from cocoa_core.items.dataset import Dataset

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


class RunSettings(Protocol):
    """The settings of a run: everything items depend on beside the source, the seed and the index.

    Settings that are equal have equal JSON. They can be pickled.
    """

    @property
    def sides(self) -> tuple[str, ...]:
        """The names of the files that items are divided into; empty for a single file."""

    @property
    def most_an_index(self) -> int:
        """The largest number of items that one index can give."""

    def to_json(self) -> dict[str, Any]:
        """Returns the settings as manifests and records store them."""


@frozen(kw_only=True)
class ItemSource:
    """What items are drawn from, and the files of it that a data set carries."""

    name: str
    version: str
    digest: str
    digests: Mapping[str, str]
    """The SHA-256 of each part, by the part's name."""
    files: Mapping[str, bytes] = field(repr=False)
    """The content of each file by its path in the folder `domain/` of a data set."""
    folder: Path
    asserted_wordings: int = 0
    """The number of wordings whose meaning rests on their author's word."""
    notes: tuple[str, ...] = ()
    origin: object = field(default=None, eq=False, repr=False)
    """The object that the family built the source from, for instance a domain."""


class Maker(Protocol[I_out]):
    """Makes the items of one run, each by its index and attempt alone, so in any order."""

    def items(self, index: int, attempt: int = 0) -> tuple[I_out, ...]:
        """Makes the items of an index.

        Args:
            index: from 0.
            attempt: 0 first; each further attempt draws other items for the same index.

        Returns:
            At least one item.

        Raises:
            SettingsError: the settings cannot be met.
        """


@frozen
class Conversation:
    """The messages of one item."""

    system: str
    """The system message; empty where there is none."""
    first: str
    """The first user message."""
    turns: tuple[str, ...] = ()
    """The user messages that follow."""
    examples: tuple[tuple[str, str], ...] = ()
    """Pairs of a question asked before and its right reply, in the order in which they are shown."""
    facets: Mapping[str, Facet] = field(factory=dict)
    """How the item was asked, for grouping in tables, beside the facets of the item itself."""

    def messages(self, replies: Sequence[str] = ()) -> list[dict[str, str]]:
        """Returns the messages in order: with all replies, or up to the first user message."""
        messages = [{"role": "system", "content": self.system}] if self.system else []
        turns = zip((self.first, *self.turns), replies, strict=True) if replies else ()
        for question, reply in (*self.examples, *turns):
            messages += [{"role": "user", "content": question}, {"role": "assistant", "content": reply}]
        return messages if replies else [*messages, {"role": "user", "content": self.first}]


@frozen(kw_only=True)
class Prompting:
    """How items are to be put to a model."""

    strategy: str
    prompt: Path | None = None
    """The user's own template; None for the one that ships."""
    side: str | None = None
    """The only side to ask about; None for all."""
    explained: bool = False
    """Whether the replies of a right model give reasons."""
    shots: int | None = None
    """The number of examples to show; None for the strategy's own number."""
    demonstrations: str | None = None
    """How examples are chosen; None for the family's own way."""
    order: str | None = None
    """How examples are ordered; None for the family's own way."""
    delivery: str = "full"
    """How an item reaches the model; "full" is one message, as the strategy writes it."""
    answering: str | None = None
    """When the model answers over several turns, a name of `ANSWERING`; None for the first."""


class Prompter(Protocol[I_in]):
    """Puts the items of one data set into messages.

    Two attributes are optional: `shots`, the number of examples shown, and `fits(item)`, which is False for
    an item that cannot be put this way and is left out.
    """

    @property
    def digest(self) -> str:
        """The digest of the texts in use. Another digest means another task."""

    def conversation(self, item: I_in) -> Conversation:
        """Returns the messages of an item."""

    def replies(self, item: I_in) -> tuple[str, ...]:
        """Returns what a model that is right replies, turn by turn."""


class Family(Protocol[I]):
    """A family of tasks. The registry refuses an object that lacks a part, by the part's name.

    A class that inherits from it has the parts whose defaults are written here.
    """

    @property
    def name(self) -> str:
        """The name that records carry."""

    @property
    def about(self) -> str:
        """A description in a few words."""

    @property
    def record(self) -> str:
        """What a line of a data set holds, for the README of the data set."""

    @property
    def categories(self) -> Sequence[str]:
        """The task categories for cards on the Hugging Face Hub."""

    @property
    def asks(self) -> Sequence[str]:
        """The kinds of question, the default first."""

    @property
    def strategies(self) -> Mapping[str, str]:
        """A short description of each way to ask, by its name; the default first."""

    @property
    def figures(self) -> Sequence[str]:
        """The names of the metrics that a score has beside its value."""

    @property
    def reader(self) -> str:
        """The version of the code that reads answers."""

    def settings(self, given: Mapping[str, Any]) -> RunSettings:
        """Makes settings of a caller's values.

        Args:
            given: values by the names of the settings; what is missing takes its default.

        Raises:
            SettingsError: a name is unknown, or the values cannot be met.
        """

    def source(self, name: str | Path | None) -> ItemSource | None:
        """Loads what items are drawn from.

        Args:
            name: a name or a folder; None where the caller gives none.

        Returns:
            The source; None for a family that needs none.

        Raises:
            UsageError: a source is needed and missing, or given and not needed.
        """

    def maker(self, source: ItemSource | None, settings: Any, seed: int) -> Maker[I]:
        """Returns the maker of a run's items, for `settings` made by this family."""

    def read(self, line: str | bytes) -> I:
        """Reads an item from a line of JSON.

        Raises:
            ValueError: the line is no item of this family.
        """

    def entry(self, item: I) -> Entry:
        """Returns the entry of an item: position, counts and fingerprints. The run adds the line."""

    def prompter(self, dataset: Dataset, how: Prompting) -> Prompter[I]:
        """Returns what puts the items of a data set into messages.

        Raises:
            UsageError: the strategy is unknown, or the template cannot be used.
        """

    def prompter_for(self, item: I, how: Prompting) -> Prompter[I]:
        """Returns what puts items of the same run as this one into messages, without the data set on disk.

        Raises:
            UsageError: as `prompter` does, and for a strategy that shows what only a data set has.
        """

    def score(self, item: I, replies: Sequence[str]) -> Score:
        """Scores the replies to an item. No text makes it raise.

        Args:
            replies: what the model said, one a turn; the last is its answer.
        """

    def corpus(self, answered: Iterable[tuple[I, Sequence[str]]]) -> Mapping[str, float]:
        """Returns the metrics that are computed over all answers at once, by name; empty for a family without
        any.

        Args:
            answered: pairs of an item and the replies to it, one a turn.
        """
        return {}

    def facets(self, item: I) -> Mapping[str, Facet]:
        """Returns what tables group items by, by the facet's name."""

    def cluster(self, item: I) -> str:
        """Returns the key that dependent items share. Confidence intervals are clustered by it."""

    def chance(self, item: I) -> float:
        """Returns the expected score of a guess that does not read the item."""
        return 0.0

    def checker(self, folder: Path) -> Any:
        """Returns the `cocoa_core.verification.Checker` by which `verify` checks the records of a data set;
        None for a family of cocoa's own, whose checker the verifier finds by its name.
        """
        return None


_PARTS: Final = (
    *("name", "about", "record", "categories", "asks", "strategies", "figures", "reader"),
    *("settings", "source", "maker", "read", "entry", "prompter", "prompter_for"),
    *("score", "corpus", "facets", "cluster", "chance", "checker"),
)


def family_named(name: str, *, built_in: bool = False) -> Family[Any]:
    """Loads a family: cocoa's own, or one that an installed package offers.

    Args:
        name: the family's name.
        built_in: whether only cocoa's own families will do. A record from elsewhere may name any family, and
            code of other packages is loaded only where the caller names it.

    Raises:
        UsageError: the name is unknown, several packages claim it, or the family lacks a part.
    """
    if name in BUILT_IN:
        own: Family[Any] = EntryPoint(name, BUILT_IN[name], GROUP).load()
        return own  # with every part, which is not looked for here: that imports more than a question needs
    matches = [] if built_in else [plugin for plugin in entry_points(group=GROUP) if plugin.name == name]
    if len(matches) == 1:
        return _loaded(matches[0])
    if matches:
        raise UsageError(
            f"several installed packages offer the family {name}",
            got=", ".join(sorted(str(plugin.dist and plugin.dist.name) for plugin in matches)),
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
    names = families()
    raise UsageError("there is no such family", **not_among(name, names))


def families() -> tuple[str, ...]:
    """Returns the names of all families, cocoa's own first, then sorted. Nothing is loaded."""
    plugged_in = {plugin.name for plugin in entry_points(group=GROUP)} - set(BUILT_IN)
    return (*BUILT_IN, *sorted(plugged_in))


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
