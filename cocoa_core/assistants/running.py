"""A run: its cases in a folder, each asked once, its outcomes written in order, one line a case."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

from attrs import evolve, field, frozen

from cocoa_core.assistants.calling import Target, UnansweredError
from cocoa_core.assistants.reading import RowReader
from cocoa_core.atomic_files import write_whole
from cocoa_core.domain import Domain
from cocoa_core.errors import FindingsError, Place, UsageError, one_line
from cocoa_core.families.selection.targeting.case import REVISE, TURNS, Case
from cocoa_core.families.selection.targeting.drawing import CaseDrawing, CaseSettings
from cocoa_core.families.selection.targeting.judging import judge
from cocoa_core.items import FULL, Recorded, plain, wrong_parts
from cocoa_core.loading import CATALOGUE_FILES, readable_files
from cocoa_core.version import __version__

__all__ = [
    "CASES",
    "DELIVERIES",
    "ERROR",
    "MANIFEST",
    "RESULTS",
    "RIGHT",
    "SKIPPED",
    "WRONG",
    "CaseFolder",
    "Outcome",
    "Progress",
    "ask_all",
    "ask_case",
    "read_cases",
    "read_outcomes",
]

FORMAT: Final = "cocoa-target/1"
CASES: Final = "cases.jsonl"
RESULTS: Final = "results.jsonl"
MANIFEST: Final = "target.json"
_PARTIAL: Final = "results.partial.jsonl"
DELIVERIES: Final = (FULL, TURNS, REVISE)
"""In one message, a statement a turn, or over turns in which something is changed."""
RIGHT: Final = "right"
WRONG: Final = "wrong"
ERROR: Final = "error"
SKIPPED: Final = "skipped"
_LONGEST_REPLY: Final = 4_000
"""Characters of a reply that are kept."""
_UNREACHABLE: Final = 5
"""Cases in a row, the first ones, without any answer: the run ends there, since nobody is."""

Progress = Callable[[int, int], None]
"""Called with the number of cases done, and of all."""


@frozen(slots=False, kw_only=True)
class Outcome(Recorded):
    """What became of one case."""

    id: str
    kind: str
    request: str
    outcome: str
    """Right, wrong, error (no reply) or skipped (of a kept case: no key can be had any more)."""
    rows: tuple[str, ...] = ()
    """The ids that the reply names, and what stands in their place."""
    invented: tuple[str, ...] = ()
    """Those of them that are in no row of the catalogue."""
    outside: tuple[str, ...] = ()
    """Those that are, but in none of the rows that the case is about."""
    problems: tuple[str, ...] = ()
    """Why it is wrong, or why there is no reply."""
    broken: Mapping[str, tuple[int, ...]] = field(factory=dict)
    worse: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()
    """`broken`, `worse` and `missed`: as in `Verdict`."""
    unread: bool = False
    """The reply named nothing that could be a row."""
    reply: str = ""
    tries: int = 1
    passes: int = 0
    """`tries` and `passes`: how often the case was asked, and was answered right; the other fields are of the
    first reply that is wrong, else of the first that lacks, else of the first.
    """
    delivery: str = FULL
    """How the case was said, of `DELIVERIES`."""
    target: str = ""
    """Who was asked."""

    @property
    def name(self) -> str:
        """The case and, where it is not in full, its delivery: "ddf12d08828f9c6f@turns"."""
        return _asked_as(self.id, self.delivery)

    @property
    def judged(self) -> bool:
        """Whether there was a reply to judge."""
        return self.outcome in (RIGHT, WRONG)

    def line(self) -> str:
        """Returns one line of JSON, without the line's end."""
        return json.dumps(plain(self), ensure_ascii=False, separators=(",", ":"))


def ask_case(case: Case, target: Target, reader: RowReader, delivery: str = FULL, repeat: int = 1) -> Outcome:
    """Asks the target one case, and judge its reply; over turns, its last one.

    Args:
        delivery: of `DELIVERIES`.
        repeat: so many times, each in a session of its own: right is what is right each time.
    """
    name = _asked_as(case.id, delivery)
    sessions = [name, *(f"{name}-{number}" for number in range(2, repeat + 1))]
    outcomes = [_ask_once(case, target, reader, delivery, session) for session in sessions]
    worst = min(outcomes, key=lambda outcome: (WRONG, ERROR, RIGHT).index(outcome.outcome))
    passes = sum(outcome.outcome == RIGHT for outcome in outcomes)
    return evolve(worst, tries=repeat, passes=passes, delivery=delivery, target=target.name)


def _asked_as(case_id: str, delivery: str) -> str:
    return case_id if delivery == FULL else f"{case_id}@{delivery}"


