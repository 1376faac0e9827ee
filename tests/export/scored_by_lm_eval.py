"""Print what lm-eval's task makes of completions: `exact_match` of each. Run as a program.

Arguments: the folder of the task, its name, a JSON file of cases with `completion`, `answer` and `labels`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path


def main(folder: str, name: str, path: str) -> None:
    from lm_eval.api.instance import Instance
    from lm_eval.tasks import TaskManager

    manager = TaskManager(include_path=folder, include_defaults=False)
    task = manager.load([name])["tasks"][name]
    found = []
    for number, case in enumerate(json.loads(Path(path).read_text(encoding="utf-8"))):
        instance = Instance("generate_until", case, ("", {}), number)
        instance.resps.append(case["completion"])
        task._instances = [instance]
        task.apply_filters()
        (said,) = instance.filtered_resps.values()
        found.append(float(task.process_results(case, [said])["exact_match"]))
    print(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
