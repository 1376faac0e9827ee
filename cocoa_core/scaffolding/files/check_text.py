"""The test that comes with a new domain: a file of its own, which needs cocoa_core and nothing else."""

from __future__ import annotations

__all__ = ["check_file", "check_text"]

_TEXT = '''\
"""Draws questions from this domain, writes them as a data set, and has every one of them verified.

Run it after every edit of schema.yaml, rules.yaml or the catalogue, whichever way you like:

    python {file}
    pytest {file}
"""

from pathlib import Path
from tempfile import TemporaryDirectory

import cocoa_core

FOLDER = Path(__file__).resolve().parent
COUNT = 40
SLOTS = {slots}  # how many attributes a request speaks of; None: two to six


def test_the_domain_loads():
    assert cocoa_core.load_domain(FOLDER).name == "{name}"


def test_every_question_is_verified():
    domain = cocoa_core.load_domain(FOLDER)
    with TemporaryDirectory() as folder:
        exam = Path(folder) / "exam"
        domain.write(exam, COUNT, seed=0, slots=SLOTS)
        report = cocoa_core.verify(exam)
    assert report.checked == COUNT
    assert report.clean, "\\n".join(map(str, report.findings))


if __name__ == "__main__":
    try:
        test_the_domain_loads()
        test_every_question_is_verified()
    except cocoa_core.CocoaError as error:
        raise SystemExit(f"error: {{error}}") from None
    print(f"{{COUNT}} questions drawn from {name}, all of them verified")
'''


def check_file(name: str) -> str:
    """What the test of a domain is called: a name that Python can import."""
    return f"test_{name.replace('-', '_')}.py"


def check_text(name: str, slots: int | None) -> str:
    """The file's text. slots: how many its questions speak of, None for the usual mix."""
    return _TEXT.format(file=check_file(name), name=name, slots=slots)
