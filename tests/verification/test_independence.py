"""The verifier shares nothing with what wrote the questions but errors, version, phrases and lazy imports."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import cocoa_core

CORE = Path(str(cocoa_core.__file__)).parent
OWN = ("cocoa_core.independent", "cocoa_core.verification")
MODULES = sorted((*CORE.glob("independent/**/*.py"), *CORE.glob("verification/**/*.py")))
SHARED = {"cocoa_core.errors", "cocoa_core.version", "cocoa_core.lexicon", "cocoa_core.lazy_exports"}
LIBRARIES = {"attrs", "msgspec", "pyarrow", "ruamel", "zstandard"}


def imported(path: Path) -> set[str]:
    """Every module that a file imports, at its top or anywhere inside."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name} has a relative import"
            found.add(str(node.module))
    return found


def test_there_are_modules_to_look_at() -> None:
    assert len(MODULES) > 20


def may_be_imported(name: str) -> bool:
    top = name.split(".")[0]
    if top == "cocoa_core":
        return name in SHARED or name.startswith(OWN)
    return top in LIBRARIES or top in sys.stdlib_module_names


def test_a_module_imports_nothing_but_what_is_shared() -> None:
    imports = [(path.name, name) for path in MODULES for name in imported(path)]
    assert [(file, name) for file, name in imports if not may_be_imported(name)] == []


def test_verifying_loads_nothing_of_the_engine() -> None:
    program = (
        "import sys\nfrom cocoa_core.verification import verify\n"
        "print(*sorted(name for name in sys.modules if name.startswith('cocoa_core.')))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = {name for name in done.stdout.split() if not name.startswith((*OWN, "cocoa_core.lexicon."))}
    assert loaded | {"cocoa_core.version"} == SHARED
