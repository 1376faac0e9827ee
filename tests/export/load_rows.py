"""Print what `datasets.load_dataset` reads in a folder: by split, the rows. Run as a program."""

from __future__ import annotations

import json
import sys

if __name__ == "__main__":
    import datasets

    found = datasets.load_dataset(sys.argv[1])
    print(json.dumps({name: list(split) for name, split in found.items()}))
