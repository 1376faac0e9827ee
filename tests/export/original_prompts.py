"""Print what lm-eval's own task `groundcocoa` makes of a file in GroundCocoa's form. Run as a program."""

from __future__ import annotations

import json
import sys

if __name__ == "__main__":
    import datasets
    from lm_eval.tasks.groundcocoa.utils import process_docs

    samples = datasets.load_dataset("json", data_files=sys.argv[1], field="test_set", split="train")
    print(json.dumps(list(process_docs(samples))))
