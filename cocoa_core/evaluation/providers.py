"""The reference models as an inspect provider: `cocoa/oracle`, `cocoa/random` and so on; no network."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal, cast

from inspect_ai.model import (
    ChatMessage,
    GenerateConfig,
    ModelAPI,
    ModelOutput,
    ModelUsage,
    modelapi,
)
from inspect_ai.tool import ToolChoice, ToolInfo

from cocoa_core.errors import UsageError
from cocoa_core.evaluation.players import Message, answer
from cocoa_core.reference.choosing import PROVIDER, REFERENCE_MODELS
from cocoa_core.reference.request_reader import RequestReader, reader_of_folder

__all__ = ["PROVIDER", "ReferenceModels", "count_words"]

_AT_ONCE = 64


def count_words(text: str) -> int:
    """Tokens as the reference models count them: words, parted by blanks. Needs no encoding from anywhere."""
    return len(text.split())


@modelapi(name=PROVIDER)
class ReferenceModels(ModelAPI):
    """One reference model. Arguments: `domain`, a folder, for those that read; `seed`, a whole number."""

    def __init__(
        self,
        model_name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        config: GenerateConfig = GenerateConfig(),  # noqa: B008  # the signature that inspect calls
        domain: str | None = None,
        seed: int = 0,
        **_model_args: Any,
    ) -> None:
        super().__init__(model_name, base_url, api_key, [], config)
        if model_name not in REFERENCE_MODELS:
            raise UsageError(
                "there is no such reference model",
                got=f"{PROVIDER}/{model_name}",
                expected=", ".join(f"{PROVIDER}/{name}" for name in REFERENCE_MODELS),
            )
        self._player = REFERENCE_MODELS[model_name]
        self._seed = seed
        self._folder = Path(domain) if domain else None
        self._reader: RequestReader | None = None

    async def generate(
        self,
        input: list[ChatMessage],
        tools: list[ToolInfo],
        tool_choice: ToolChoice,
        config: GenerateConfig,
    ) -> ModelOutput:
        """The model's next message, with its words counted as tokens."""
        messages = [Message(cast(Literal["user"], one.role), one.text) for one in input]
        text = answer(self._player, self._domain(), self._seed, messages)
        output = ModelOutput.from_content(f"{PROVIDER}/{self.model_name}", text)
        read, written = sum(count_words(one.text) for one in messages), count_words(text)
        output.usage = ModelUsage(input_tokens=read, output_tokens=written, total_tokens=read + written)
        return output

    async def count_text_tokens(self, text: str) -> int:
        """Words: the default would fetch an encoding."""
        return count_words(text)

    def max_connections(self) -> int:
        """How many questions are answered at once."""
        return _AT_ONCE

    def _domain(self) -> RequestReader | None:
        if self._reader is None and self._folder is not None and self._player.choose is not None:
            self._reader = reader_of_folder(self._folder)
        return self._reader
