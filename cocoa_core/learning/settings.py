"""The settings of a learner and of its training; the published values are the defaults."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from attrs import asdict, evolve, fields, frozen

from cocoa_core.errors import SettingsError
from cocoa_core.suggestions import not_among

_PRECISIONS: Final = ("float32", "tf32", "bf16")


@frozen
class LearnerSettings:
    """The settings of an encoder and a decoder, and of their training from scratch."""

    model: str
    """`lstm` or `transformer`."""
    hidden: int
    """The width of embeddings and states."""
    epochs: int
    """How often every training row is seen."""
    batch: int
    """The rows of one step of the optimizer (AdamW)."""
    learning_rate: float
    """The highest rate; it rises from 0 over the share `warm_up` of the steps, and then falls to 0."""
    dropout: float
    """The share of values set to 0 in training."""
    layers: int = 2
    """The layers of the encoder, and as many of the decoder."""
    heads: int = 4
    feedforward: int = 512
    """`heads` and `feedforward` are used by the Transformer alone."""
    warm_up: float = 0.1
    longest: int = 512
    """The most tokens of a sentence and of a form in training, each with its end, and of a predicted form."""
    precision: str = "float32"
    """`float32`, `bf16`, or `tf32`: products on a GPU with factors of 11 bits."""
    threads: int = 1
    """Threads of the processor; sums of floats, and so the predictions, depend on their number."""

    @classmethod
    def of(cls, model: str, given: Mapping[str, Any]) -> LearnerSettings:
        """Returns the published settings of a model with some of them changed.

        Args:
            model: `lstm` or `transformer`.
            given: values by name, as `--set NAME=VALUE` names them.

        Raises:
            SettingsError: an unknown model or name; a value that is no number or out of range.
        """
        if model not in PUBLISHED:
            raise SettingsError("there is no such model", **not_among(model, PUBLISHED, " or "))
        kinds = {
            field.name.replace("_", "-"): type(getattr(PUBLISHED[model], field.name)) for field in fields(cls)
        }
        del kinds["model"]
        changes: dict[str, Any] = {}
        for name, value in given.items():
            if name not in kinds:
                raise SettingsError("there is no such setting of a learner", **not_among(name, kinds))
            try:
                changes[name.replace("-", "_")] = kinds[name](str(value))
            except ValueError:
                kind = "a whole number" if kinds[name] is int else "a number"
                raise SettingsError(f"{name} is {kind}", got=str(value)) from None
        result: LearnerSettings = evolve(PUBLISHED[model], **changes)
        result._check()
        return result

    def _check(self) -> None:
        shares = {"dropout": self.dropout, "warm-up": self.warm_up}
        for name, share in shares.items():
            if not 0 <= share < 1:
                raise SettingsError(f"{name} is out of range", got=str(share), expected="from 0 to below 1")
        sizes = ("hidden", "epochs", "batch", "layers", "heads", "feedforward", "longest", "threads")
        for name in sizes:
            if getattr(self, name) < 1:
                raise SettingsError(
                    f"{name} is out of range", got=str(getattr(self, name)), expected="1 or more"
                )
        if not 0 < self.learning_rate < 1:
            raise SettingsError(
                "learning-rate is out of range", got=str(self.learning_rate), expected="between 0 and 1"
            )
        if self.precision not in _PRECISIONS:
            raise SettingsError(
                "there is no such precision", **not_among(self.precision, _PRECISIONS, " or ")
            )
        if self.model == "transformer" and self.hidden % self.heads:
            raise SettingsError(
                "the heads cannot share the width equally", got=f"{self.hidden} among {self.heads} heads"
            )

    def to_json(self) -> dict[str, Any]:
        """Returns the settings as plain data."""
        return asdict(self)


PUBLISHED: Final[Mapping[str, LearnerSettings]] = MappingProxyType(
    {
        "lstm": LearnerSettings("lstm", 512, epochs=200, batch=512, learning_rate=8e-4, dropout=0.4),
        "transformer": LearnerSettings(
            "transformer", 300, epochs=300, batch=128, learning_rate=1e-4, dropout=0.1
        ),
    }
)
"""The settings in section 4.1 of the ReCOGS paper. What it does not state is as in its program: dropout, the
feed-forward width, tied output weights of the LSTM, AdamW, and a rate that warms up over a tenth of the steps
and then decays linearly, where the paper says "fixed".
"""
