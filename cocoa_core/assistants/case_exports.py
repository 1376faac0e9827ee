"""Exports cases as tests of other tools: a file for pytest, or a configuration for promptfoo."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from cocoa_core.assistants.running import read_cases
from cocoa_core.atomic_files import is_occupied, write_whole
from cocoa_core.errors import UsageError
from cocoa_core.families.selection.targeting.case import Case
from cocoa_core.families.selection.targeting.case_files import packed
from cocoa_core.suggestions import not_among

_PYTEST: Final = '''"""An assistant asked over its own catalogue: COCOA_TARGET=module:function pytest

Written by `cocoa export --to pytest`. COCOA_TARGET may be an address, too; COCOA_ROWS_FROM is a JSON pointer
to the ids in a reply, COCOA_DELIVERY full, turns or revise.
"""

import os
from pathlib import Path

import pytest

from cocoa_core.assistants import ReplyReader, ask_case, read_cases, target_of
from cocoa_core.errors import CocoaError
from cocoa_core.loading import load_domain

HERE = Path(__file__).parent
CASES = read_cases(HERE)


@pytest.fixture(scope="session")
def target():
    try:
        return target_of(os.environ.get("COCOA_TARGET", ""), {}, 60.0)
    except CocoaError as error:
        pytest.exit(f"COCOA_TARGET: {error}", returncode=2)


@pytest.fixture(scope="session")
def reader():
    return ReplyReader(load_domain(HERE / "domain"), os.environ.get("COCOA_ROWS_FROM", ""))


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_case(case, target, reader):
    outcome = ask_case(case, target, reader, os.environ.get("COCOA_DELIVERY", "full"))
    if outcome.outcome != "right":
        pytest.fail("\\n".join([case.message, *outcome.problems]), pytrace=False)
'''
_ASSERTION: Final = '''"""The verdict of cocoa on a reply. Written by `cocoa export --to promptfoo`."""

import json
import os
from pathlib import Path

from cocoa_core.assistants import AssistantReply, ReplyReader, read_cases
from cocoa_core.loading import load_domain

HERE = Path(__file__).parent
CASES = {case.id: case for case in read_cases(HERE)}
READER = ReplyReader(load_domain(HERE / "domain"), os.environ.get("COCOA_ROWS_FROM", ""))


def get_assert(output, context):
    reply = AssistantReply(output) if isinstance(output, str) else AssistantReply(json.dumps(output), output)
    _, verdict = READER.judged(CASES[context["vars"]["case"]], reply)
    return {
        "pass": verdict.right,
        "score": float(verdict.right),
        "reason": "; ".join(verdict.problems) or "every returned row fits",
    }
'''
_PROVIDER: Final = '''"""Asks COCOA_TARGET, as `cocoa test --target` has it. Written by `cocoa export`."""

import os

from cocoa_core.assistants import NoReplyError, target_of


def call_api(prompt, options, context):
    target = target_of(os.environ.get("COCOA_TARGET", ""), {}, 60.0)
    try:
        reply = target.ask([{"role": "user", "content": prompt}], context["vars"]["case"])
    except NoReplyError as error:
        return {"error": str(error)}
    return {"output": reply.text if reply.data is None else reply.data}
'''
_TEMPLATE_SIGNS: Final = ("{{", "{%", "{#")
"""Signs that promptfoo would take for a template in a text."""


def _for_pytest(_cases: Sequence[Case]) -> dict[str, str]:
    return {"test_assistant.py": _PYTEST}


def _for_promptfoo(cases: Sequence[Case]) -> dict[str, str]:
    unsafe = next((case for case in cases if any(sign in case.message for sign in _TEMPLATE_SIGNS)), None)
    if unsafe is not None:
        raise UsageError(
            "a message holds what promptfoo would take for a template",
            got=unsafe.message,
            fix="use --to pytest, or `cocoa test` itself",
        )
    config = {
        "description": "Requests of `cocoa test`, judged by their computed keys",
        "prompts": ["{{message}}"],
        "providers": [{"id": "file://provider.py"}],
        "evaluateOptions": {"cache": False},  # otherwise old replies of a changed assistant are judged
        "defaultTest": {"assert": [{"type": "python", "value": "file://verdict.py"}]},
        "tests": [{"vars": {"case": case.id, "message": case.message}} for case in cases],
    }
    text = json.dumps(config, indent=1) + "\n"
    return {"promptfooconfig.json": text, "provider.py": _PROVIDER, "verdict.py": _ASSERTION}


CASE_FORMATS: Final[Mapping[str, Callable[[Sequence[Case]], dict[str, str]]]] = {
    "pytest": _for_pytest,
    "promptfoo": _for_promptfoo,
}
"""The formats, and what writes the files of each."""
_USES: Final = {
    "pytest": "COCOA_TARGET=module:function pytest {out}",
    "promptfoo": "COCOA_TARGET=module:function npx promptfoo eval -c {out}/promptfooconfig.json",
}
"""The command that uses the files of each format."""


def export_cases(folder: Path, to: str, out: Path) -> tuple[int, list[str], str]:
    """Writes the cases in a folder of `cocoa test` for another tool, with their domain.

    Returns:
        How many cases there are, the names of the files, and the command that uses them.

    Raises:
        UsageError: there is no such format, or `out` is taken.
    """
    if to not in CASE_FORMATS:
        raise UsageError(
            "there is no such export format for cases of an assistant", **not_among(to, CASE_FORMATS)
        )
    if is_occupied(out):
        raise UsageError("the place is taken", got=str(out), expected="a new folder, or an empty one")
    cases = read_cases(folder)
    contents = CASE_FORMATS[to](cases)
    out.mkdir(parents=True, exist_ok=True)
    shutil.copytree(folder / "domain", out / "domain")
    files = {name: text.encode() for name, text in contents.items()} | packed(cases)
    for name, content in files.items():
        write_whole(out / name, content)
    return len(cases), sorted(files), _USES[to].format(out=out)
