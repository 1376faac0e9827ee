"""Questions that mean nothing but have every field, made without the engine, and folders of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

from cocoa_core.families.selection import (
    FAMILY,
    BrokenTerm,
    Certificate,
    Complexity,
    DomainRef,
    FailedLiteral,
    LiteralRecord,
    Option,
    Question,
    QuestionProvenance,
    RequirementRecord,
    TermUse,
)
from cocoa_core.families.selection.record import SentenceRecord
from cocoa_core.items import Entry, FolderWriter, ItemSource, Manifest
from cocoa_core.seeds import digest_of

SIDES = ("train", "test")
LETTERS = "ABCDE"
SOURCE = ItemSource(
    name="made-up",
    version="1",
    digest="0" * 64,
    digests={"schema": "0" * 64},
    files={"schema.yaml": b"name: made-up\n", "rules.yaml": b"rules: {}\n", "tables/one.csv": b"a,b\n"},
    folder=Path("."),
    asserted_wordings=2,
)


def question(index: int, option_set: int = 0, side: str | None = None, attempt: int = 0) -> Question:
    answer = LETTERS[(index + option_set) % 5]
    name = digest_of("made up", index, option_set).hex()[:16]
    request = f"Zürich — question {index}, “set” {option_set}\u2028or so"
    return Question(
        id=name,
        family=FAMILY.name,
        ask="choose",
        groups={"ring": f"ring-{index // 5}"},
        key=[answer],
        domain=DomainRef("made-up", "1", "0" * 64),
        request=request,
        options=tuple(
            Option(letter, f"r{index}-{option_set}-{letter}", {"A b": letter}) for letter in LETTERS
        ),
        answer=answer,
        requirement=RequirementRecord(
            f"{index:016x}", "(a < 1)", ((LiteralRecord("a", "a", "less", None, ("1",), True),),), (0,)
        ),
        certificate=Certificate(
            {answer: (0,)},
            {
                letter: (BrokenTerm(0, (FailedLiteral("2", "a < 1"),)),)
                for letter in LETTERS
                if letter != answer
            },
            (TermUse(("B", "C"), ()),),
        ),
        sentences=(SentenceRecord(request, (0,)),),
        complexity=Complexity(
            2, 2, 1, 1, 0, 1, 1, 0, 0.0, dict.fromkeys(LETTERS, 0.5), ("a",) if index % 3 == 0 else (), ()
        ),
        provenance=QuestionProvenance(
            seed=7,
            index=index,
            option_set=option_set,
            attempt=attempt,
            setting=(2 + index % 2, 2),
            settings={"option_sets": 3, "split": {}},
            side=side,
            primitives="per-occurrence",
            minimality="exact",
            rejections={"some reason": index % 4} if index % 4 else {},
            version="0",
        ),
    )


def entry(made: Question) -> Entry:
    """The entry of a question, with its line."""
    return evolve(FAMILY.entry(made), line=f"{made.line()}\n".encode())


def side_of(index: int, split: bool) -> str | None:
    return SIDES[index // 3 % 5 == 4] if split else None


def requirements(split: bool, option_sets: int, start: int = 0) -> Iterator[tuple[Entry, ...]]:
    """Endless: the requirement of every index, with one to three option sets where there may be several."""
    index = start
    while True:
        sets = 1 + index * 7 % option_sets
        yield tuple(
            entry(question(index, number, side_of(index, split), int(index % 11 == 4)))
            for number in range(sets)
        )
        index += 1


@frozen
class _Wanted:
    """Stands in for the settings of a run."""

    option_sets: int
    split: bool

    @property
    def sides(self) -> tuple[str, ...]:
        return SIDES if self.split else ()

    @property
    def most_an_index(self) -> int:
        return self.option_sets

    def to_json(self) -> dict[str, Any]:
        return {
            "mix": [[2, 2, 1]],
            "option_sets": self.option_sets,
            "split": dict.fromkeys(SIDES, 5000) if self.split else {},
        }


def wanted(count: int, split: bool = False, option_sets: int = 1, seed: int = 7) -> Manifest:
    return Manifest.begun(FAMILY.name, SOURCE, seed, _Wanted(option_sets, split), count)


def open_folder(folder: Path, manifest: Manifest) -> FolderWriter:
    def ignore(entries: Sequence[Entry]) -> None:
        pass

    folder.mkdir(exist_ok=True)
    return FolderWriter(folder, manifest, SOURCE.files, FAMILY, manifest.settings["option_sets"], ignore)


def write(folder: Path, manifest: Manifest) -> Manifest:
    """Write what is missing, as a run does."""
    split, option_sets = bool(manifest.settings["split"]), manifest.settings["option_sets"]
    with open_folder(folder, manifest) as writer:
        for entries in requirements(split, option_sets, writer.index):
            for entry in entries[: manifest.count - writer.ledger.total]:
                writer.append(entry)
            if writer.ledger.total == manifest.count:
                break
        return writer.finish()


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below a folder by its path in it."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
