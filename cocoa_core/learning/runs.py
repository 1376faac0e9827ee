"""Runs one learner: reads rows and bounds them, trains on them, predicts forms of others, records both."""

from __future__ import annotations

import json
import platform
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from cocoa_core.atomic_files import is_occupied, write_whole
from cocoa_core.errors import UsageError
from cocoa_core.extras import require
from cocoa_core.families.parsing.rows import ParsingRow, RowFile
from cocoa_core.learning.settings import LearnerSettings
from cocoa_core.learning.vocabulary import Vocabulary
from cocoa_core.version import __version__

MANIFEST: Final = "manifest.json"
CHECKPOINT: Final = "checkpoint.pt"
_RUN: Final = "run.json"
_LOG: Final = "log.jsonl"

Report = Callable[[str, int, int], None]
"""A callback that gets the current stage, the steps done, and their total."""


@frozen
class LearnerRun:
    """What decides how a learner is trained."""

    train: Path
    """The rows."""
    settings: LearnerSettings
    seed: int
    device: str = "cpu"


def learn(
    run: LearnerRun, asked: Sequence[Path], out: Path, report: Report = lambda stage, done, total: None
) -> dict[str, Any]:
    """Trains a learner, predicts the forms of each file of `asked`, and writes both to a folder.

    The folder gets NAME.txt with a form a line for each file NAME.tsv, `log.jsonl` with the loss of each
    epoch, and `manifest.json` last. A stopped run goes on from its checkpoint; a finished one only predicts
    the files that it has not predicted yet.

    Args:
        out: the folder of the run; created where it does not exist.
        report: is called with the stage, the steps or rows done, and their total.

    Returns:
        The manifest.

    Raises:
        UsageError: torch or a file is missing, two files of `asked` have the same name, a row is too long,
            there is no such device, or the folder holds something else, another run or a checkpoint that
            cannot be read.
        FindingsError: a row cannot be read.
    """
    require(["torch"], "learn", "a learner")
    _check_files(run.train, asked)
    import torch

    from cocoa_core.learning.training import Learner, device_named

    identity = {
        "settings": run.settings.to_json(),
        "seed": run.seed,
        "device": run.device,
        "train": _digest(run.train),
        "torch": str(torch.__version__),
    }
    rows, torch_device = _rows(run.train, run.settings.longest), device_named(run.device)
    _begin(out, identity)
    earlier = read_json(out / MANIFEST) if (out / MANIFEST).exists() else {}
    digests = {path.stem: _digest(path) for path in asked}
    predicted = dict(earlier.get("asked", {}))
    unpredicted = [path for path in asked if predicted.get(path.stem, {}).get("sha256") != digests[path.stem]]
    if earlier and not unpredicted:
        return earlier
    learner = Learner(
        run.settings,
        run.seed,
        torch_device,
        Vocabulary.of(row.sentence for row in rows),
        Vocabulary.of(row.form for row in rows),
    )
    learner.train(
        [(row.sentence, row.form) for row in rows],
        out / CHECKPOINT,
        lambda step, steps, loss: report(f"training, loss {loss:.3f}", step, steps),
    )
    lines = (json.dumps({"epoch": number, "loss": loss}) for number, loss in enumerate(learner.losses, 1))
    write_whole(out / _LOG, "".join(f"{line}\n" for line in lines).encode())
    began = time.monotonic()
    for path in unpredicted:
        sentences = [row.sentence for row in _rows(path)]
        forms = learner.predict(sentences, partial(report, f"asking {path.stem}"))
        predicted[path.stem] = {
            "rows": len(forms),
            "sha256": digests[path.stem],
            "predictions": _write_forms(predictions_of(out, path.stem), forms),
        }
    manifest = {
        "cocoa": __version__,
        **identity,
        "rows": len(rows),
        "parameters": learner.parameters,
        "loss": learner.losses[-1],
        "asked": predicted,
        "machine": _machine(run.device),
        "seconds": {
            "training": round(learner.seconds, 1),
            "asking": round(earlier.get("seconds", {}).get("asking", 0) + time.monotonic() - began, 1),
        },
    }
    write_whole(out / MANIFEST, _text(manifest))
    return manifest


def _check_files(train: Path, asked: Sequence[Path]) -> None:
    for path in (train, *asked):
        if not path.is_file():
            raise UsageError("there is no such file", got=str(path), expected="rows as in COGS, in tabs")
    names = [path.stem for path in asked]
    if len(set(names)) < len(names):
        raise UsageError("two files to be asked have the same name", got=", ".join(names))


def _write_forms(path: Path, forms: Sequence[str]) -> str:
    """Writes forms, a line each, and returns the digest of the file."""
    content = "".join(f"{form}\n" for form in forms).encode()
    write_whole(path, content)
    return sha256(content).hexdigest()


def predictions_of(out: Path, name: str) -> Path:
    """Returns the path of a run's predictions for NAME.tsv."""
    return out / f"{name}.txt"


def _begin(out: Path, identity: Mapping[str, Any]) -> None:
    if (out / _RUN).exists():
        recorded = read_json(out / _RUN)
        differing = sorted(name for name in identity if recorded.get(name) != identity[name])
        if differing:
            raise UsageError(
                "the folder holds another run",
                got=f"{out}: other {', '.join(differing)}",
                fix="name another folder, or remove this one",
            )
        return
    if is_occupied(out):
        raise UsageError("the folder holds something else", got=str(out), fix="name another one")
    out.mkdir(parents=True, exist_ok=True)
    write_whole(out / _RUN, _text(identity))


def _rows(path: Path, longest: int | None = None) -> list[ParsingRow]:
    rows = RowFile(path).whole()
    for row in rows:
        if longest and (length := max(len(row.sentence.split()), len(row.form.split())) + 1) > longest:
            raise UsageError(
                f"line {row.line} of {path} is too long for this learner",
                got=f"{length} tokens with the end",
                expected=f"{longest} at the most",
                fix=f"--set longest={length}",
            )
    return rows


def _digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()


def _machine(device: str) -> dict[str, str]:
    import torch

    chip = torch.cuda.get_device_name() if device == "cuda" else platform.machine()
    return {"system": platform.system(), "python": platform.python_version(), "chip": chip}


def read_json(path: Path) -> dict[str, Any]:
    """Returns the JSON object of a file that a run wrote.

    Raises:
        UsageError: the file holds no JSON object.
    """
    try:
        data = json.loads(path.read_bytes())
    except ValueError:
        data = None
    if not isinstance(data, dict):
        raise UsageError("this file cannot be read", got=str(path), expected="what cocoa learn wrote")
    return data


def _text(data: Mapping[str, Any]) -> bytes:
    return f"{json.dumps(data, indent=2)}\n".encode()
