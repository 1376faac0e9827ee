"""Cases as tests of other tools: one file for pytest, a configuration for promptfoo."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from cocoa_core.assistants.running import CASES, read_cases
from cocoa_core.atomic_files import write_whole
from cocoa_core.errors import UsageError
from cocoa_core.families.selection.targeting.case import Case
from cocoa_core.suggestions import did_you_mean

__all__ = ["CASE_FORMATS", "export_cases"]

_PYTEST: Final = '''"""An assistant asked over its own catalogue: COCOA_TARGET=module:function pytest

Written by `cocoa export --to pytest`. COCOA_ROWS_FROM: a JSON pointer to the ids in a reply.
"""

import json
import os
from pathlib import Path

import pytest

from cocoa_core import judge
from cocoa_core.assistants import RowReader, target_of
from cocoa_core.loading import load_domain

HERE = Path(__file__).parent
CASES = [json.loads(line) for line in (HERE / "cases.jsonl").read_text("utf-8").splitlines()]


@pytest.fixture(scope="session")
def target():
    return target_of(os.environ["COCOA_TARGET"], {}, 60.0)


@pytest.fixture(scope="session")
def reader():
    return RowReader(load_domain(HERE / "domain"), os.environ.get("COCOA_ROWS_FROM", ""))


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case, target, reader):
    reply = target.ask([{"role": "user", "content": case["message"]}], case["id"])
    verdict = judge(case, reader.read(reply).rows)
    assert verdict.right, "\\n".join([case["message"], *verdict.problems])
'''
_ASSERTION: Final = '''"""The verdict of cocoa on a reply. Written by `cocoa export --to promptfoo`."""

import json
import os
from pathlib import Path

from cocoa_core import judge
from cocoa_core.assistants import Reply, RowReader
from cocoa_core.loading import load_domain

HERE = Path(__file__).parent
LINES = (HERE / "cases.jsonl").read_text("utf-8").splitlines()
CASES = {case["id"]: case for case in map(json.loads, LINES)}
READER = RowReader(load_domain(HERE / "domain"), os.environ.get("COCOA_ROWS_FROM", ""))


def get_assert(output, context):
    reply = Reply(output) if isinstance(output, str) else Reply(json.dumps(output), output)
    verdict = judge(CASES[context["vars"]["case"]], READER.read(reply).rows)
    return {
        "pass": verdict.right,
        "score": float(verdict.right),
        "reason": "; ".join(verdict.problems) or "every returned row fits",
    }
'''
_TEMPLATE_SIGNS: Final = ("{{", "{%", "{#")
"""What promptfoo would carry out in a text."""


def _for_pytest(_cases: Sequence[Case]) -> dict[str, str]:
    return {"test_assistant.py": _PYTEST}


def _for_promptfoo(cases: Sequence[Case]) -> dict[str, str]:
    strange = next((case for case in cases if any(sign in case.message for sign in _TEMPLATE_SIGNS)), None)
    if strange is not None:
        raise UsageError(
            "a message holds what promptfoo would take for a template",
            got=strange.message,
            fix="use --to pytest, or `cocoa test` itself",
        )
    config = {
        "description": "Requests of `cocoa test`, judged by their computed keys",
        "prompts": ["{{message}}"],
        "providers": [{"id": "file://provider.py"}],
        "defaultTest": {"assert": [{"type": "python", "value": "file://verdict.py"}]},
        "tests": [{"vars": {"case": case.id, "message": case.message}} for case in cases],
    }
    return {"promptfooconfig.json": json.dumps(config, indent=1) + "\n", "verdict.py": _ASSERTION}


CASE_FORMATS: Final[Mapping[str, Callable[[Sequence[Case]], dict[str, str]]]] = {
    "pytest": _for_pytest,
    "promptfoo": _for_promptfoo,
}
_USES: Final = {
    "pytest": "COCOA_TARGET=module:function pytest {out}",
    "promptfoo": "name your provider in {out}/promptfooconfig.json, then: npx promptfoo eval -c "
    "{out}/promptfooconfig.json",
}


def export_cases(folder: Path, to: str, out: Path) -> tuple[int, list[str], str]:
    """Write the cases in a folder of `cocoa test` for another tool, with the domain that they are of.

    Returns:
        How many cases, the files, and the call that uses them.

    Raises:
        UsageError: there is no such format, or `out` is taken.
    """
    if to not in CASE_FORMATS:
        raise UsageError(
            "there is no such export format for cases of an assistant",
            got=to,
            expected=", ".join(CASE_FORMATS),
            fix=did_you_mean(to, CASE_FORMATS),
        )
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise UsageError("the place is taken", got=str(out), expected="a new folder, or an empty one")
    cases = read_cases(folder)
    contents = CASE_FORMATS[to](cases)
    out.mkdir(parents=True, exist_ok=True)
    shutil.copytree(folder / "domain", out / "domain")
    contents[CASES] = "".join(f"{case.line()}\n" for case in cases)
    for name, text in contents.items():
        write_whole(out / name, text.encode())
    return len(cases), sorted(contents), _USES[to].format(out=out)
