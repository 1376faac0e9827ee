"""Write docs/gallery.md, and every passage of README.md and docs/ that a program makes.

Run with `make gallery`, or `python -m tests.gallery`; `--check` writes nothing and says what is out of date.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from .documents import gallery_page
from .documents.passages import ROOT, documents, fresh


def main(arguments: list[str] | None = None) -> int:
    """0 where everything is written or up to date, 1 where `--check` found something out of date."""
    parser = argparse.ArgumentParser(prog="python -m tests.gallery", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; name what is out of date")
    check = parser.parse_args(arguments).check
    stale = [
        path for path, content in _pages() if _read(path) != content and not _write(path, content, check)
    ]
    for path in stale:
        print(f"out of date: {path.relative_to(ROOT)}; make gallery writes it anew", file=sys.stderr)
    return 1 if stale else 0


def _pages() -> list[tuple[Path, str]]:
    pages = [(ROOT / "docs" / "gallery.md", gallery_page.text())]
    return pages + [(path, fresh(path.read_text(encoding="utf-8"))) for path in documents()]


def _read(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.exists() else None


def _write(path: Path, content: str, check: bool) -> bool:
    """Write the file unless only checking; whether it was written."""
    if not check:
        path.write_text(content, encoding="utf-8")
        print(f"written: {path.relative_to(ROOT)}")
    return not check


if __name__ == "__main__":
    sys.exit(main())
