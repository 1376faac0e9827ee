"""Trains a network on pairs of texts and predicts with it; the same seed gives the same weights and
predictions.

All random draws of an epoch come from the seed and the number of the epoch, so a training that was killed
goes on from its last checkpoint with the same result as if it had not been.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import torch
from attrs import define, field
from torch import Tensor
from torch.nn.functional import cross_entropy
from torch.nn.utils.rnn import pad_sequence

from cocoa_core.atomic_files import writing_whole
from cocoa_core.errors import UsageError
from cocoa_core.learning.networks import network_of
from cocoa_core.learning.settings import LearnerSettings
from cocoa_core.learning.vocabulary import BEGIN, END, PAD, Vocabulary
from cocoa_core.seeds import seed_of, stream

_BETWEEN_CHECKPOINTS: Final = 20.0
"""Seconds. A run on a processor loses at most so much, and an epoch, when it is killed, and with fast epochs
the time is not spent on writing.
"""
_SORTED_TOGETHER: Final = 50
"""The number of batches whose rows are sorted by length together. Batches then have rows of about equal
length, and each epoch still groups them differently.
"""
_ASKED_TOGETHER: Final = {"cpu": 256, "cuda": 1024}
"""The number of rows that are decoded at once. A GPU is kept waiting by the calls rather than by the rows."""
_BETWEEN_LOOKS: Final = {"cpu": 1, "cuda": 16}
"""The steps between two numbers that are read back, as each reading makes a GPU wait."""


def device_named(name: str) -> Any:
    """Returns the device `cpu` or `cuda`.

    Raises:
        UsageError: the name is another, or torch finds no GPU.
    """
    if name == "cuda" and not torch.cuda.is_available():
        raise UsageError("torch finds no GPU here", got="--device cuda", fix="--device cpu")
    if name not in ("cpu", "cuda"):
        raise UsageError("there is no such device", got=name, expected="cpu or cuda")
    return torch.device(name)


@define
class Learner:
    """A network with its two vocabularies."""

    settings: LearnerSettings
    seed: int
    device: Any
    words: Vocabulary
    tokens: Vocabulary
    losses: list[float] = field(factory=list)
    """The mean loss a token of each finished epoch."""
    seconds: float = 0.0
    """The time that the finished epochs took."""
    network: Any = field(init=False)
    optimizer: Any = field(init=False)

    def __attrs_post_init__(self) -> None:
        torch.set_num_threads(self.settings.threads)
        torch.use_deterministic_algorithms(True)
        # Nothing here reads what it has not written, and filling it took 251 of 811 launches of a step.
        torch.utils.deterministic.fill_uninitialized_memory = False
        on_gpu = self.device.type == "cuda"
        if on_gpu:  # the quicker kernels of attention add up in an order of their own
            os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")  # else torch refuses to multiply
            torch.backends.cuda.enable_flash_sdp(False)
            torch.backends.cuda.enable_mem_efficient_sdp(False)
            torch.backends.cuda.enable_cudnn_sdp(False)
            torch.backends.cuda.matmul.allow_tf32 = self.settings.precision == "tf32"
            torch.backends.cudnn.allow_tf32 = self.settings.precision == "tf32"
        torch.manual_seed(seed_of("learner", self.seed) >> 1)
        network = network_of(self.settings, len(self.words.words), len(self.tokens.words))
        self.network = network.to(self.device)
        self.optimizer = torch.optim.AdamW(
            self.network.parameters(), lr=self.settings.learning_rate, fused=on_gpu or None
        )

    @property
    def parameters(self) -> int:
        """The number of learnt weights."""
        return sum(weight.numel() for weight in self.network.parameters())

    def train(
        self,
        pairs: Sequence[tuple[str, str]],
        checkpoint: Path,
        report: Callable[[int, int, float], None] = lambda step, steps, loss: None,
    ) -> None:
        """Trains on pairs of sentence and form for the epochs that are left.

        Args:
            checkpoint: the file that the state is read from, if it exists, and written to.
            report: is called with the steps done, their total, and the loss of the last that was looked at.

        Raises:
            UsageError: the checkpoint cannot be read.
        """
        if checkpoint.exists():
            self._read(checkpoint)
        sources = [self.words.numbers(sentence) for sentence, _ in pairs]
        targets = [[BEGIN, *self.tokens.numbers(form)] for _, form in pairs]
        lengths = [(len(source), len(target)) for source, target in zip(sources, targets, strict=True)]
        sentences, forms = self._tensor(sources), self._tensor(targets)
        steps = -(-len(pairs) // self.settings.batch)
        written = time.monotonic()
        began, loss = written - self.seconds, 0.0
        for epoch in range(len(self.losses), self.settings.epochs):
            torch.manual_seed(seed_of("dropout", self.seed, epoch) >> 1)
            self.network.train()
            loss_sum, tokens = torch.zeros((), dtype=torch.float64, device=self.device), 0
            batches = self._batches([length for _, length in lengths], epoch)
            chosen = torch.tensor([row for rows in batches for row in rows], device=self.device)
            seen = 0
            for number, rows in enumerate(batches, start=epoch * steps):
                self._set_learning_rate(number, steps * self.settings.epochs)
                longest = map(max, zip(*(lengths[row] for row in rows), strict=True))
                count = sum(lengths[row][1] - 1 for row in rows)
                indices = chosen[seen : seen + len(rows)]
                mean = self._step(
                    *(texts[indices, :end] for texts, end in zip((sentences, forms), longest, strict=True))
                )
                loss_sum, tokens, seen = loss_sum + mean.double() * count, tokens + count, seen + len(rows)
                if number % _BETWEEN_LOOKS[self.device.type] == 0:
                    loss = mean.item()
                report(number + 1, steps * self.settings.epochs, loss)
            self.losses.append(loss_sum.item() / tokens)
            finished = time.monotonic()
            self.seconds = finished - began
            if len(self.losses) == self.settings.epochs or finished - written > _BETWEEN_CHECKPOINTS:
                self._write(checkpoint)
                written = finished

    def _batches(self, lengths: Sequence[int], epoch: int) -> list[list[int]]:
        """Returns an epoch's batches, each as the indices of its rows, in drawn order."""
        rng, size = stream("batches", self.seed, epoch), self.settings.batch
        order = list(range(len(lengths)))
        rng.shuffle(order)
        batches = []
        for first in range(0, len(order), size * _SORTED_TOGETHER):
            group = sorted(order[first : first + size * _SORTED_TOGETHER], key=lengths.__getitem__)
            batches += [group[start : start + size] for start in range(0, len(group), size)]
        rng.shuffle(batches)
        return batches

    def _set_learning_rate(self, step: int, steps: int) -> None:
        """Sets the rate of a step: it rises linearly over the warm-up, then falls linearly to 0."""
        warm_up_steps = self.settings.warm_up * steps
        share = (
            (step + 1) / warm_up_steps
            if step + 1 < warm_up_steps
            else (steps - step) / (steps - warm_up_steps)
        )
        for group in self.optimizer.param_groups:
            group["lr"] = self.settings.learning_rate * min(1.0, share)

    def _step(self, sentences: Tensor, forms: Tensor) -> Tensor:
        """Moves the weights by a batch, and returns its mean loss a token without waiting for it."""
        with self._precision():
            logits = self.network.decode(self.network.encode(sentences), forms[:, :-1])
        following = forms[:, 1:].flatten()
        loss = cross_entropy(logits.float().flatten(0, 1), following, ignore_index=PAD)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.detach()

    def predict(
        self, sentences: Sequence[str], report: Callable[[int, int], None] = lambda done, total: None
    ) -> list[str]:
        """Returns the form of each sentence, decoded greedily: at each position the likeliest token.

        A sentence that has more tokens than `longest`, with its end, gets an empty form.

        Args:
            report: is called with the sentences done and their total.
        """
        self.network.eval()
        lengths = {sentence: len(sentence.split()) + 1 for sentence in sentences}
        forms = {sentence: "" for sentence, length in lengths.items() if length > self.settings.longest}
        pending = sorted(set(lengths) - set(forms), key=lambda sentence: (lengths[sentence], sentence))
        with torch.inference_mode(), self._precision():
            together = _ASKED_TOGETHER[self.device.type]
            for first in range(0, len(pending), together):
                chunk = pending[first : first + together]
                predicted = self._greedy(self._tensor([self.words.numbers(sentence) for sentence in chunk]))
                forms.update(zip(chunk, map(self.tokens.text, predicted), strict=True))
                report(first + len(chunk), len(pending))
        return [forms[sentence] for sentence in sentences]

    def _greedy(self, sentences: Tensor) -> list[list[int]]:
        """Returns the token numbers of each row: at most `longest`, and END after its end."""
        memory = self.network.encode(sentences)
        tokens = torch.full((len(sentences),), BEGIN, device=self.device)
        ended = torch.zeros_like(tokens, dtype=torch.bool)
        columns: list[Tensor] = []
        between = _BETWEEN_LOOKS[self.device.type]
        while len(columns) < self.settings.longest and (len(columns) % between or not ended.all()):
            tokens = self.network.step(memory, tokens).argmax(-1).masked_fill(ended, END)
            ended = ended | (tokens == END)
            columns.append(tokens)
        result: list[list[int]] = torch.stack(columns, 1).tolist()
        return result

    def _tensor(self, rows: Sequence[list[int]]) -> Tensor:
        return pad_sequence(list(map(torch.tensor, rows)), batch_first=True, padding_value=PAD).to(
            self.device
        )

    def _precision(self) -> Any:
        enabled = self.settings.precision == "bf16"
        return torch.autocast(self.device.type, dtype=torch.bfloat16, enabled=enabled)

    def _write(self, checkpoint: Path) -> None:
        state = {"network": self.network.state_dict(), "optimizer": self.optimizer.state_dict()}
        with writing_whole(checkpoint, alone=True) as file:
            torch.save({**state, "losses": self.losses, "seconds": self.seconds}, file)

    def _read(self, checkpoint: Path) -> None:
        try:
            state = torch.load(checkpoint, map_location=self.device, weights_only=True)
            self.network.load_state_dict(state["network"])
            self.optimizer.load_state_dict(state["optimizer"])
            self.losses, self.seconds = list(state["losses"]), float(state["seconds"])
        except Exception as error:  # torch raises whatever its parts do
            raise UsageError(
                "this checkpoint cannot be read",
                got=f"{checkpoint}: {type(error).__name__}",
                fix="remove the file, and the run begins anew",
            ) from error
