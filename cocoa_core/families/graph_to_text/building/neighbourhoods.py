"""The edges at a node with their triples' vectors: encoded once, stored on disk, with few in memory.
A sentence encoder in a folder of the user's encodes them, or hashing.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np
from attrs import define, field, frozen

from cocoa_core.errors import UsageError
from cocoa_core.extras import library
from cocoa_core.families.graph_to_text.building.index import PAGE, Index
from cocoa_core.families.graph_to_text.graphs import Edge, verbalized
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


@lru_cache(maxsize=1_000_000)
def _place(gram: str) -> int:
    return seed_of("gram", gram) % _SIZE


_HELD: Final = 1 << 27
"""Bytes of vectors that are held in memory: those of 44,000 edges with 768 numbers each. A page of them has
at most 25 MB.
"""
_DIGITS: Final = 6
"""Digits of a weight that count. A vector is stored with eleven bits a number, and the rounding of a product
depends on the other rows of its page, so without this the same edge could weigh more from one end than from
the other.
"""


@frozen(eq=False)
class _Page:
    """A page of the edges at a node."""

    edges: tuple[Edge, ...]
    vectors: np.ndarray
    """A row for each edge, in single precision."""
    last: bool
    """Whether the node has no further page."""


@define
class Neighbourhoods:
    """The graph on disk; `paths.WeightedGraph` documents what a search needs of it."""

    index: Index
    encoder: Encoder
    _pages: OrderedDict[tuple[str, int], _Page] = field(factory=OrderedDict)
    _held: int = 0

    def of(self, sentence: np.ndarray) -> _Weighted:
        """Returns the graph with the weights that the edges have for a sentence, given as its vector."""
        return _Weighted(self, np.asarray(sentence, np.float32))

    def load(self, nodes: Sequence[str]) -> None:
        """Reads the first pages of nodes; triples without a vector are encoded together."""
        self._read([(node, 0) for node in nodes if (node, 0) not in self._pages])

    def pages(self, node: str) -> Iterator[_Page]:
        """Yields the pages of a node, one at a time."""
        number = 0
        while True:
            if (node, number) not in self._pages:
                self._read([(node, number)])
            self._pages.move_to_end((node, number))
            page = self._pages[node, number]
            yield page
            if page.last:
                return
            number += 1

    def _read(self, keys: Sequence[tuple[str, int]]) -> None:
        """Reads pages, about `PAGE` edges at a time: all that are encoded together are in memory together."""
        together: list[tuple[tuple[str, int], dict[int, Edge], bool]] = []
        for count, key in enumerate(keys, 1):
            together.append((key, *self.index.edges_at(*key)))
            if count == len(keys) or sum(len(edges) for _, edges, _ in together) >= PAGE:
                self._hold(together)
                together = []

    def _hold(self, read: Sequence[tuple[tuple[str, int], dict[int, Edge], bool]]) -> None:
        """Encodes the triples that have no vector yet, caches the pages, and evicts the least recently used
        ones beyond `_HELD`.
        """
        vectors_by_edge = self.index.vectors([number for _, edges, _ in read for number in edges])
        unencoded = {
            number: edge
            for _, edges, _ in read
            for number, edge in edges.items()
            if number not in vectors_by_edge
        }
        if unencoded:
            vectors = self.encoder.encode([verbalized(edge) for edge in unencoded.values()]).astype("<f2")
            encoded = {number: row.tobytes() for number, row in zip(unencoded, vectors, strict=True)}
            self.index.put_vectors(encoded)
            vectors_by_edge |= encoded
        for key, edges, last in read:
            rows = np.frombuffer(b"".join(vectors_by_edge[number] for number in edges), "<f2").astype(
                np.float32
            )
            page = _Page(tuple(edges.values()), rows.reshape(len(edges), -1) if edges else rows, last)
            self._pages[key] = page
            self._held += page.vectors.nbytes
        while self._held > _HELD:
            self._held -= self._pages.popitem(last=False)[1].vectors.nbytes


@frozen(eq=False)
class _Weighted:
    graph: Neighbourhoods
    sentence: np.ndarray

    def load(self, nodes: Sequence[str]) -> None:
        self.graph.load(nodes)

    def pages(self, node: str) -> Iterator[tuple[Sequence[Edge], np.ndarray]]:
        for page in self.graph.pages(node):
            if page.edges:
                weights = np.round((1 - page.vectors @ self.sentence) / 2, _DIGITS)
                yield page.edges, np.clip(weights, 0.0, 1.0).astype(float)
