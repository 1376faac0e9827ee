"""Provides the reference models to inspect (`cocoa/oracle` and others), without a network."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any, Literal, cast

from inspect_ai.model import ChatMessage, GenerateConfig, ModelAPI, ModelOutput, ModelUsage, modelapi
from inspect_ai.tool import ToolChoice, ToolInfo

from cocoa_core.errors import CocoaError, UsageError
from cocoa_core.evaluation.provider_messages import for_inspect
from cocoa_core.families.graph_to_text import WRITERS
from cocoa_core.families.parsing import reply_to_sentence
from cocoa_core.families.selection import PROVIDER as PROVIDER
from cocoa_core.families.selection import (
    REFERENCE_MODELS,
    SELECTION,
    Message,
    ReferenceModel,
    RequestReader,
    answer,
    reader_of_folder,
    reference_model,
)
from cocoa_core.items import DOMAIN_FOLDER, read_manifest
from cocoa_core.remote import at_hand, is_address
from cocoa_core.suggestions import did_you_mean

_AT_ONCE = 64
"""Questions that are answered at once."""


def count_words(text: str) -> int:
    """Counts tokens as the reference models do: words, separated by blanks. That needs no encoding from
    anywhere.
    """
    return len(text.split())


@modelapi(name=PROVIDER)
class ReferenceModels(ModelAPI):
    """A reference model as inspect's provider makes it.

    Its arguments are `domain`, a folder, for models that read the request, and `seed`, a whole number. An
    unknown name or a missing domain is raised as inspect shows it: without a traceback.
    """

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
        self._seed = seed
        self._write = WRITERS[model_name].write if model_name in WRITERS else None
        if self._write is None:
            with for_inspect():
                self._model = _reference_model(model_name)
                self._reader = _reader(self._model, domain)

    async def generate(
        self, input: list[ChatMessage], tools: list[ToolInfo], tool_choice: ToolChoice, config: GenerateConfig
    ) -> ModelOutput:
        """Returns the model's next message, with its words counted as tokens."""
        messages = [Message(cast(Literal["user"], message.role), message.text) for message in input]
        user_texts = [message.text for message in messages if message.role == "user"]
        text: str | None
        if self._write is not None:
            text = self._write(messages[-1].text)
        else:
            text = reply_to_sentence(self._model.name, self._seed, user_texts[-1]) if user_texts else None
        if text is None:
            text = answer(self._model, self._reader, self._seed, messages)
        output = ModelOutput.from_content(f"{PROVIDER}/{self.model_name}", text)
        read, written = sum(count_words(message.text) for message in messages), count_words(text)
        output.usage = ModelUsage(input_tokens=read, output_tokens=written, total_tokens=read + written)
        return output

    async def count_text_tokens(self, text: str) -> int:
        """Counts words. The method of the base class would download an encoding."""
        return count_words(text)

    def max_connections(self) -> int:
        """Returns how many questions are answered at once."""
        return _AT_ONCE


def _reference_model(name: str) -> ReferenceModel:
    model = reference_model(name)
    if model is None:
        names = [f"{PROVIDER}/{other}" for other in (*REFERENCE_MODELS, "slips-0.05", *WRITERS)]
        raise UsageError(
            "there is no such reference model",
            got=f"{PROVIDER}/{name}",
            expected=", ".join(names),
            fix=did_you_mean(f"{PROVIDER}/{name}", names),
        )
    return model


def _reader(model: ReferenceModel, domain: str | None) -> RequestReader | None:
    if model.see is None:
        return None
    if domain is None:
        raise UsageError(
            f"the model {PROVIDER}/{model.name} has to know the domain",
            got="no model argument `domain`",
            expected="the folder `domain` of the data set",
            fix="add -M domain=FOLDER/domain (`cocoa evaluate` does so by itself)",
        )
    if is_address(str(domain)):
        with at_hand(str(domain).removesuffix(f"/{DOMAIN_FOLDER}")) as folder:
            return _reader_in(folder / DOMAIN_FOLDER)
    return _reader_in(Path(str(domain)))


def _reader_in(folder: Path) -> RequestReader | None:
    """Returns the reader of requests of a domain; None where the data set is drawn from none."""
    with suppress(CocoaError, OSError):  # a domain outside of a data set
        if read_manifest(folder.parent).family != SELECTION:
            return None
    return reader_of_folder(folder)
