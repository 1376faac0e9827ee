"""What a program calls: domains by name, questions one by one or as a stream, data sets of any family."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from cocoa_core.domain import Domain
    from cocoa_core.families.selection import Engine, Question, Settings
    from cocoa_core.items import ItemSource
    from cocoa_core.running import Production, Progress, RunSpec

_ENGINES_KEPT: Final = 4


class DomainHandle:
    """A loaded domain that questions can be asked of.

    Its methods take settings by name, which say what is asked and how hard it is: those of
    `families.selection.setting_specs`, which are the flags of `cocoa generate` with `_` for `-`; and `split`,
    the share of each side, such as {"train": 0.8, "test": 0.2}, with no requirement on two sides. The same
    arguments give the same records, by whatever method and process.
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
        self, seed: int = 0, index: int = 0, option_set: int = 0, *, attempt: int = 0, **settings: Any
    ) -> Question:
        """Returns the question of an index: that of `generate` with the same arguments, without those before
        it.

        Args:
            index: the index.
            option_set: which of its option sets, from 0; not every requirement has as many as it may.
            attempt: as in a record's provenance; above 0 where `generate` had to avoid a question asked
                before.
            settings: by name.

        Raises:
            SettingsError: the settings cannot be met.
            UsageError: there is no such index, attempt or option set.
            TypeError: there is no such setting.
        """
        _from_zero(index=index, attempt=attempt, option_set=option_set)
        questions = self._engine(self._fitted(settings), seed).items(index, attempt)
        if option_set >= len(questions):
            from cocoa_core.errors import UsageError

            raise UsageError(
                f"question {index} has no such option set",
                got=str(option_set),
                expected=f"a whole number below {len(questions)}",
            )
        return questions[option_set]

    def generate(
        self, count: int | None = None, seed: int = 0, *, workers: int = 1, start: int = 0, **settings: Any
    ) -> Iterator[Question]:
        """Returns questions by index, none twice; see `cocoa_core.running.generate`.

        Args:
            count: the number of questions; None for no end.
            workers: the number of processes; the questions are the same for any number. In a script, more
                than one has to be called under `if __name__ == "__main__":`.
            start: the first index.
            settings: by name.
        """
        from cocoa_core import running

        return running.generate(self._call(settings, seed), count, workers, start)

    def write(
        self,
        folder: str | Path,
        count: int,
        seed: int = 0,
        *,
        workers: int = 1,
        progress: Progress | None = None,
        **settings: Any,
    ) -> Production:
        """Writes a data set, or what is missing of it; see `cocoa_core.running.write_dataset`."""
        from cocoa_core import running

        return running.write_dataset(self._call(settings, seed), folder, count, workers, progress)

    def _call(self, settings: dict[str, Any], seed: int) -> RunSpec:
        from cocoa_core.checking import refuse_wrong_words
        from cocoa_core.families.selection import FAMILY, source_of
        from cocoa_core.running import RunSpec

        refuse_wrong_words(self.domain)
        source: ItemSource = source_of(self.domain)
        return RunSpec.fitted(FAMILY, source, _settings(settings), seed)

    def _fitted(self, given: dict[str, Any]) -> Settings:
        from cocoa_core.families.selection.fitting import fitted

        return fitted(self.domain, _settings(given))[0]

    def _engine(self, settings: Settings, seed: int) -> Engine:
        from cocoa_core.families.selection import Engine

        key = (settings, seed)
        cached = self._engines.pop(key, None)
        if cached is None:
            cached = Engine(self.domain, settings, seed)
        self._engines[key] = cached
        if len(self._engines) > _ENGINES_KEPT:
            del self._engines[next(iter(self._engines))]
        return cached


def load_domain(name: str | Path | Domain | DomainHandle) -> DomainHandle:
    """Loads the domain of this name or in this folder, with every file checked; a loaded one is returned as
    it is.

    Raises:
        UsageError: there is no such domain.
        DomainError: something is wrong in it; with file, line and column.
    """
    if isinstance(name, DomainHandle):
        return name
    from cocoa_core import loading
    from cocoa_core.domain import Domain

    return DomainHandle(name if isinstance(name, Domain) else loading.load_domain(name))


def generate(
    domain: str | Path | Domain | DomainHandle,
    count: int | None = None,
    seed: int = 0,
    *,
    workers: int = 1,
    start: int = 0,
    **settings: Any,
) -> Iterator[Question]:
    """Returns questions of a domain, given by name, folder or handle; see `DomainHandle.generate`."""
    return load_domain(domain).generate(count, seed, workers=workers, start=start, **settings)


def _settings(given: dict[str, Any]) -> Settings:
    from cocoa_core.families.selection import Settings

    return Settings.of(**given)


def _from_zero(**numbers: int) -> None:
    for name, number in numbers.items():
        if not hasattr(number, "__index__") or number < 0:
            from cocoa_core.errors import UsageError

            raise UsageError(
                f"the {name.replace('_', ' ')} is out of range",
                got=str(number),
                expected="a whole number from 0",
            )
