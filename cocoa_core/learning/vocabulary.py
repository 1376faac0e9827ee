"""Maps words to numbers and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final

from attrs import frozen

PAD, BEGIN, END, UNKNOWN = range(4)
_MARKS: Final = ("<pad>", "<begin>", "<end>", "<unknown>")


@frozen(slots=False)
class Vocabulary:
    """The words of training texts in alphabetical order, after four marks."""

    words: tuple[str, ...]

    @classmethod
    def of(cls, texts: Iterable[str]) -> Vocabulary:
        """Returns the vocabulary of texts whose words are separated by blanks."""
        return cls((*_MARKS, *sorted({word for text in texts for word in text.split()})))

    @cached_property
    def _numbers(self) -> Mapping[str, int]:
        return {word: number for number, word in enumerate(self.words)}

    def numbers(self, text: str) -> list[int]:
        """Returns the number of each word, then that of the end; words outside the vocabulary get UNKNOWN."""
        return [*(self._numbers.get(word, UNKNOWN) for word in text.split()), END]

    def text(self, numbers: Sequence[int]) -> str:
        """Returns the words up to the end, or all of them where there is none."""
        words = []
        for number in numbers:
            if number == END:
                break
            words.append(self.words[number])
        return " ".join(words)
