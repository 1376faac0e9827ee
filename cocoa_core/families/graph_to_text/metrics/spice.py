"""Computes SPICE with its jar for Java, which the user names; without both it is left out, never zero."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from cocoa_core.errors import UsageError

JAR: Final = "COCOA_SPICE_JAR"
"""The environment variable that names the jar."""


def spice_absent() -> str:
    """Returns why SPICE cannot be computed here; empty where it can.

    Raises:
        UsageError: the variable names no file.
    """
    jar = os.environ.get(JAR)
    if not jar:
        return f"SPICE needs Java and its jar: set {JAR}=spice-1.0.jar"
    if not Path(jar).is_file():
        raise UsageError("there is no such jar", got=f"{JAR}={jar}", expected="the path of spice-1.0.jar")
    return "" if shutil.which("java") else "SPICE needs Java: there is no `java` on the path"


def spice(sentences: Sequence[str], references: Sequence[Sequence[str]]) -> list[float]:
    """Returns the F score of each sentence, as the program computes it.

    Raises:
        UsageError: the program fails.
    """
    with tempfile.TemporaryDirectory() as folder:
        input_file, output_file = Path(folder) / "asked.json", Path(folder) / "answered.json"
        data = [
            {"image_id": number, "test": sentence, "refs": list(texts)}
            for number, (sentence, texts) in enumerate(zip(sentences, references, strict=True))
        ]
        input_file.write_text(json.dumps(data), encoding="utf-8")
        command = [
            "java",
            "-jar",
            os.environ[JAR],
            str(input_file),
            "-out",
            str(output_file),
            "-subset",
            "-silent",
        ]
        completed = subprocess.run(command, capture_output=True, text=True, check=False)
        try:
            entries = json.loads(output_file.read_bytes())
            by_number = {int(entry["image_id"]): float(entry["scores"]["All"]["f"]) for entry in entries}
            return [by_number[number] for number in range(len(sentences))]
        except (OSError, ValueError, KeyError, TypeError) as error:
            last_words = completed.stderr.strip().splitlines()[-1:] or [repr(error)]
            raise UsageError(
                "SPICE gave no scores",
                got=f"exit code {completed.returncode}: {last_words[0][:200]}",
                expected="a score for every sentence",
                fix=f"run the jar of {JAR} by itself, or unset {JAR}",
            ) from error
