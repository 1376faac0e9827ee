"""lm-eval's command without the tasks that it ships, whose listing takes 7 s of CPU. Run as a program."""

from __future__ import annotations

from functools import partialmethod
from unittest.mock import patch


def main() -> None:
    from lm_eval.__main__ import cli_evaluate
    from lm_eval.tasks import TaskManager

    with patch.object(TaskManager, "__init__", partialmethod(TaskManager.__init__, include_defaults=False)):
        cli_evaluate()


if __name__ == "__main__":
    main()