def _ask_once(case: Case, target: Target, reader: RowReader, delivery: str, session: str) -> Outcome:
    messages: list[dict[str, str]] = []
    try:
        for turn in case.script(delivery).turns:
            messages.append({"role": "user", "content": turn.text})
            reply = target.ask(messages, session)
            messages.append({"role": "assistant", "content": reply.text})
    except UnansweredError as error:
        return Outcome(
            id=case.id, kind=case.kind, request=case.request, outcome=ERROR, problems=(str(error),)
        )
    named = reader.read(reply)
    verdict = judge(case, named.rows)
    return Outcome(
        id=case.id,
        kind=case.kind,
        request=case.request,
        outcome=RIGHT if verdict.right else WRONG,
        rows=named.rows,
        invented=tuple(row for row in named.rows if row not in reader.ids),
        outside=tuple(row for row in verdict.outside if row in reader.ids),
        problems=verdict.problems,
        broken=verdict.broken,
        worse=verdict.worse,
        missed=verdict.missed,
        unread=named.unread,
        reply=reply.text[:_LONGEST_REPLY],
    )


@frozen(eq=False)
class CaseFolder:
    """A folder with cases, the domain that they are of, and what a target made of them."""

    path: Path

    def prepare(self, domain: Domain, settings: CaseSettings, *, keep: bool = False) -> list[Case]:
        """Writes the cases, the domain and the manifest there; the cases.

        Args:
            keep: the cases that lie there stay, and get the keys that the catalogue gives them now; a case
                without one is left out.

        Raises:
            UsageError: the folder holds something else.
        """
        drawing = CaseDrawing(domain, settings)
        if self.path.exists() and any(self.path.iterdir()) and not (self.path / MANIFEST).is_file():
            raise UsageError(
                "the folder holds something else",
                got=str(self.path),
                expected="a new folder, an empty one, or one that `cocoa test` wrote",
                fix="name another --out",
            )
        if keep:
            renewed = ((case, drawing.renewed(case)) for case in read_cases(self.path))
            pairs = list(renewed)
            cases = [case for _, case in pairs if case is not None]
            lost = [case for case, new in pairs if new is None]
        else:
            cases, lost = list(drawing.cases()), []
        if not cases:
            raise FindingsError("no case is left", got=f"{len(lost)} cases without a key")
        self._write(domain, settings, cases, lost)
        return cases

    def _write(
        self, domain: Domain, settings: CaseSettings, cases: Sequence[Case], lost: Sequence[Case]
    ) -> None:
        files, _ = readable_files(domain.folder)
        name = next(name for name in CATALOGUE_FILES if name in files)
        home = self.path / "domain"
        (home / "tables").mkdir(parents=True, exist_ok=True)
        for path, content in (*domain.files.items(), (name, files[name])):
            write_whole(home / path, content)
        lines = "".join(f"{case.line()}\n" for case in cases).encode()
        manifest = {
            "format": FORMAT,
            "domain": {"name": domain.schema.name, "version": domain.schema.version, "digest": domain.digest},
            "digests": dict(domain.digests),
            "catalogue": name,
            "seed": settings.seed,
            "settings": settings.to_json(),
            "pool": [*settings.pool],
            "count": len(cases),
            "skipped": [{"id": case.id, "kind": case.kind, "request": case.request} for case in lost],
            "cases": hashlib.sha256(lines).hexdigest(),
            "cocoa_version": __version__,
        }
        write_whole(self.path / CASES, lines)
        write_whole(self.path / MANIFEST, f"{json.dumps(manifest, indent=2, ensure_ascii=False)}\n".encode())

    def kept(self, settings: CaseSettings) -> CaseSettings:
        """Returns the settings of the cases that lie there; their pool only where none is given."""
        manifest = self.manifest()
        try:
            pool = settings.pool or tuple(map(str, manifest.get("pool", ())))
            return evolve(settings, seed=manifest["seed"], most=manifest["settings"]["most"], pool=pool)
        except (KeyError, TypeError) as error:
            raise FindingsError(
                "the manifest of the cases cannot be read", got=str(error), place=Place(MANIFEST)
            ) from None

    def manifest(self) -> dict[str, Any]:
        """Returns what the folder says of itself."""
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

    def skipped(self) -> list[Outcome]:
        """Returns the kept cases that have no key any more."""
        return [
            Outcome(**case, outcome=SKIPPED, problems=("the catalogue leaves no key for it",))
            for case in self.manifest().get("skipped", [])
        ]


