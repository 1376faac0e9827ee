"""Batches checked in order, in this process or in several."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Final

from cocoa_core.verification.domain_reading import read_domain
from cocoa_core.verification.line_checks import Batch, Checked, check_batch
from cocoa_core.verification.question_checks import QuestionChecker

__all__ = ["checked_batches"]

_AHEAD: Final = 4
"""Batches in flight for each process: enough to keep it busy, few enough to keep memory flat."""

_checkers: dict[tuple[bytes, bytes], QuestionChecker] = {}


def checked_batches(schema: bytes, rules: bytes, batches: Iterable[Batch], workers: int) -> Iterator[Checked]:
    """The outcome of every batch, in the order of the batches, whatever the number of workers."""
    if workers <= 1:
        checker = _checker(schema, rules)
        yield from (check_batch(checker, batch) for batch in batches)
        return
    with ProcessPoolExecutor(workers) as pool:
        waiting: deque[Future[Checked]] = deque()
        for batch in batches:
            waiting.append(pool.submit(_check, schema, rules, batch))
            if len(waiting) >= _AHEAD * workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _check(schema: bytes, rules: bytes, batch: Batch) -> Checked:
    return check_batch(_checker(schema, rules), batch)


def _checker(schema: bytes, rules: bytes) -> QuestionChecker:
    """The checker of a domain, built once in a process."""
    known = _checkers.get((schema, rules))
    if known is None:
        _checkers.clear()
        known = _checkers[schema, rules] = QuestionChecker(read_domain(schema, rules))
    return known
