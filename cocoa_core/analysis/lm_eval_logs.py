"""Reads the samples that lm-eval logs of cocoa's exported tasks, in the form of inspect's, so that one reader
serves both.

(lm-eval 0.4.13: `samples_TASK_TIME.jsonl`, one line per answer, beside `results_TIME.json`, which names the
model.)
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from cocoa_core.analysis.log_files import (
    MOST_AT_ONCE,
    SAMPLES,
    TooLargeError,
    UnreadableLogError,
    check_file,
    parsed,
)
from cocoa_core.analysis.run_conditions import LogOrigin, RunConditions, shot_name
from cocoa_core.families.selection import FAMILY
from cocoa_core.items import plain
from cocoa_core.text import whole

HARNESS: Final = "lm-eval"
_UNREAD: Final = "[no answer]"
_NAMES: Final = ("pretrained", "model", "path", "engine")
"""Arguments of lm-eval's models that name the model, in the order in which lm-eval looks for them."""


def is_samples(path: Path) -> bool:
    """Returns whether a file's name is one of lm-eval's samples."""
    return SAMPLES.fullmatch(path.name) is not None


def header_of(path: Path) -> tuple[RunConditions, LogOrigin]:
    """Reads the condition and the origin of a run from the results file beside its samples.

    Raises:
        UnreadableLogError: the results file is missing, or holds no results of a task that `cocoa export`
            wrote.
    """
    named = SAMPLES.fullmatch(path.name)
    if named is None:
        raise UnreadableLogError("not a name that lm-eval gives to samples")
    check_file(path)
    beside = path.with_name(f"results_{named['begun']}.json")
    try:
        if beside.exists():
            check_file(beside)
        with beside.open("rb") as file:
            header = json.loads(file.read(MOST_AT_ONCE))
        run, metadata = header["config"], header["configs"][named["task"]]["metadata"]
        condition = RunConditions(
            dataset=whole(str(metadata["dataset"])),
            origin=whole(str(metadata["origin"])),
            model=whole(_model(run)),
            strategy=whole(shot_name(str(metadata["strategy"]), int(header["n-shot"][named["task"]]))),
            prompt=whole(str(metadata["prompt"])),
            settings=_settings(header, run, header["configs"][named["task"]].get("generation_kwargs")),
            harness=HARNESS,
            reader=whole(str(metadata.get("reader") or "")),
        )
        version = f"{HARNESS} {header.get('lm_eval_version', '')}".strip()
        return condition, LogOrigin(
            domain=whole(str(metadata["domain"])),
            digest=whole(str(metadata["digest"])),
            begun=whole(named["begun"]),
            cocoa="",
            inspect=whole(version),
        )
    except OSError:
        raise UnreadableLogError(
            f"{beside.name}, which names the model, is not beside it: copy it from lm-eval's --output_path"
        ) from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise UnreadableLogError(
            f"{beside.name} has no results of a task that `cocoa export` wrote"
        ) from None


def samples_of(path: Path) -> Iterator[Mapping[str, Any] | UnreadableLogError]:
    """Yields the answers, each as a sample of inspect's; in place of one that cannot be read, the error.

    Raises:
        UnreadableLogError: the file cannot be read.
    """
    try:
        with path.open("rb") as file:
            for line in iter(lambda: file.readline(MOST_AT_ONCE + 1), b""):
                if len(line) > MOST_AT_ONCE:
                    yield TooLargeError(
                        f"a line of more than {MOST_AT_ONCE:,} bytes: the log was read up to there"
                    )
                    return
                try:
                    yield _sample(parsed(line))
                except (ValueError, KeyError, TypeError, IndexError, AttributeError):
                    yield UnreadableLogError("no answer to a question that `cocoa export` wrote")
    except OSError as error:
        raise UnreadableLogError(f"cannot be read: {error.strerror}") from None


def _model(run: Mapping[str, Any]) -> str:
    arguments = run.get("model_args") or {}
    name = next((str(arguments[key]) for key in _NAMES if arguments.get(key)), "")
    return f"{run['model']}/{name}" if name else str(run["model"])


def _settings(header: Mapping[str, Any], run: Mapping[str, Any], task: object) -> tuple[str, ...]:
    """Returns the task's settings, replaced by those of the call, and the model's arguments."""
    settings = dict(task) if isinstance(task, Mapping) else {}
    settings.pop("until", None)  # where the answer ends, which is the same for every model
    settings |= run.get("gen_kwargs") or {}
    arguments = run.get("model_args") or {}
    settings |= {name: value for name, value in arguments.items() if name not in _NAMES and "key" not in name}
    settings |= {
        name: str(header[f"{name}_sha"])[:8]
        for name in ("system_instruction", "chat_template")
        if header.get(f"{name}_sha")
    }
    return tuple(sorted(whole(f"{name}={value}") for name, value in settings.items()))


def _sample(line: Mapping[str, Any]) -> Mapping[str, Any]:
    doc = line["doc"]
    name, stated = _stated(doc["record"])
    reply, score = (_chosen if "acc" in line else _written)(line)
    return {
        "id": name,
        "epoch": 1,
        "input": str(line["arguments"]["gen_args_0"]["arg_0"]),
        "target": str(doc["answer"]),
        "output": {"completion": reply},
        "scores": {"lm-eval": score},
        "metadata": {"cocoa": parsed(doc["record"]), **stated},
    }


_READ: Final[dict[int, tuple[str, Mapping[str, Any]]]] = {}
"""By the hash of a record, its id and what inspect's metadata state of it. Several models answer the same
questions, and to read one takes longer than the rest of its sample.
"""


def _stated(record: str) -> tuple[str, Mapping[str, Any]]:
    if hash(record) not in _READ:
        question = FAMILY.read(record)
        _READ[hash(record)] = (
            question.id,
            {
                "family": FAMILY.name,
                "ask": question.ask,
                "groups": dict(question.groups),
                "cluster": FAMILY.cluster(question),
                "facets": plain(FAMILY.facets(question)),
                "chance": FAMILY.chance(question),
            },
        )
    return _READ[hash(record)]


def _chosen(line: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """Returns text and score for likelihoods: the highest wins, the first of equals, as in lm-eval."""
    likely = [float(reply[0]) for reply in line["filtered_resps"]]
    labels: Sequence[str] = [*line["doc"]["labels"], *(["none"] if line["doc"].get("none") else [])]
    if len(likely) != len(labels):
        raise ValueError("expected a likelihood for each label")
    letter = labels[likely.index(max(likely))]
    listed = ", ".join(f"{label} {value:.3f}" for label, value in zip(labels, likely, strict=True))
    return f"Log likelihoods: {listed}.", _score(float(line["acc"]), letter)


def _written(line: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """Returns a written reply with lm-eval's answer; cocoa's reader says why there is none."""
    (reply,), answer, value = line["resps"][0][:1], str(line["filtered_resps"][0]), float(line["exact_match"])
    if answer != _UNREAD:
        return str(reply), _score(value, answer)
    failure = FAMILY.score(FAMILY.read(line["doc"]["record"]), (str(reply),)).failure or "unreadable"
    return str(reply), _score(value, None, failure)


def _score(value: float, answer: str | None, failure: str = "") -> Mapping[str, Any]:
    reason = {"parse_failure": bool(failure), "reason": failure}
    return {"value": value, "answer": answer, "metadata": reason}
