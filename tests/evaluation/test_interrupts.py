"""One Ctrl-C ends what is asked, also where somebody on the way swallows the cancellation."""

from __future__ import annotations

import os
import signal
from asyncio import CancelledError
from collections.abc import Iterator

import anyio
import pytest

from cocoa_core.evaluation.interrupts import asking

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals")


@pytest.fixture(autouse=True)
def heeding() -> Iterator[None]:
    """Tests may run in the background, where SIGINT is ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def run(swallowed: int, questions: int) -> list[str]:
    """What happens when somebody presses once, and so many cancellations are swallowed."""
    said: list[str] = []

    async def question(number: int) -> None:
        with asking():
            if number == 0:
                os.kill(os.getpid(), signal.SIGINT)
            try:
                await anyio.sleep(60)
                said.append("went on")
            finally:
                said.append("ended")

    async def main() -> None:
        async with anyio.create_task_group() as group:
            for number in range(questions):
                group.start_soon(question, number)
            for _ in range(swallowed):
                try:
                    await anyio.sleep(60)
                except anyio.get_cancelled_exc_class():
                    said.append("swallowed")
            await anyio.sleep(60)

    with pytest.raises((KeyboardInterrupt, CancelledError)):
        anyio.run(main)
    return said


@pytest.mark.parametrize(("lost", "asked"), [(0, 1), (1, 1), (2, 3)])
def test_one_press_ends_all_questions_however_many_cancellations_are_lost(lost: int, asked: int) -> None:
    said = run(lost, asked)
    assert sorted(said) == ["ended"] * asked + ["swallowed"] * lost
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
