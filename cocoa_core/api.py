"""What a program calls: domains by name, questions one by one or as a stream, data sets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from cocoa_core.domain.domain import Domain
    from cocoa_core.generation.engine import Engine
    from cocoa_core.generation.production import Production, Progress
    from cocoa_core.generation.settings import Settings
    from cocoa_core.records.question import Question

__all__ = ["DomainHandle", "generate", "load_domain"]

_ENGINES_KEPT: Final = 4


class DomainHandle:
    """A loaded domain that questions can be asked of.

    The arguments that several methods share say how hard the questions are:

    slots, minterms: attributes that a requirement speaks of, and true rows of its truth table
    preset:          a mix of such settings by name; `paper` where nothing is said
    primitives:      "per-occurrence" (each mention of a slot has its own test) or "per-slot"
    option_sets:     at most this many sets of five options for one requirement
    split:           shares by side, such as {"train": 0.8, "test": 0.2}; no requirement is on two sides
    plain:           whether a requirement may be a plain conjunction
    knowledge:       whether every requirement asks for what a table of the domain knows and no option shows,
                     such as the continent of a city; otherwise none does

    The same arguments give the same records, whichever method and whichever process they are asked of.
    """

    def __init__(self, domain: Domain) -> None:
        self.domain = domain
        self._engines: dict[tuple[Settings, int], Engine] = {}

    def __repr__(self) -> str:
        return f"<DomainHandle {self.name} {self.domain.schema.version}>"

    @property
    def name(self) -> str:
        """The domain's name, as its schema says."""
        return self.domain.schema.name

    def question(
        self,
        seed: int = 0,
        index: int = 0,
        slots: int | None = None,
        minterms: int | None = None,
        preset: str | None = None,
        primitives: str = "per-occurrence",
        option_sets: int = 1,
        split: Mapping[str, float] | None = None,
        option_set: int = 0,
        *,
        plain: bool = False,
        knowledge: bool = False,
        attempt: int = 0,
    ) -> Question:
        """The question of this index: that of `generate` with the same arguments, without those before it.

        option_set: which of its option sets, from 0; not every requirement has as many as it may.
        attempt:    as in a record's provenance; above 0 where `generate` had to avoid a question asked before
        Raises SettingsError where the settings cannot be met, UsageError for an index, attempt or option set
        that there is not.
        """
        settings = _settings(slots, minterms, preset, primitives, option_sets, split, plain, knowledge)
        _from_zero(index=index, attempt=attempt, option_set=option_set)
        questions = self._engine(settings, seed).questions(index, attempt)
        if option_set >= len(questions):
            from cocoa_core.errors import UsageError

            raise UsageError(
                f"question {index} has no such option set",
                got=str(option_set),
                expected=f"a whole number below {len(questions)}",
            )
        return questions[option_set]

    def generate(
        self,
        count: int | None = None,
        seed: int = 0,
        slots: int | None = None,
        minterms: int | None = None,
        preset: str | None = None,
        primitives: str = "per-occurrence",
        option_sets: int = 1,
        split: Mapping[str, float] | None = None,
        *,
        plain: bool = False,
        knowledge: bool = False,
        workers: int = 1,
        start: int = 0,
    ) -> Iterator[Question]:
        """Questions by index, none twice; see `cocoa_core.generation.run.generate`.

        count: how many (None: without end). workers: processes; they change nothing of the questions. In a
        script, more than one needs to be called under `if __name__ == "__main__":`. start: the first index.
        """
        from cocoa_core.generation import run

        settings = _settings(slots, minterms, preset, primitives, option_sets, split, plain, knowledge)
        return run.generate(self.domain, settings, seed, count, workers, start)

    def write(
        self,
        folder: str | Path,
        count: int,
        seed: int = 0,
        slots: int | None = None,
        minterms: int | None = None,
        preset: str | None = None,
        primitives: str = "per-occurrence",
        option_sets: int = 1,
        split: Mapping[str, float] | None = None,
        *,
        plain: bool = False,
        knowledge: bool = False,
        workers: int = 1,
        progress: Progress | None = None,
    ) -> Production:
        """Write a data set, or what is missing of it; see `cocoa_core.generation.production`."""
        from cocoa_core.generation import production

        settings = _settings(slots, minterms, preset, primitives, option_sets, split, plain, knowledge)
        return production.write_dataset(self.domain, settings, folder, count, seed, workers, progress)

    def _engine(self, settings: Settings, seed: int) -> Engine:
        from cocoa_core.generation.engine import Engine

        key = (settings, seed)
        known = self._engines.pop(key, None)
        if known is None:
            known = Engine(self.domain, settings, seed)
        self._engines[key] = known
        if len(self._engines) > _ENGINES_KEPT:
            del self._engines[next(iter(self._engines))]
        return known


def load_domain(name: str | Path | Domain | DomainHandle) -> DomainHandle:
    """The domain of this name or in this folder, with every file checked; a loaded one is taken as it is.

    UsageError where there is none; DomainError with file, line and column for what is wrong in it.
    """
    if isinstance(name, DomainHandle):
        return name
    from cocoa_core.domain import loading
    from cocoa_core.domain.domain import Domain

    return DomainHandle(name if isinstance(name, Domain) else loading.load_domain(name))


def generate(
    domain: str | Path | Domain | DomainHandle,
    count: int | None = None,
    seed: int = 0,
    slots: int | None = None,
    minterms: int | None = None,
    preset: str | None = None,
    primitives: str = "per-occurrence",
    option_sets: int = 1,
    split: Mapping[str, float] | None = None,
    *,
    plain: bool = False,
    knowledge: bool = False,
    workers: int = 1,
    start: int = 0,
) -> Iterator[Question]:
    """Questions of a domain, given by name, folder or handle; see `DomainHandle.generate`."""
    return load_domain(domain).generate(
        count,
        seed,
        slots,
        minterms,
        preset,
        primitives,
        option_sets,
        split,
        plain=plain,
        knowledge=knowledge,
        workers=workers,
        start=start,
    )


def _settings(
    slots: int | None,
    minterms: int | None,
    preset: str | None,
    primitives: str,
    option_sets: int,
    split: Mapping[str, float] | None,
    plain: bool,
    knowledge: bool,
) -> Settings:
    from cocoa_core.generation.settings import Settings

    return Settings.of(
        slots=slots,
        minterms=minterms,
        preset=preset,
        primitives=primitives,
        option_sets=option_sets,
        split=split,
        plain=plain,
        knowledge=knowledge,
    )


def _from_zero(**numbers: int) -> None:
    for name, number in numbers.items():
        if number < 0:
            from cocoa_core.errors import UsageError

            raise UsageError(
                f"the {name.replace('_', ' ')} is out of range",
                got=str(number),
                expected="a whole number from 0",
            )
