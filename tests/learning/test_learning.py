"""Learners: they learn, and a seed gives the same words whether a run was stopped or not."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest

from cocoa_core.errors import CocoaError, SettingsError, UsageError
from cocoa_core.learning import LearnerRun, LearnerSettings, learn

torch = pytest.importorskip("torch", reason="the extra learn is not installed")

TINY = {"hidden": 32, "feedforward": 64, "batch": 16, "dropout": 0.0, "longest": 24}
"""Of both learners: an epoch of a hundred short rows takes a tenth of a second."""
MODELS = ("lstm", "transformer")


def settings(model: str, **changes: float) -> LearnerSettings:
    named = {name.replace("_", "-"): value for name, value in {**TINY, **changes}.items()}
    return LearnerSettings.of(model, named)


def write_copies(folder: Path, words: str = "abcd", longest: int = 3) -> tuple[Path, Path]:
    """Rows whose form is their sentence: all sequences of these words, three of four in training."""
    rows = [
        " ".join(some) for length in range(1, longest + 1) for some in itertools.product(words, repeat=length)
    ]
    random.Random(0).shuffle(rows)
    paths = folder / "train.tsv", folder / "held.tsv"
    quarter = len(rows) // 4
    for path, own in zip(paths, (rows[quarter:], rows[:quarter]), strict=True):
        path.write_text("".join(f"{row}\t{row}\tcopy\n" for row in own), encoding="utf-8")
    return paths


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize(("model", "epochs", "rate"), [("lstm", 30, 0.01), ("transformer", 10, 0.003)])
def test_copying_is_learnt(tmp_path: Path, model: str, epochs: int, rate: float) -> None:
    """Every held-out row; with seeds 0 to 2 so are all of them after 25 and 6 epochs."""
    train, held = write_copies(tmp_path, "abcdefgh")
    learn(LearnerRun(train, settings(model, epochs=epochs, learning_rate=rate), 0), [held], tmp_path / "run")
    assert lines(tmp_path / "run" / "held.txt") == [line.split("\t")[0] for line in lines(held)]


class StoppedError(Exception):
    """A run was killed here."""


def stopping_after(steps: int) -> Callable[[str, int, int], None]:
    def report(stage: str, done: int, total: int) -> None:
        if stage.startswith("training") and done == steps:
            raise StoppedError

    return report


@pytest.mark.parametrize("model", MODELS)
def test_a_seed_gives_the_same_bytes_also_after_a_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, model: str
) -> None:
    monkeypatch.setattr("cocoa_core.learning.training._BETWEEN_CHECKPOINTS", 0.0)
    train, held = write_copies(tmp_path)
    trained = settings(model, epochs=3, dropout=0.2, learning_rate=0.01)
    runs = {name: tmp_path / name for name in ("whole", "stopped", "other")}
    learn(LearnerRun(train, trained, 5), [held], runs["whole"])
    steps = 64 // 16  # of an epoch: 63 of 84 rows in batches of 16
    for stop in (steps + 2, 2 * steps + 1):  # in the second epoch, and in the third
        with pytest.raises(StoppedError):
            learn(LearnerRun(train, trained, 5), [held], runs["stopped"], report=stopping_after(stop))
        assert not (runs["stopped"] / "manifest.json").exists()
    learn(LearnerRun(train, trained, 5), [held], runs["stopped"])
    learn(LearnerRun(train, trained, 6), [held], runs["other"])
    for name in ("held.txt", "log.jsonl"):
        assert (runs["stopped"] / name).read_bytes() == (runs["whole"] / name).read_bytes()
    assert (runs["other"] / "log.jsonl").read_bytes() != (runs["whole"] / "log.jsonl").read_bytes()


@pytest.mark.parametrize("model", MODELS)
def test_how_often_numbers_are_read_back_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, model: str
) -> None:
    train, held = write_copies(tmp_path)
    trained = settings(model, epochs=3, learning_rate=0.01)
    learn(LearnerRun(train, trained, 0), [held], tmp_path / "often")
    monkeypatch.setattr("cocoa_core.learning.training._BETWEEN_LOOKS", {"cpu": 7})
    losses: dict[int, str] = {}
    learn(
        LearnerRun(train, trained, 0),
        [held],
        tmp_path / "seldom",
        lambda stage, done, total: losses.update({done: stage}) if stage.startswith("training") else None,
    )
    for name in ("held.txt", "log.jsonl"):
        assert (tmp_path / "seldom" / name).read_bytes() == (tmp_path / "often" / name).read_bytes()
    assert len(losses) == 3 * 4, "63 rows in batches of 16, three times"
    assert losses[8] == losses[9] == losses[11], "the loss of step 8 is the last that was read"


@pytest.mark.skipif(not torch.cuda.is_available(), reason="there is no GPU")
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("precision", ["float32", "tf32", "bf16"])
def test_a_gpu_learns_to_copy_and_gives_the_same_bytes_again(
    tmp_path: Path, model: str, precision: str
) -> None:
    train, held = write_copies(tmp_path, "abcdefgh")
    trained = attrs.evolve(settings(model, epochs=30, learning_rate=0.005), precision=precision)
    for name in ("first", "again"):
        learn(LearnerRun(train, trained, 0, "cuda"), [held], tmp_path / name)
    assert lines(tmp_path / "first" / "held.txt") == [line.split("\t")[0] for line in lines(held)]
    for name in ("held.txt", "log.jsonl"):
        assert (tmp_path / "first" / name).read_bytes() == (tmp_path / "again" / name).read_bytes()


@pytest.mark.parametrize("model", MODELS)
def test_a_step_at_a_time_gives_what_all_positions_at_once_give(model: str) -> None:
    from cocoa_core.learning.networks import network_of

    torch.manual_seed(0)
    network = network_of(settings(model), inputs=9, outputs=11).eval()
    sentences = torch.tensor([[4, 5, 6, 7], [8, 4, 0, 0]])  # the second is padded
    forms = torch.tensor([[1, 4, 5, 6, 10], [1, 9, 8, 7, 6]])
    with torch.inference_mode():
        together = network.decode(network.encode(sentences), forms)
        memory = network.encode(sentences)
        steps = torch.stack([network.step(memory, column) for column in forms.T], 1)
        alone = network.decode(network.encode(sentences[1:, :2]), forms[1:])
    assert torch.allclose(together, steps, atol=1e-5)
    assert torch.allclose(together[1:], alone, atol=1e-5), "padding is attended to"


def test_the_published_learners_have_the_published_sizes() -> None:
    """About 9 and 4 million parameters with the 762 words and 729 tokens of COGS (section 4.1)."""
    from cocoa_core.learning import PUBLISHED
    from cocoa_core.learning.networks import network_of

    for model, millions in (("lstm", 9), ("transformer", 4)):
        network = network_of(PUBLISHED[model], inputs=762, outputs=729)
        count = sum(weight.numel() for weight in network.parameters())
        assert millions <= count / 1e6 < millions + 1


def test_a_run_that_is_done_asks_more_without_learning_anew(tmp_path: Path) -> None:
    train, held = write_copies(tmp_path)
    run, trained = tmp_path / "run", settings("lstm", epochs=1)
    first = learn(LearnerRun(train, trained, 0), [], run)
    stages: set[str] = set()
    second = learn(LearnerRun(train, trained, 0), [held], run, report=lambda stage, *_: stages.add(stage))
    assert stages == {"asking held"}
    assert second["loss"] == first["loss"]
    assert len(lines(run / "held.txt")) == len(lines(held)) == second["asked"]["held"]["rows"]
    assert learn(LearnerRun(train, trained, 0), [held], run, report=stopping_after(0)) == second
    data = json.loads((run / "manifest.json").read_text())
    assert data == second
    assert data["settings"]["hidden"] == TINY["hidden"]
    assert not any("/" in text for text in texts_of(data)), "a path of this machine"


def texts_of(data: Any) -> list[str]:
    if isinstance(data, dict):
        return [text for value in data.values() for text in texts_of(value)]
    return [data] if isinstance(data, str) else []


def test_another_run_is_not_written_over(tmp_path: Path) -> None:
    train, held = write_copies(tmp_path)
    learn(LearnerRun(train, settings("lstm", epochs=1), 0), [], tmp_path / "run")
    before = {path: path.read_bytes() for path in (tmp_path / "run").iterdir()}
    for error, args in (
        ("other seed", (LearnerRun(train, settings("lstm", epochs=1), 1), [], tmp_path / "run")),
        ("other train", (LearnerRun(held, settings("lstm", epochs=1), 0), [], tmp_path / "run")),
        ("something else", (LearnerRun(train, settings("lstm", epochs=1), 0), [], tmp_path)),
        ("is too long", (LearnerRun(train, settings("lstm", epochs=1, longest=3), 0), [], tmp_path / "new")),
        ("no GPU", (LearnerRun(train, settings("lstm", epochs=1), 0, "cuda"), [], tmp_path / "gpu")),
        ("same name", (LearnerRun(train, settings("lstm", epochs=1), 0), [held, held], tmp_path / "twice")),
    ):
        if error == "no GPU" and torch.cuda.is_available():
            continue
        with pytest.raises(CocoaError, match=error):
            learn(*args)  # type: ignore[arg-type]
    assert {path: path.read_bytes() for path in (tmp_path / "run").iterdir()} == before
    assert not (tmp_path / "new").exists(), "the folder is free for the call that mends it"


def test_a_broken_checkpoint_is_named(tmp_path: Path) -> None:
    train, _ = write_copies(tmp_path)
    run, trained = tmp_path / "run", settings("lstm", epochs=1)
    learn(LearnerRun(train, trained, 0), [], run)
    (run / "manifest.json").unlink()
    (run / "checkpoint.pt").write_bytes(b"no weights")
    with pytest.raises(UsageError, match=r"checkpoint\.pt"):
        learn(LearnerRun(train, trained, 0), [], run)


@pytest.mark.parametrize(
    ("model", "given", "part"),
    [
        ("gru", {}, "lstm or transformer"),
        ("lstm", {"hiden": 3}, "hidden"),
        ("lstm", {"hidden": 0.5}, "a whole number"),
        ("lstm", {"hidden": 0}, "1 or more"),
        ("lstm", {"dropout": 1}, "below 1"),
        ("lstm", {"learning-rate": 0}, "between 0 and 1"),
        ("lstm", {"precision": "fp8"}, "bf16"),
        ("transformer", {"heads": 7}, "300 among 7"),
    ],
)
def test_wrong_settings_are_refused(model: str, given: dict[str, Any], part: str) -> None:
    with pytest.raises(SettingsError, match=part):
        LearnerSettings.of(model, given)
