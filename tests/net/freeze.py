"""Freeze anew, on purpose: `python -m tests.net.freeze` writes what the net holds as `cocoa` gives it now.

Names of settings (`questions.SETTINGS`) or outputs (`outputs.OUTPUTS`) as arguments freeze these alone. Read
what changed before it is kept.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Collection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from .outputs import OUTPUTS, prepare
from .questions import DEEP, SETTINGS, frozen_form, generated

DIGESTS: Final = Path(__file__).with_name("digests.json")
_FROZEN: Final = Path(__file__).with_name("frozen")


def main(names: Collection[str]) -> None:
    """Freeze what is named, or all."""
    unknown = sorted(set(names) - set(SETTINGS) - set(OUTPUTS))
    if unknown:
        sys.exit(f"no such name: {', '.join(unknown)}; there are: {'; '.join((*SETTINGS, *OUTPUTS))}")
    _freeze_questions([name for name in SETTINGS if name in names or not names])
    _freeze_outputs([name for name in OUTPUTS if name in names or not names])


def frozen_output(name: str) -> Any:
    """What is frozen under a name: a text, or data."""
    text = _FROZEN / f"{name}.txt"
    if text.exists():
        return text.read_text("utf-8")
    return json.loads((_FROZEN / f"{name}.json").read_text("utf-8"))


def _freeze_questions(settings: Collection[str]) -> None:
    frozen: dict[str, Any] = json.loads(DIGESTS.read_text()) if DIGESTS.exists() else {}
    for setting in settings:
        frozen[setting] = frozen_form(setting, generated(setting, DEEP))
    kept = {setting: frozen[setting] for setting in SETTINGS if setting in frozen}
    DIGESTS.write_text(json.dumps(kept, indent=0) + "\n")


def _freeze_outputs(names: Collection[str]) -> None:
    _FROZEN.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder:
        desk = Path(folder)
        prepare(desk)
        for name in names:
            found = OUTPUTS[name](desk)
            if isinstance(found, str):
                (_FROZEN / f"{name}.txt").write_text(found, "utf-8")
            else:
                (_FROZEN / f"{name}.json").write_text(_laid_out(found) + "\n", "utf-8")
    for path in _FROZEN.iterdir():
        if path.stem not in OUTPUTS:
            path.unlink()


def _laid_out(value: Any) -> str:
    """JSON with a line for each entry of the outer two levels: differences can be read."""
    if isinstance(value, list):
        return _lines("[", [_dumped(item) for item in value], "]")
    lines = []
    for key, entry in value.items():
        if isinstance(entry, list):
            lines.append(f"{_dumped(key)}: {_lines('[', [_dumped(item) for item in entry], ']')}")
        else:
            lines.append(f"{_dumped(key)}: {_dumped(entry)}")
    return _lines("{", lines, "}")


def _lines(begin: str, items: list[str], end: str) -> str:
    return "\n".join([begin, ",\n".join(items), end]) if items else begin + end


def _dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    main(sys.argv[1:])
