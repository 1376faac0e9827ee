"""Encodes texts as vectors of length 1: with a sentence encoder in a folder of the user's, or by hashing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import numpy as np
from attrs import frozen

from cocoa_core.errors import UsageError
from cocoa_core.extras import library
from cocoa_core.families.graph_to_text.metrics.lemmas import words_of
from cocoa_core.seeds import seed_of

HASHING: Final = "hashing"
_SIZE: Final = 256
"""Numbers of a hashed vector."""
_GRAM: Final = 4
"""Letters of the parts of words that are hashed."""


@frozen(eq=False)
class Encoder:
    """A way to encode texts."""

    about: str
    """A description in a few words."""
    encode: Callable[[Sequence[str]], np.ndarray]
    """Returns an array with a row of length 1 for each text."""


def encoder_named(name: str) -> Encoder:
    """Returns the encoder of a name; nothing is downloaded.

    Args:
        name: `hashing`, or the folder of a model for sentence-transformers.

    Raises:
        UsageError: there is no such folder, it holds no model, or the package is not installed.
    """
    if name == HASHING:
        return Encoder("hashing: letters in common, no model of meaning", _hashed)
    if not Path(name).is_dir():
        raise UsageError(
            "there is no such encoder", got=name, expected=f"the folder of a sentence encoder, or {HASHING}"
        )
    otherwise = f", or --encoder {HASHING} to try it out"
    module = library("sentence_transformers", "encoder", "a sentence encoder", otherwise)
    try:
        model = module.SentenceTransformer(name, local_files_only=True)
    except (OSError, ValueError) as error:
        raise UsageError("this folder holds no sentence encoder", got=f"{name}: {error}") from error

    def encode(texts: Sequence[str]) -> np.ndarray:
        vectors: np.ndarray = model.encode(list(texts), normalize_embeddings=True, show_progress_bar=False)
        return vectors

    return Encoder(f"the sentence encoder in {Path(name).name}", encode)


def _hashed(texts: Sequence[str]) -> np.ndarray:
    """Returns the counts of words and of their parts of four letters, at the index of the hash."""
    result = np.zeros((len(texts), _SIZE))
    for row, text in zip(result, texts, strict=True):
        for word in words_of(text):
            grams = [word[start : start + _GRAM] for start in range(max(1, len(word) - _GRAM + 1))]
            for gram in (f"<{word}>", *grams):
                row[_place(gram)] += 1
        length = np.linalg.norm(row)
        if length:
            row /= length
    return result


_places: dict[str, int] = {}


def _place(gram: str) -> int:
    if gram not in _places:
        if len(_places) > 1_000_000:
            _places.clear()
        _places[gram] = seed_of("gram", gram) % _SIZE
    return _places[gram]
