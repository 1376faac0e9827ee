"""The form of an answer as a prompt states it, read from its text alone, and all that may be stated in it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from importlib.util import module_from_spec, spec_from_file_location
from itertools import combinations
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from attrs import evolve, frozen

from cocoa_core.answers import read_answer
from cocoa_core.families.selection import ASKS, Question

_SAMPLES: Final = 12
"""Sets of labels that are tried of a question that has many."""
_TO_BE_CONFIRMED: Final = "to be confirmed"

LABEL_SETS: Final[Mapping[str, tuple[str, ...]]] = {
    "brackets": ("Salary (a year)", "(a year)", "Salary", "Salary [net]", "{Net}"),
    "quotes": ('"Fast" delivery', "Children's menu", "Bird‘s eye", "« Nom »", "'Quoted'"),
    "commas": ("Price, per night", "Price", "per night", "Fees, taxes, and tips", "Fees"),
    "slashes and units": ("Km/h", "m²", "Power (kW)", "24/7", "Price in €/m²", "Temp. °C"),
    "words of the reader": ("Or so", "And", "None", "All", "Not included", "Option", "Answer", "The answer"),
    "connectives inside": ("Bed and breakfast", "Bed or breakfast", "Bed", "Either or", "Breakfast, or none"),
    "letters": ("A", "I", "a b", "X", "Option A"),
    "digits": ("2", "10", "1,000", "0.5", "2 or more", "No. 2"),
    "full stops": ("Approx.", "Approx. time", "Time.", "Dr. no.", "Etc..."),
    "colons": ("Note:", "Note: old", "Ratio 4:3", "Note", "Time"),
    "hyphens": ("Wi-Fi", "Wi", "Dash -", "Check-in – from", "E-mail—new", "-1"),
    "scripts": ("Τιμή", "Цена", "价格（元）", "السعر، يوميا", "価格、税込", "Ціна"),
    "accents": ("Café", "Cafe", "Größe", "Señal n.º 1", "Cafe\u0301 2"),
    "emoji": ("Price 💶", "💶", "🧑 seats", "★★★", "Rating ★"),
    "prefixes": ("Price", "Price per night", "Price per night and guest", "Total price", "Night"),
    "marks": ("*Price*", "Price_net", "`code`", "#1", "$ a day", "~ 5 %", "a > b", "50 % off"),
    "words of a sentence": ("Based in", "Since", "Because of", "Given name", "Which one", "As of", "Is new"),
    "words that take back": ("Wrong", "Correction", "Edit", "Wait", "No", "Not", "Yes", "Correct"),
    "hedges": ("Is it likely?", "Perhaps", "Maybe later", "I am not sure", "Should it", "If any"),
    "long": tuple(f"{'Very long label of a slot number '}{number} {'x' * 24}" for number in "12345"),
}  # fmt: skip
"""Labels of slots by what is hard about them; each list stands in one prompt, together or in parts."""
DOUBTFUL: Final = ("<b>Bold</b>", "\\boxed{A}", "- dash", "> a", "<think>", "Answer: B", '{"answer": "Z"}')
"""Labels that are markup to a reader, so that `check-domain` may refuse them."""


@frozen
class Form:
    """said: the words about the form; pattern: what stands after "Answer: " in it."""

    said: str
    pattern: str

    @property
    def labels(self) -> tuple[str, ...]:
        """The answers that the words list: on lines of their own, or between commas."""
        first, *lines = self.said.removeprefix("where X is one of ").split("\n- ")
        return tuple(lines or first.removesuffix(":").split(", "))


def form_of(prompt: str) -> Form:
    """The last form in a prompt."""
    _, found, last = prompt.rpartition("exactly this form, ")
    said, states, pattern = last.partition("\nAnswer: ")
    assert found, prompt
    assert states, prompt
    return Form(said, pattern)


def stated_in(form: Form, question: Question) -> dict[str, object]:
    """Texts in place of what the pattern leaves open, each with what it states; of sets some."""
    letters = [option.label for option in question.options]
    numbers = [str(number) for number in range(1, len(question.requirement.terms) + 1)]
    match form.pattern:
        case "X" if form.said.startswith("where X is one of "):
            return {label: label for label in form.labels}
        case "X":
            none = ["none"] if "or the word none" in form.said else []
            return {letter: letter for letter in (*letters, *none)}
        case "N":
            return {str(number): number for number in range(len(letters) + 1)}
        case "N, X":
            return {f"{n}, {letter}": frozenset((n, letter)) for n in numbers for letter in letters}
        case "X, Y":
            return dict(_sets(letters, range(1, len(letters) + 1), question.id), none=frozenset())
        case "1, 2":
            return dict(_sets(numbers, range(1, len(numbers) + 1), question.id), none=frozenset())
        case "yes\nor\nAnswer: no: 1, 2":
            clashes = _sets(numbers, range(2, len(numbers) + 1), question.id)
            return {"yes": True, **{f"no: {text}": numbers for text, numbers in clashes}}
        case pattern:
            return dict(_sets(letters, [pattern.count(",") + 1], question.id))


def _sets(labels: Sequence[str], sizes: Sequence[int], seed: str) -> Iterator[tuple[str, frozenset[str]]]:
    """All sets of small lists; of longer ones the whole, where it may be, and some others, in any order."""
    rng = random.Random(seed)
    if len(labels) <= 5:
        chosen = [list(some) for size in sizes for some in combinations(labels, size)]
    else:
        chosen = [rng.sample(list(labels), rng.choice(sizes)) for _ in range(_SAMPLES)]
        chosen += [list(labels)[: max(sizes)]]
    return ((", ".join(some), frozenset(some)) for some in chosen)


def misread(question: Question, prompt: str, before: str = "") -> list[str]:
    """Replies in the form of a prompt that are read as something else than they state, or scored wrongly.

    before: what stands before the answer in each.
    """
    ask, form = ASKS[question.ask], form_of(prompt)
    answers = stated_in(form, question)
    key = _key(question, form)
    answers[ask.target_reply(question)] = key
    faults = []
    for text, value in answers.items():
        reply = f"{before}Answer: {text}"
        read, score = read_answer(reply, ask.shape(question)).value, ask.score(question, reply)
        same = type(read) is type(value) and read == value
        if not same or score.value != float(value == key):
            faults.append(f"{reply!r} of {form.said!r}: read as {read!r}, worth {score.value}")
    return faults


def _key(question: Question, form: Form) -> object:
    """What the record says is right, as the form would have it."""
    if form.pattern == "X" or question.key == ["yes"]:
        return True if question.key == ["yes"] else question.key[0]
    return int(question.key[0]) if form.pattern == "N" else frozenset(question.key)


def relabelled(question: Question, labels: Sequence[str]) -> Question:
    """A question of `missing` in which just slots of these labels are hidden; the first is the key.

    A slot of the question's own that has one of the labels gives way to the hidden one, whatever its place.
    """
    gone = set(labels) | {
        label
        for option in question.options
        for label, text in option.shown.items()
        if text == _TO_BE_CONFIRMED
    }
    options = [
        evolve(
            option,
            shown={label: text for label, text in option.shown.items() if label not in gone}
            | dict.fromkeys(labels, _TO_BE_CONFIRMED),
        )
        for option in question.options
    ]
    return evolve(question, options=options, key=[labels[0]])


def is_label(text: str) -> bool:
    """Whether a schema takes the text for a label."""
    return 0 < len(text) <= 60 and text.isprintable() and text == text.strip() and "  " not in text


def loader_in(folder: Path) -> ModuleType:
    """The module that `cocoa export --to lm-eval` wrote into a folder."""
    return module_at(folder / "cocoa_questions.py")


def module_at(path: Path) -> ModuleType:
    """The module of a Python file that is in no package."""
    spec = spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def worth(loader: ModuleType, doc: Mapping[str, Any], reply: str) -> float:
    """What lm-eval makes of a reply: by its filter, then by its metric."""
    value: float = loader.worth(doc, *loader.answers([[reply]], [doc]))["exact_match"]
    return value
