"""Why options are right and wrong: in words where the domain is at hand, else as the record writes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from attrs import field, frozen

from cocoa_core.analysis.log_reading import UnreadableLogError, read_header
from cocoa_core.domain.domain import Domain
from cocoa_core.domain.loading import load_domain
from cocoa_core.errors import CocoaError
from cocoa_core.records.dataset import read_dataset
from cocoa_core.records.definition import domain_of
from cocoa_core.records.explain import explain
from cocoa_core.records.question import Question

__all__ = ["Proof", "Prover", "prover_of"]


@frozen
class Proof:
    """Of one question.

    lead: what the conditions are introduced with. verdicts: by label, in sentences. labels: by the name of a
    slot, the label under which options show it, or what it follows from.
    """

    lead: str
    conditions: tuple[str, ...]
    verdicts: Mapping[str, str]
    labels: Mapping[str, str]


@frozen
class Prover:
    """Proofs of records, with the domains found. domains: by digest."""

    domains: Mapping[str, Domain] = field(repr=False)
    load: Callable[[str], Domain | None] = field(repr=False)

    def proof(self, record: Mapping[str, Any]) -> Proof:
        """The proof of one record. KeyError, TypeError or ValueError where the record is none."""
        stated = record["domain"]
        domain = self.domains.get(stated["digest"])
        if domain is None:
            installed = self.load(str(stated["name"]))
            domain = installed if installed is not None and installed.digest == stated["digest"] else None
        if domain is not None:
            with suppress(CocoaError, Exception):  # a record out of a stranger's log may be anything
                return _in_words(record, domain)
        return _as_written(record)


def prover_of(logs: Iterable[Path]) -> Prover:
    """Proofs by the domains of the data sets that logs name, where still there, or by installed ones."""
    domains: dict[str, Domain] = {}
    for folder in dict.fromkeys(filter(None, map(_dataset, logs))):
        with suppress(CocoaError, OSError, ValueError):
            domain = domain_of(read_dataset(folder))
            domains.setdefault(domain.digest, domain)
    tried: dict[str, Domain | None] = {}

    def load(name: str) -> Domain | None:
        if name not in tried:
            tried[name] = None
            if not name.replace("-", "").replace("_", "").isalnum():  # a path, out of a stranger's log
                return None
            with suppress(CocoaError, OSError, ValueError):
                tried[name] = load_domain(name)
        return tried[name]

    return Prover(domains, load)


def _dataset(log: Path) -> Path | None:
    with suppress(UnreadableLogError):
        named = read_header(log).eval.task_args.get("path")
        return Path(named) if isinstance(named, str) and Path(named).is_dir() else None
    return None


def _in_words(record: Mapping[str, Any], domain: Domain) -> Proof:
    found = explain(Question.from_json(record), domain)
    return Proof(
        found.lead(),
        tuple(words[:1].upper() + words[1:] for words in found.conditions),
        {verdict.label: " ".join(verdict.sentences()) for verdict in found.verdicts},
        {slot.name: _shown(domain, slot.name) for slot in domain.schema.slots},
    )


def _shown(domain: Domain, name: str) -> str:
    """The label under which options show a slot; of a derived one, that which it follows from."""
    slot = domain.schema.slot(name)
    while slot.derived is not None:
        slot = domain.schema.slot(slot.derived.source)
    return slot.label


def _as_written(record: Mapping[str, Any]) -> Proof:
    text = str(record["requirement"]["text"])
    terms = [term.removeprefix("(").removesuffix(")") for term in text.split(" & (")]
    if len(terms) != len(record["requirement"]["terms"]):
        terms = [text]
    verdicts = {str(record["answer"]): f"Option {record['answer']} meets all conditions."}
    for label, broken in record["certificate"]["broken"].items():
        parts = []
        for one in broken:
            tests = "; ".join(f"{literal['value']} fails {literal['literal']}" for literal in one["literals"])
            parts.append(f"condition {int(one['term']) + 1} ({tests})")
        verdicts[str(label)] = f"Option {label} breaks {', and '.join(parts)}."
    return Proof("The conditions, as the record writes them:", tuple(terms), verdicts, {})
