"""Runs cases: they lie in a folder, each is asked, and the outcomes are written in order, one line a case."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal, TypeVar

from attrs import evolve, field, frozen

from cocoa_core.assistants.calling import Messages, NoReplyError, Target, started
from cocoa_core.assistants.reading import ReplyReader
from cocoa_core.atomic_files import write_whole
from cocoa_core.domain import Domain
from cocoa_core.errors import FindingsError, Place, UsageError, one_line
from cocoa_core.families.selection.targeting.case import CASE_DELIVERIES, REVISE, Case
from cocoa_core.families.selection.targeting.case_files import (
    CASES,
    ROWS,
    CaseReader,
    GroupRows,
    packed,
)
from cocoa_core.families.selection.targeting.drawing import CaseDrawing, CaseSettings
from cocoa_core.families.selection.targeting.judging import CaseVerdict
from cocoa_core.items import FULL, ChatMessage, Episode, Recorded, plain, wrong_parts
from cocoa_core.loading import CATALOGUE_FILES, readable_files, utf8_text
from cocoa_core.version import __version__

FORMAT: Final = "cocoa-target/2"
RESULTS: Final = "results.jsonl"
MANIFEST: Final = "target.json"
_PARTIAL: Final = "results.partial.jsonl"
DELIVERIES: Final = CASE_DELIVERIES
RIGHT: Final = "right"
WRONG: Final = "wrong"
ERROR: Final = "error"
SKIPPED: Final = "skipped"
_LONGEST_REPLY: Final = 4_000
"""The most characters of one reply that are stored."""
_UNREACHABLE: Final = 5
"""If this many cases at the start of a run get no reply, the target is unreachable and the run stops."""

Line = TypeVar("Line")
Progress = Callable[[int, int], None]
"""A function that is called with the number of cases done, and of all."""


@frozen(slots=False, kw_only=True)
class CaseOutcome(Recorded):
    """The outcome of one case."""

    id: str
    kind: str
    request: str
    outcome: str
    """Right, wrong, error (no reply) or skipped (a kept case for which there is no key any more)."""
    rows: tuple[str, ...] = ()
    """The ids that the reply names, and the texts in the place of ids."""
    invented: tuple[str, ...] = ()
    """Those of the rows that are not in the catalogue."""
    outside: tuple[str, ...] = ()
    """Those that are in the catalogue, but not among the rows that the case is about."""
    problems: tuple[str, ...] = ()
    """Why it is wrong, or why there is no reply."""
    broken: Mapping[str, tuple[int, ...]] = field(factory=dict)
    """As in `CaseVerdict`."""
    worse: tuple[str, ...] = ()
    """As in `CaseVerdict`."""
    missed: tuple[str, ...] = ()
    """As in `CaseVerdict`."""
    unread: bool = False
    """As in `Named`."""
    episode: Episode | None = None
    """What was said; None where the case was not asked."""
    tries: int = 1
    """How often the case was asked. The other fields are of the first wrong reply, else of the first try
    without a reply, else of the first.
    """
    passes: int = 0
    """How often the reply was right."""
    delivery: str = FULL
    """How the case was said, one of `DELIVERIES`."""
    target: str = ""
    """The name of the target that was asked."""

    @property
    def name(self) -> str:
        """The id of the case and, unless it was said in full, the delivery: "ddf12d08828f9c6f@turns"."""
        return _outcome_name(self.id, self.delivery)

    @property
    def reply(self) -> str:
        """The last reply; empty where there is none."""
        return self.episode.replies[-1] if self.episode and self.episode.replies else ""

    @property
    def judged(self) -> bool:
        """Whether there was a reply to judge."""
        return self.outcome in (RIGHT, WRONG)

    def line(self) -> str:
        """Returns the outcome as JSON on one line, without a line break."""
        return json.dumps(plain(self), ensure_ascii=False, separators=(",", ":"))


def ask_case(
    case: Case, target: Target, reader: ReplyReader, delivery: str = FULL, repeat: int = 1
) -> CaseOutcome:
    """Asks the target one case and judges its reply; over turns, its last one.

    Args:
        delivery: one of `DELIVERIES`.
        repeat: how often the case is asked, each time in a new session; it is right if it is right each time.
    """
    name = _outcome_name(case.id, delivery)
    sessions = [name, *(f"{name}-{number}" for number in range(2, repeat + 1))]
    outcomes = [_ask_once(case, target, reader, delivery, session) for session in sessions]
    worst = min(outcomes, key=lambda outcome: (WRONG, ERROR, RIGHT).index(outcome.outcome))
    passes = sum(outcome.outcome == RIGHT for outcome in outcomes)
    return evolve(worst, tries=repeat, passes=passes, delivery=delivery, target=target.name)


def _outcome_name(case_id: str, delivery: str) -> str:
    return case_id if delivery == FULL else f"{case_id}@{delivery}"


def _ask_once(case: Case, target: Target, reader: ReplyReader, delivery: str, session: str) -> CaseOutcome:
    messages: list[dict[str, str]] = []
    asked = CaseOutcome(id=case.id, kind=case.kind, request=case.request, outcome=ERROR)
    try:
        for turn in case.script(delivery).turns:
            messages.append({"role": "user", "content": turn.text})
            reply = target.ask(messages, session)
            messages.append({"role": "assistant", "content": reply.text})
    except NoReplyError as error:
        return evolve(asked, problems=(str(error),), episode=_episode(case, delivery, messages, "error"))
    named, verdict = reader.judged(case, reply)
    return evolve(
        asked,
        outcome=RIGHT if verdict.right else WRONG,
        rows=named.rows,
        invented=tuple(row for row in named.rows if row not in reader.ids),
        outside=tuple(row for row in verdict.outside if row in reader.ids),
        problems=_problems(case, verdict) if delivery == REVISE else verdict.problems,
        broken=verdict.broken,
        worse=verdict.worse,
        missed=verdict.missed,
        unread=named.unread,
        episode=_episode(case, delivery, messages),
    )


def _problems(case: Case, verdict: CaseVerdict) -> tuple[str, ...]:
    """Returns what is wrong, with what of it was right before the last turn of the history."""
    problems = [*verdict.problems]
    if case.history:
        turn = case.history[-1].text
        for number, row in enumerate(verdict.broken):
            if row in case.stale:
                problems[number] += f"; it fitted before '{turn}'"
        if verdict.missed and not case.stale and not verdict.broken:
            problems[-1] += f"; none fitted before '{turn}'"
    return tuple(problems)


def _episode(
    case: Case, delivery: str, messages: Messages, stopped: Literal["done", "error"] = "done"
) -> Episode:
    kept = (
        ChatMessage(role="assistant", content=message["content"][:_LONGEST_REPLY])
        if message["role"] == "assistant"
        else ChatMessage(role="user", content=message["content"])
        for message in messages
    )
    turns = sum(message["role"] == "user" for message in messages)
    return Episode(
        item=case.id,
        delivery=delivery,
        answer="end",
        messages=tuple(kept),
        used={"turns": float(turns)},
        stopped=stopped,
    )


@frozen(eq=False)
class CaseFolder:
    """A folder with cases, their domain, and the outcomes of a target."""

    path: Path

    def prepare(
        self,
        domain: Domain,
        settings: CaseSettings,
        *,
        keep: bool = False,
        progress: Progress | None = None,
    ) -> list[Case]:
        """Writes the cases, the domain and the manifest to the folder and returns the cases.

        Args:
            keep: keeps the cases in the folder and gives them the keys that follow from the catalogue now; a
                case without a key is left out.
            progress: is called after each new case.

        Raises:
            UsageError: the folder holds something else.
            FindingsError: no case is left, or the cases in the folder cannot be read.
        """
        drawing = CaseDrawing(domain, settings)
        if self.path.exists() and any(self.path.iterdir()) and not (self.path / MANIFEST).is_file():
            raise UsageError(
                "the folder holds something else",
                got=str(self.path),
                expected="a new folder, an empty one, or one that `cocoa test` wrote",
                fix="name another --out",
            )
        changed: Sequence[str] | None = None
        if keep:
            earlier = self.manifest()
            pairs = [(case, drawing.renewed(case)) for case in read_cases(self.path)]
            cases = [renewed for _, renewed in pairs if renewed is not None]
            skipped = [
                {"id": case.id, "kind": case.kind, "request": case.request}
                for case, renewed in pairs
                if renewed is None
            ]
            changed = [case.id for case, renewed in pairs if renewed and {*renewed.key} != {*case.key}]
            if earlier.get("digests") == dict(domain.digests):  # the run goes on
                skipped, changed = [*earlier.get("skipped", ()), *skipped], earlier.get("changed", changed)
        else:
            cases, skipped = [], []
            for case in drawing.cases():
                cases.append(case)
                if progress is not None:
                    progress(len(cases), settings.count)
        if not cases:
            raise FindingsError("no case is left", got=f"{len(skipped)} cases without a key")
        further = {"skipped": skipped} if changed is None else {"skipped": skipped, "changed": changed}
        self._write(domain, settings, cases, further)
        return cases

    def _write(
        self, domain: Domain, settings: CaseSettings, cases: Sequence[Case], further: Mapping[str, Any]
    ) -> None:
        files, _ = readable_files(domain.folder)
        name = next(name for name in CATALOGUE_FILES if name in files)
        contents = packed(cases)
        manifest = {
            "format": FORMAT,
            "domain": {"name": domain.schema.name, "version": domain.schema.version, "digest": domain.digest},
            "digests": dict(domain.digests),
            "catalogue": name,
            "seed": settings.seed,
            "settings": settings.to_json(),
            "pool": [*settings.pool],
            "count": len(cases),
            **further,
            "cases": hashlib.sha256(contents[CASES]).hexdigest(),
            "rows": hashlib.sha256(contents[ROWS]).hexdigest(),
            "cocoa_version": __version__,
        }
        self.path.mkdir(parents=True, exist_ok=True)
        # The manifest comes first: without it, a run that ends here could not be repeated in its folder.
        write_whole(self.path / MANIFEST, f"{json.dumps(manifest, indent=2, ensure_ascii=False)}\n".encode())
        domain_folder = self.path / "domain"
        (domain_folder / "tables").mkdir(parents=True, exist_ok=True)
        for path, content in (*domain.files.items(), (name, files[name])):
            write_whole(domain_folder / path, content)
        for file, content in contents.items():
            write_whole(self.path / file, content)

    def kept(self, settings: CaseSettings) -> CaseSettings:
        """Returns the settings with seed, size and, if none is given, the pool of the folder's cases.

        Raises:
            UsageError: there is no manifest.
            FindingsError: it cannot be read.
        """
        if not (self.path / MANIFEST).is_file():
            raise UsageError(
                "there are no cases to keep",
                got=str(self.path),
                expected="a folder that `cocoa test` wrote",
                fix="leave out --keep-cases, or name that folder by --out",
            )
        manifest = self.manifest()
        try:
            pool = settings.pool or tuple(map(str, manifest.get("pool", ())))
            return evolve(settings, seed=manifest["seed"], most=manifest["settings"]["most"], pool=pool)
        except (KeyError, TypeError) as error:
            raise FindingsError(
                "the manifest of the cases cannot be read", got=str(error), place=Place(MANIFEST)
            ) from None

    def manifest(self) -> dict[str, Any]:
        """Returns the content of the manifest.

        Raises:
            FindingsError: it cannot be read.
        """
        try:
            result: dict[str, Any] = json.loads((self.path / MANIFEST).read_text("utf-8"))
        except (OSError, ValueError) as error:
            raise FindingsError(
                "the folder of cases cannot be read",
                got=one_line(error),
                expected="a folder that `cocoa test` wrote",
                place=Place(MANIFEST),
            ) from None
        return result

    def skipped(self) -> list[CaseOutcome]:
        """Returns an outcome for each kept case that has no key any more."""
        return [
            CaseOutcome(**case, outcome=SKIPPED, problems=("the catalogue leaves no key for it",))
            for case in self.manifest().get("skipped", [])
        ]

    def changed_keys(self) -> list[str] | None:
        """Returns the ids of kept cases whose keys changed with the catalogue; None of new cases."""
        changed: list[str] | None = self.manifest().get("changed")
        return changed


@frozen
class AskOptions:
    """How the cases of a run are asked."""

    deliveries: Sequence[str] = (FULL,)
    """Of `DELIVERIES`, each once; every case is asked by each."""
    repeat: int = 1
    """As in `ask_case`."""
    concurrency: int = 1
    """The number of cases that are asked at once."""


def ask_all(
    folder: CaseFolder,
    cases: Sequence[Case],
    target: Target,
    reader: ReplyReader,
    options: AskOptions,
    progress: Progress | None = None,
) -> list[CaseOutcome]:
    """Asks every case in every delivery and returns the outcomes in their order.

    Outcomes are written to the folder in order, as they arrive. A killed run resumes after the last outcome
    written; a finished one starts over. If none of the first `_UNREACHABLE` cases gets a reply, the run
    stops, and only their outcomes are returned.
    """
    unfinished = folder.path / _PARTIAL
    facts = {
        "target": target.name,
        "rows_from": reader.pointer,
        "deliveries": [*options.deliveries],
        "repeat": options.repeat,
    }
    head = json.dumps({**facts, "cases": _digest(cases)})

    asked = [(case, delivery) for case in cases for delivery in options.deliveries]

    def ask(pair: tuple[Case, str]) -> CaseOutcome:
        case, delivery = pair
        return ask_case(case, target, reader, delivery, options.repeat)

    outcomes = _resumed(unfinished, head, [_outcome_name(case.id, delivery) for case, delivery in asked])
    if not outcomes:
        write_whole(unfinished, f"{head}\n".encode())
    with unfinished.open("ab") as file:
        for outcome in _in_order(options.concurrency, asked[len(outcomes) :], ask):
            outcomes.append(outcome)
            file.write(f"{outcome.line()}\n".encode())
            file.flush()
            if progress is not None:
                progress(len(outcomes), len(asked))
            if len(outcomes) == _UNREACHABLE and all(done.outcome == ERROR for done in outcomes):
                break
    write_whole(folder.path / RESULTS, "".join(f"{done.line()}\n" for done in outcomes).encode())
    unfinished.unlink()
    return outcomes


def _in_order(
    ahead: int, asked: Sequence[tuple[Case, str]], ask: Callable[[tuple[Case, str]], CaseOutcome]
) -> Iterator[CaseOutcome]:
    """Yields outcomes in the order of the cases, of which at most `ahead` are asked at once.

    An interrupted run does not wait for them.
    """
    waiting: list[Future[CaseOutcome]] = []
    for pair in asked:
        waiting.append(started(partial(ask, pair)))
        if len(waiting) == ahead:
            yield waiting.pop(0).result()
    for future in waiting:
        yield future.result()


def _digest(cases: Sequence[Case]) -> str:
    return hashlib.sha256(b"\n".join(packed(cases).values())).hexdigest()


def _resumed(unfinished: Path, head: str, names: Sequence[str]) -> list[CaseOutcome]:
    """Returns the outcomes of a killed run of the same cases and target, and cuts the file after them."""
    if not unfinished.is_file():
        return []
    lines = unfinished.read_bytes().split(b"\n")
    if lines[0].decode("utf-8", "replace") != head:
        return []
    complete = lines[1:-1]  # what follows the last line's end was not written to the end
    outcomes = []
    for line, name in zip(complete, names, strict=False):
        try:
            outcome = CaseOutcome.read(line)
        except ValueError:
            break
        if outcome.name != name:
            break
        outcomes.append(outcome)
    valid_lines = [head, *(outcome.line() for outcome in outcomes)]
    write_whole(unfinished, "".join(f"{line}\n" for line in valid_lines).encode())
    return outcomes


def read_cases(folder: Path) -> list[Case]:
    """Returns the cases in a folder.

    Raises:
        UsageError: there is no file of cases.
        FindingsError: a line cannot be read.
    """
    expected, rows = "a folder that `cocoa test` wrote", folder / ROWS
    groups = _read_lines(rows, GroupRows.read, "the rows", expected) if rows.exists() else []
    return _read_lines(folder / CASES, CaseReader(groups).read, "the case", expected)


def read_outcomes(file: Path) -> list[CaseOutcome]:
    """Returns the outcomes of a run, from its results.jsonl.

    Raises:
        UsageError: there is no such file.
        FindingsError: a line cannot be read.
    """
    return _read_lines(file, CaseOutcome.read, "the result", "the results.jsonl of an earlier `cocoa test`")


def _read_lines(file: Path, read: Callable[[str], Line], called: str, expected: str) -> list[Line]:
    try:
        lines = utf8_text(file.read_bytes(), str(file)).split("\n")  # a reply may hold U+2028
    except OSError as error:
        got = f"{file}: {error.strerror}"
        raise UsageError("the file cannot be read", got=got, expected=expected) from None
    records = []
    for number, line in enumerate(filter(None, lines), 1):
        try:
            records.append(read(line))
        except ValueError as error:
            place = Place(file.name, number)
            raise FindingsError(f"{called} cannot be read", got=wrong_parts(error), place=place) from None
    return records
