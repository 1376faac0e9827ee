"""The law that the reader does what its rule says: a second one, written from the rule, reads the same."""

from __future__ import annotations

import random
from typing import Final

import pytest
from answers.cases import CASES, shape_of
from answers.completions import completion
from answers.plain_reader import read_plainly

from cocoa_core.answers import Letter, Letters, Number, Shape, YesNo, read_answer
from cocoa_core.answers.reader import Value

FROM_A_SEED: Final = 10
"""Completions a seed: one in four states an answer that is read."""


def check_alike(text: str, shape: Shape) -> None:
    """Both readers read the same value, of the same type, or neither reads any."""
    value, plain = read_answer(text, shape).value, read_plainly(text, shape).value
    assert (type(value), value) == (type(plain), plain), text


def test_contract_cases_are_read_alike() -> None:
    for case in CASES:
        check_alike(case["completion"], shape_of(case["record"]))


TORN: Final = (
    # A box has a brace.
    (r"Answer: B; \boxed", Letter(), "B"),
    (r"\box\boxed{B}", Letter(), "B"),
    (r"\boxed B. It is late", Letter(), None),
    (r"\boxed{B\} is late}", Letter(), None),
    # What is glued to a block or a box follows it.
    ("<answer>B</answer>is wrong", Letter(), None),
    (r"\boxed{B}$ is wrong", Letter(), None),
    (r"\[\boxed{B}\] is wrong", Letter(), None),
    ("<answer>B</answer>could be C", Letter(), None),
    ("<answer>B</answer>-?", Letter(), None),
    (r"<answer>\boxed{B}</answer>if it is nonstop", Letter(), None),
    ("<answer>B</answer>No other option fits", Letter(), "B"),
    ('{"answer": "B"}\nIs no other one right', Letter(), "B"),
    # Objects have their lines to themselves, but for the tags of a block.
    ('<answer>{"answer": "B"}</answer>that is wrong', Letter(), None),
    ('> `<answer> {"answer": "B"}</answer>', Letter(), "B"),
    ('- {"answer": "B"}', Letter(), None),
    ('{"answer": "", "choice": "B"}', Letter(), None),
    ('{"<answer>": "", "answer": "B"}', Letter(), None),
    # Other signs than ? and : are blanks, whatever word or label they stand at.
    ("Answer: B\n|?", Letter(), None),
    ("Answer: B. Why\n?", Letter(), None),
    ("Answer: B. I /do correct that", Letter(), None),
    ("Answer: B. maybe/perhaps", Letter(), None),
    ("Answer: B. c(A)", Letter(), None),
    ("Answer: B. I was kidding's", Letter(), None),
    # Labels are words of their own; a hyphen makes a list.
    ("Answer: C, E-A", Letter(), None),
    ("Answer: B AND C", Letters(), frozenset({"B", "C"})),
    ("<final__answer>B</final_answer>", Letter(), None),
    ("Answer: B. It beats A-C by far", Letter(), "B"),
    ("Answer: 2\n1.2 miles", Letters(("1", "2")), frozenset({"2"})),
    ("Answer: 2\n1.*late", Letters(("1", "2")), frozenset({"2"})),
    ("Answer: no,yes", YesNo(), None),
    ("Answer: B\nWrong: it fails", Letter(), None),
    # A line break is a blank: a comma behind it goes on with the set, too.
    ("<answer>B\n,/", Letters(), None),
    ("<answer>B,\n\nbecause it is late", Letters(), frozenset({"B"})),
    # A dash cuts "no" from its labels as a colon does, a hyphen and a full stop do not.
    ("The answer is no—2", YesNo(("1", "2")), frozenset({"2"})),
    ("The answer is no—2 is broken", YesNo(("1", "2")), None),
    ("The answer is no—all", YesNo(("1", "2")), frozenset({"1", "2"})),
    ("Answer: all", YesNo(("1", "2")), None),
    ("The answer is no-2", YesNo(("1", "2")), None),
    ("The answer is no. 2", YesNo(("1", "2")), None),
    # The two words "anything but", in any case, are no clause that begins with "but".
    ("Verdict:E:thIng but option A", Letter(none=True), None),
    ("only option that s is 1\nthIng but 2", Number(), None),
    ("Answer: B. AnyThing but B", Letter(), None),
    ("Answer: B. Everything but A fails", Letter(), "B"),
    ("Answer: B. Nothing but A works", Letter(), None),
    # Two of several tildes strike out.
    ("~~~w~~Answer:B", Letter(), "B"),
    ("~~~Answer: B~~", Letter(), None),
    # Claims end with a word of their own, and begin with their clause.
    ("Option B is the right choiceas", Letter(), None),
    ("]B is correct", Letter(), None),
    ("?2 is correct", Number(), None),
    ("n - B is correct", Letter(), "B"),
    ("Answer:\nI go with B", Letter(), "B"),
    ("e only option that - correct option is D", Letter(), None),
    ("I choose B -", Letter(), None),
    # A sentence ends at a question mark, too.
    ("Answer: B, why so? If it is late, A fails", Letter(), "B"),
    ("Answer: B — 0.9!", Letter(), None),
    ("Answer: B (90% Certain)", Letter(), None),
)
"""What is torn, glued or doubled, of the kinds on which the readers once disagreed: unread, or as stated."""


@pytest.mark.parametrize(("text", "shape", "value"), TORN)
def test_what_is_torn_is_read_by_the_rule(text: str, shape: Shape, value: Value | None) -> None:
    assert read_answer(text, shape).value == read_plainly(text, shape).value == value


SEEDS: Final = (
    range(60),
    *(pytest.param(range(n, n + 60), marks=pytest.mark.deep) for n in range(60, 600, 60)),
)


@pytest.mark.parametrize("seeds", SEEDS, ids=str)
def test_both_readers_read_alike(seeds: range) -> None:
    """The completions are laid out: `tests.benchmarks.readers` looks for others that are read otherwise."""
    for seed in seeds:
        chance = random.Random(seed)
        for _ in range(FROM_A_SEED):
            check_alike(*completion(chance, noise=False))
