"""Texts as vectors of length 1: by a sentence encoder in a folder of the user's, or by hashing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import numpy as np
from attrs import frozen

from cocoa_core.errors import UsageError
from cocoa_core.families.graph_to_text.metrics.lemmas import words_of
from cocoa_core.seeds import seed_of

__all__ = ["HASHING", "Encoder", "encoder_named"]

HASHING: Final = "hashing"
_SIZE: Final = 256
_GRAM: Final = 4


@frozen(eq=False)
class Encoder:
    """about: what it is. encode: texts to an array, a row of length 1 each."""

    about: str
    encode: Callable[[Sequence[str]], np.ndarray]


def encoder_named(name: str) -> Encoder:
    """`hashing`, or the folder of a model for sentence-transformers; nothing is fetched.

    Raises:
        UsageError: there is no such folder, it holds no model, or the package is not installed.
    """
    if name == HASHING:
        return Encoder("hashing: letters in common, no model of meaning", _hashed)
    if not Path(name).is_dir():
        raise UsageError(
            "there is no such encoder", got=name, expected=f"the folder of a sentence encoder, or {HASHING}"
        )
    try:
        module: Any = import_module("sentence_transformers")
    except ImportError:
        raise UsageError(
            "a sentence encoder needs a package that is not installed",
            got="no sentence-transformers",
            fix=f"pip install -e '.[encoder]' in a checkout of cocoa, or --encoder {HASHING} to try it out",
        ) from None
    try:
        model = module.SentenceTransformer(name, local_files_only=True)
    except (OSError, ValueError) as error:
        raise UsageError("this folder holds no sentence encoder", got=f"{name}: {error}") from error

    def encode(texts: Sequence[str]) -> np.ndarray:
        found: np.ndarray = model.encode(list(texts), normalize_embeddings=True, show_progress_bar=False)
        return found

    return Encoder(f"the sentence encoder in {Path(name).name}", encode)


def _hashed(texts: Sequence[str]) -> np.ndarray:
    """Returns words and the parts of four letters in them, each in the place that its hash says."""
    result = np.zeros((len(texts), _SIZE))
    for row, text in zip(result, texts, strict=True):
        for word in words_of(text):
            grams = [word[place : place + _GRAM] for place in range(max(1, len(word) - _GRAM + 1))]
            for gram in (f"<{word}>", *grams):
                row[_place(gram)] += 1
        length = np.linalg.norm(row)
        if length:
            row /= length
    return result


_places: dict[str, int] = {}


def _place(gram: str) -> int:
    """Kept for the grams that were met, a million at the most."""
    if gram not in _places:
        if len(_places) > 1_000_000:
            _places.clear()
        _places[gram] = seed_of("gram", gram) % _SIZE
    return _places[gram]