def ask_all(
    folder: CaseFolder,
    cases: Sequence[Case],
    target: Target,
    reader: RowReader,
    concurrency: int = 1,
    progress: Progress | None = None,
    deliveries: Sequence[str] = (FULL,),
    repeat: int = 1,
) -> list[Outcome]:
    """Returns the outcomes of all cases in their order, each by every delivery.

    Each is written to the folder when those before it are. A run that was killed goes on after the last one
    that was; one that has ended begins anew. Where none of the first cases has an answer, the others are not
    asked: the outcomes are only these then.
    """
    partial = folder.path / _PARTIAL
    facts = {
        "target": target.name,
        "rows_from": reader.pointer,
        "deliveries": [*deliveries],
        "repeat": repeat,
    }
    head = json.dumps({**facts, "cases": _digest(cases)})

    asked = [(case, delivery) for case in cases for delivery in deliveries]

    def ask(pair: tuple[Case, str]) -> Outcome:
        case, delivery = pair
        return ask_case(case, target, reader, delivery, repeat)

    outcomes = _resumed(partial, head, [_asked_as(case.id, delivery) for case, delivery in asked])
    if not outcomes:
        write_whole(partial, f"{head}\n".encode())
    with partial.open("ab") as file, ThreadPoolExecutor(concurrency) as executor:
        try:
            for outcome in _in_order(executor, concurrency, asked[len(outcomes) :], ask):
                outcomes.append(outcome)
                file.write(f"{outcome.line()}\n".encode())
                file.flush()
                if progress is not None:
                    progress(len(outcomes), len(asked))
                if len(outcomes) == _UNREACHABLE and all(one.outcome == ERROR for one in outcomes):
                    break
        except BaseException:
            executor.shutdown(wait=False, cancel_futures=True)
            raise
    write_whole(folder.path / RESULTS, "".join(f"{one.line()}\n" for one in outcomes).encode())
    partial.unlink()
    return outcomes


def _in_order(
    executor: ThreadPoolExecutor,
    ahead: int,
    asked: Sequence[tuple[Case, str]],
    ask: Callable[[tuple[Case, str]], Outcome],
) -> Iterator[Outcome]:
    """Yields outcomes in the order of what is asked, of which no more than `ahead` are asked at once."""
    waiting: list[Future[Outcome]] = []
    for pair in asked:
        waiting.append(executor.submit(ask, pair))
        if len(waiting) == ahead:
            yield waiting.pop(0).result()
    for future in waiting:
        yield future.result()


def _digest(cases: Sequence[Case]) -> str:
    return hashlib.sha256("\n".join(case.line() for case in cases).encode()).hexdigest()


def _resumed(partial: Path, head: str, names: Sequence[str]) -> list[Outcome]:
    """Returns the outcomes of a run of the same cases and target that was killed; the file is cut after them.

    Args:
        names: of all outcomes that the run is to have, in their order.
    """
    if not partial.is_file():
        return []
    lines = partial.read_bytes().split(b"\n")
    if lines[0].decode("utf-8", "replace") != head:
        return []
    whole = lines[1:-1]  # what follows the last line's end was not written to the end
    outcomes = []
    for line, name in zip(whole, names, strict=False):
        try:
            outcome = Outcome.read(line)
        except ValueError:
            break
        if outcome.name != name:
            break
        outcomes.append(outcome)
    kept = [head, *(outcome.line() for outcome in outcomes)]
    write_whole(partial, "".join(f"{line}\n" for line in kept).encode())
    return outcomes


def read_cases(folder: Path) -> list[Case]:
    """Returns the cases in a folder.

    Raises:
        FindingsError: there are none, with the line that cannot be read.
    """
    cases = []
    for number, line in enumerate(_lines(folder / CASES, "a folder that `cocoa test` wrote"), 1):
        try:
            cases.append(Case.read(line))
        except ValueError as error:
            raise FindingsError(
                "the case cannot be read", got=wrong_parts(error), place=Place(CASES, number)
            ) from None
    return cases


def read_outcomes(file: Path) -> list[Outcome]:
    """Returns the outcomes of a run, from its results.jsonl.

    Raises:
        FindingsError: with the line that cannot be read.
    """
    outcomes = []
    for number, line in enumerate(_lines(file, "the results.jsonl of an earlier `cocoa test`"), 1):
        try:
            outcomes.append(Outcome.read(line))
        except ValueError as error:
            raise FindingsError(
                "the result cannot be read", got=wrong_parts(error), place=Place(file.name, number)
            ) from None
    return outcomes


def _lines(file: Path, expected: str) -> list[str]:
    try:
        return file.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        got = error.strerror if isinstance(error, OSError) else "bytes that are no UTF-8"
        raise UsageError("the file cannot be read", got=f"{file}: {got}", expected=expected) from None
