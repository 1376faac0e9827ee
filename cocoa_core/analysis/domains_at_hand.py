"""The domains of questions in logs, where they can be found: with the data set, or installed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from attrs import field, frozen

from cocoa_core.domain import Domain
from cocoa_core.errors import CocoaError
from cocoa_core.families.selection import domain_of
from cocoa_core.items import read_dataset
from cocoa_core.loading import load_domain

__all__ = ["DomainsAtHand", "read_exams"]


def read_exams(folders: Iterable[Path]) -> dict[Path, Domain]:
    """Returns the domains of some data sets.

    Raises:
        UsageError: a folder that is none.
        CocoaError: a broken one.
    """
    return {folder: domain_of(read_dataset(folder)) for folder in folders}


@frozen(eq=False)
class DomainsAtHand:
    """Finds domains by their digests; a folder is read when it is first needed, and once."""

    exams: Mapping[Path, Domain] = field(factory=dict, repr=False)
    """Of data sets that the user named, by folder; see `read_exams`."""
    folders: tuple[Path, ...] = ()
    """Of data sets that logs name; they may be gone, or hold something else by now."""
    _found: dict[str, Domain] = field(init=False, repr=False)
    _unread: list[Path] = field(init=False, repr=False)
    _installed: dict[str, Domain | None] = field(init=False, factory=dict, repr=False)
    _asked: set[str] = field(init=False, factory=set, repr=False)

    @_found.default
    def _of_exams(self) -> dict[str, Domain]:
        return {domain.digest: domain for domain in self.exams.values()}

    @_unread.default
    def _all_folders(self) -> list[Path]:
        return list(dict.fromkeys(self.folders))

    def find(self, name: str, digest: str) -> Domain | None:
        """Returns the domain of this digest: of a named folder, of one that a log names, or an installed
        one.
        """
        self._asked.add(digest)
        while digest not in self._found and self._unread:
            folder = self._unread.pop(0)
            with suppress(CocoaError, OSError, ValueError):
                self._keep(domain_of(read_dataset(folder)))
        if digest not in self._found:
            self._keep(self._load(name))
        return self._found.get(digest)

    def unused(self) -> tuple[Path, ...]:
        """Returns the folders that the user named and whose domain nobody has asked for so far."""
        return tuple(folder for folder, domain in self.exams.items() if domain.digest not in self._asked)

    def _keep(self, domain: Domain | None) -> None:
        if domain is not None:
            self._found.setdefault(domain.digest, domain)

    def _load(self, name: str) -> Domain | None:
        """Returns the installed domain of a name that stands in a stranger's log: it is never taken for a
        path.
        """
        if name not in self._installed:
            self._installed[name] = None
            if name.replace("-", "").replace("_", "").isalnum():
                with suppress(CocoaError, OSError, ValueError):
                    self._installed[name] = load_domain(name)
        return self._installed[name]
