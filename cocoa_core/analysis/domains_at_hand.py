"""Finds the domains of the questions in logs: with the data set, or installed."""

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


def read_exams(folders: Iterable[Path]) -> dict[Path, Domain]:
    """Returns the domains of data sets, by folder.

    Raises:
        UsageError: a folder holds no data set.
        CocoaError: a data set is broken.
    """
    return {folder: domain_of(read_dataset(folder)) for folder in folders}


@frozen(eq=False)
class DomainsAtHand:
    """Finds domains by their digests. A folder is read once, when it is first needed."""

    exams: Mapping[Path, Domain] = field(factory=dict, repr=False)
    """The domains of the data sets that the user named, by folder; see `read_exams`."""
    folders: tuple[Path, ...] = ()
    """The folders of data sets that logs name. They may be gone, or hold something else by now."""
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
        """Returns the domain with a digest; None where it is not at hand.

        It is looked for in the folders that the user named, then in those that the logs name, then among the
        installed domains.

        Args:
            name: the name of an installed domain.
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
        """Returns the folders that the user named and whose domains have not been looked for so far."""
        return tuple(folder for folder, domain in self.exams.items() if domain.digest not in self._asked)

    def _keep(self, domain: Domain | None) -> None:
        if domain is not None:
            self._found.setdefault(domain.digest, domain)

    def _load(self, name: str) -> Domain | None:
        """Loads an installed domain. A stranger's log gives its name, so it is never taken for a path."""
        if name not in self._installed:
            self._installed[name] = None
            if name.replace("-", "").replace("_", "").isalnum():
                with suppress(CocoaError, OSError, ValueError):
                    self._installed[name] = load_domain(name)
        return self._installed[name]
