"""Requests made to be read in endless ways, or to come to nothing in as many."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, TypeAlias

from verification.dataset_edits import dumped
from verification.inns import FLAG, Term, inn_record, literal, write_inns

Asked: TypeAlias = tuple[str, Sequence[Term], Sequence[str]]
"""The request after its opening, the sum terms, and the words that options show as extras."""


def _repeated(word: str, joint: str, longest: int = 60) -> list[str]:
    """The word, and the word joined to itself twice, three times and so on."""
    return [joint.join([word] * times) for times in range(1, longest)]


def _extras(said: str, words: Sequence[str]) -> Asked:
    return f"It has to have {said}.", [[literal("extras", "any", *sorted(words))]], words


def _towns(number: int) -> Asked:
    """Sentences that may as well be part of a town's name."""
    sentence = "It has to be in Ayr"
    words = [". ".join(["Ayr", *[sentence] * times]) for times in range(6)]
    return f"{'. '.join([sentence] * number)}.", [[literal("town", "one_of", *sorted(words))]], ()


def _flags(sentence: str, number: int) -> Asked:
    return " ".join([sentence] * number), [FLAG], ()


REQUESTS: Final[dict[str, Callable[[int], Asked]]] = {
    "a list whose items hold commas": lambda size: _extras(
        f"{', '.join(['a'] * size)} or a", _repeated("a", ", ")
    ),
    "a list whose items hold its conjunction": lambda size: _extras(
        " or ".join(["a"] * size), _repeated("a", " or ", 40)
    ),
    "a list of two words that divide it in many ways": lambda size: _extras(
        f"{', '.join(['a', 'b'] * size)} or c",
        [*"abc", *_repeated("a, b", ", ", 25), *_repeated("b, a", ", ", 25)],
    ),
    "a list that comes to nothing at its end": lambda size: _extras(
        f"{', '.join(['a'] * size)}, x or a", _repeated("a", ", ")
    ),
    "sentences that may be part of a name": lambda size: _towns(size),
    "clauses of twenty meanings": lambda size: _flags(
        "If it isn't fine and it isn't fine, it has to be fine.", size
    ),
    "sentences without end": lambda size: _flags("It has to be fine.", size),
    "conditions without end": lambda size: _flags(
        f"If it is fine{' and it is fine' * size}, it has to be fine.", 1
    ),
    "joined sentences without end": lambda size: _flags(
        f"It has to be fine{', and it has to be fine' * size}.", 1
    ),
    "an exception of many conditions": lambda size: _flags(
        f"It has to be fine, but it can cost more if it is fine{' or it is fine' * size}.", 1
    ),
    "exceptions without end": lambda size: _flags(
        "It has to cost under $90. If it is fine, it can cost more.", size
    ),
    "a head of many tails": lambda size: _flags(f"It has to be fine{', be fine' * size} and be fine.", 1),
    "tails that join and divide": lambda size: _flags(f"It has to be fine{' or be fine' * size}.", 1),
    "reasons of reasons": lambda size: _flags(f"{'I am poor, so ' * size}it has to be fine.", 1),
    "reasons without end": lambda size: _flags("I am poor, so it has to be fine.", size),
    "ranges of ranges": lambda size: _flags(f"It has to cost between $1{' and $2' * size}.", 1),
    "openers of nothing": lambda size: _flags("also, " * size, 1),
    "full stops": lambda size: _flags(". " * size, 1),
    "one word": lambda size: _flags("fine" * size, 1),
    "blanks": lambda size: _flags(" " * size, 1),
}
"""Name -> a request of a size, with its sum terms and the words that options show."""


def write_request(make: Callable[[int], Asked], size: int) -> Callable[[Path], None]:
    """The greatest request of this kind that is read at all."""

    def spoil(folder: Path) -> None:
        least, most = 1, size
        while least < most:  # the largest whose request has at most 20,000 characters
            middle = (least + most + 1) // 2
            least, most = (middle, most) if len(make(middle)[0]) < 19_900 else (least, middle - 1)
        write_inns(folder, [dumped(inn_record(*make(least)))])

    return spoil
