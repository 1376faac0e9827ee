"""Print what `datasets.load_dataset` reads in folders: of each, by split, the rows. Run as a program."""

from __future__ import annotations

import json
import sys

if __name__ == "__main__":
    import datasets

    loaded = [datasets.load_dataset(folder) for folder in sys.argv[1:]]
    print(json.dumps([{name: list(split) for name, split in one.items()} for one in loaded]))
