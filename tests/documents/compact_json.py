"""JSON that is good to read: what fits in a line stands in one."""

from __future__ import annotations

import json
from typing import Any, Final

_WIDTH: Final = 100


def compact(value: Any, indent: int = 0) -> str:
    """The value as JSON; objects and arrays are broken up only where they do not fit in a line."""
    line = json.dumps(value, ensure_ascii=False)
    if len(line) + indent <= _WIDTH or not isinstance(value, dict | list) or not value:
        return line
    inner = indent + 1
    if isinstance(value, dict):
        parts = [f"{json.dumps(key)}: {compact(one, inner)}" for key, one in value.items()]
        opening, closing = "{", "}"
    else:
        parts = [compact(one, inner) for one in value]
        opening, closing = "[", "]"
    between = ",\n" + " " * inner
    return f"{opening}\n{' ' * inner}{between.join(parts)}\n{' ' * indent}{closing}"
