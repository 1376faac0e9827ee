"""Ends a run whose budget is spent: no further question is begun, and those under way are finished.

inspect calls this draining a task (`inspect ctl task drain`). The log of a drained task holds no sample of a
question that was still queued, but states how many samples it should have, so the next call asks those that
are missing.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

import anyio

if TYPE_CHECKING:
    from inspect_ai.log._samples import ActiveSample


def drain(spared: Collection[str]) -> None:
    """Starts no further question in any running task, except in the tasks of the spared models."""
    from inspect_ai._control.cancel import drain_task
    from inspect_ai._control.eval_state import get_eval_states

    for state in get_eval_states():
        if state.model not in spared:
            drain_task(state.task_id)


async def withdraw(sample: ActiveSample) -> None:
    """Cancels the sample of the running task; inspect then counts it neither as an error nor as an answer."""
    sample.interrupt("cancel")
    await anyio.sleep_forever()
