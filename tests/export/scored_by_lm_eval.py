"""Print what lm-eval's task makes of completions: `exact_match` of each. Run as a program.

Arguments: a folder, the name of a task, and a JSON file of cases with `completion`, `answer` and `labels`, by
the folder of their task in that folder.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path


def main(root: str, name: str, path: str) -> None:
    from lm_eval.api.instance import Instance
    from lm_eval.tasks import TaskManager

    found: dict[str, list[float]] = {}
    for folder, cases in json.loads(Path(path).read_text(encoding="utf-8")).items():
        manager = TaskManager(include_path=str(Path(root, folder)), include_defaults=False)
        task = manager.load([name])["tasks"][name]
        found[folder] = []
        for number, case in enumerate(cases):
            instance = Instance("generate_until", case, ("", {}), number)
            instance.resps.append(case["completion"])
            task._instances = [instance]
            task.apply_filters()
            (resp,) = instance.filtered_resps.values()
            found[folder].append(float(task.process_results(case, [resp])["exact_match"]))
    print(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
