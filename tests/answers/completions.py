"""Completions drawn by chance: statements, what takes them back or explains them, near misses, and noise."""

from __future__ import annotations

import json
import random
from functools import lru_cache
from pathlib import Path
from typing import Final

from cocoa_core.answers import Letter, Letters, Number, Shape, YesNo
from cocoa_core.answers import reader as tables

CASES: Final = Path(tables.__file__).with_name("cases.jsonl")
LETTERS: Final = ("A", "B", "C", "D", "E")
MANY: Final = tuple("ABCDEFGHIJ")
NUMBERS: Final = ("1", "2", "3", "4", "5", "6")
NAMES: Final = ("Salary (a year)", "Hours (a week)", "Remote", "Start date", "Pay and bonus")
SHAPES: Final[tuple[Shape, ...]] = (
    *(Letter(LETTERS),) * 6,
    Letter(LETTERS, none=True),
    Letter(MANY),
    Letter(NAMES),
    Letters(LETTERS),
    Letters(LETTERS),
    Letters(NUMBERS),
    Number(),
    YesNo(),
    YesNo(clash=NUMBERS),
)


def _lines(text: str) -> tuple[str, ...]:
    """The lines of a text, with ⏎ for a line break and | where a line would end with a blank."""
    return tuple(line.replace("⏎", "\n").removesuffix("|") for line in text.strip("\n").split("\n"))


STATEMENTS: Final = _lines(
    r"""
Answer: {}
answer: {}
ANSWER: {}
Answer - {}
Answer = {}
Answers: {}
Answer: ({})
Answer: **{}**
**Answer: {}**
**Answer:** {}
__Answer:__ {}
`Answer: {}`
Answer: "{}"
Answer: [{}]
Answer:{}
### Answer: {}
> Answer: {}
- Answer: {}
Answer: option {}
Answer: Option ({})
Answer: Answer: {}
Final answer: {}
Final Answer: The final answer is {}
The answer is {}
The answer is: {}
the answer's {}
My answer is {}
So the answer is {}
Therefore, the correct answer is **{}**
The answer must be {}
The answer is therefore {}
The correct option is {}
The best option is **{}**
I choose {}
I'd go with {}
I'll pick {}
Thus I select option {}
Final choice: {}
My choice: {}
Verdict: {}
Decision = {}
Chosen option: {}
Result: {}
Solution: {}
{} is correct
Option {} is correct
{} is the correct answer
Option {} is the right choice
Hence {} is the answer
The only option that fits is {}
\boxed{{{}}}
$\boxed{{{}}}$
\boxed{{\text{{{}}}}}
The answer is $\boxed{{\textbf{{({})}}}}$
\boxed{{{{{}}}}}
\fbox{{{}}}
\[\boxed{{ {} }}\]
<answer>{}</answer>
<answer>⏎{}⏎</answer>
<answer>{}
<answer>Answer: {}</answer>
<final_answer>{}</final_answer>
<Answer>{}</answer>
{{"answer": "{}"}}
{{"final_answer": "{}"}}
{{"reason": "x", "Answer": "{}"}}
```json⏎{{"answer": "{}"}}⏎```
{{"answer": ["{}"]}}
{{"choice": "{}", "x": 1}}
{}
({})
**{}**
Option {}
So {}
Answer⏎{}
### Answer⏎⏎**{}**
The answer is⏎{}
Answer:⏎⏎{}
Answer:⏎- {}
answer {}
The answer could be {}
The answer is not {}
The answer isn't {}
Maybe the answer is {}
If so, the answer is {}
It is not late, so the answer is {}
I think the answer is {}
The answer: {}
pick: {}
The answer to your question is {}
"""
)
LEADS: Final = _lines(
    r"""
So, |
Thus |
Wait, |
No, |
Oh no, |
A fails, so |
If it is nonstop, |
Well. |
Maybe |
It is not late, |
I conclude that |
Here's |
blue |
1. |
- |
Not |
Hmm: |
<think>Answer: A</think>
<think>
</think>
Let me see.⏎
The answer is A.⏎
A and C are late; |
Option D is out - |
Is it so? |
~~Answer: B~~ |
either |
when |
10% |
In conclusion |
Sure! |
(
"
* |
Above all, |
okay |
However, |
Answer: C⏎⏎
\boxed{D} |
"""
)
AFTER: Final = _lines(
    r"""
Option A costs too much
A cheaper one would break the condition
I hope it is correct
It is not the cheapest
if it is nonstop
because it is nonstop
because A and C are late
A is late
A, C and D fail
No option is cheaper
None of the other options fits
B is the cheapest
I computed the total
The others are wrong
Let me know if you need more
A: too late
B: fits
A. Too late
A) too late
2. late
Not A, since it is late
The condition is that it is not late
as I showed
which is nonstop
only
alone
both
right?
really
why A?
C might be better in summer
Apart from A all fail
or A
and C
A / C
maybe
(A)
(not A)
not
yes
no
5
none
A
B
I
a
100%
0.9
?
!
...
That was the hard part
Salary (a year)
Remote
1 and 2
conditions 1 and 3
12
all
option B
the answer
answer
is correct
is wrong
the correct option is
I am sure
I am not late
Sorry for the length
Wait times are short
Actually it has two
Never mind the price
This is correct
it isn't the cheapest
"""
)
JOINTS: Final = _lines(
    r"""
. |
. |
.⏎
⏎
⏎⏎
⏎⏎
, |
 |
; |
 - |
 — |
: |
! |
? |
 (
) |
⏎- |
⏎1. |
⏎> |
… |
 but |
 and |
 because |
|
-
->
/
"""
)
NOISE: Final = (
    *" \n\t.,;:!?-–—…()[]{}<>\"'’“”*_`$~\\/|#&%+=",
    *"ABCIabx15éß✗✅→\u200b\xa0Ａ",
    *_lines(
        r"""
answer
Answer:
is
not
\boxed{
<answer>
</answer>
<think>
</think>
option
the
n't
's
\text{
I choose
correct
A is
or
and
wrong
that
~~
```
{"answer": "B"}
1.
"""
    ),
)


@lru_cache(maxsize=1)
def form_notations() -> tuple[str, ...]:
    """Every closed form, and every word of the notation, in the notation."""
    forms: list[str] = []
    for name in (
        "DENIED",
        "TAKEN_BACK",
        "DOUBTED",
        "CLAIMED",
        "OPTION_DENIED",
        "OPTION_CLAIMED",
        "BOTH_CLAIMED",
        "SUPPOSED",
    ):
        form = ""
        for line in getattr(tables, name).split("\n"):
            before, mark, _ = line.partition("#")
            form += " " + before
            if mark:
                forms.append(form)
                form = ""
    return tuple(forms)


@lru_cache(maxsize=1)
def recorded() -> tuple[str, ...]:
    with CASES.open(encoding="utf-8") as lines:
        return tuple(json.loads(line)["completion"] for line in lines)


def spoken(notation: str, chance: random.Random, labels: tuple[str, ...]) -> str:
    """A phrase that a notation stands for, drawn by chance."""
    tokens = notation
    for sign in "()[]|$":
        tokens = tokens.replace(sign, f" {sign} ")
    words, rest = _drawn(tokens.split(), chance, labels)
    assert not rest
    return " ".join(words)


def _drawn(tokens: list[str], chance: random.Random, labels: tuple[str, ...]) -> tuple[list[str], list[str]]:
    alternatives: list[list[str]] = [[]]
    while tokens and tokens[0] not in (")", "]"):
        token, tokens = tokens[0], tokens[1:]
        if token == "|":
            alternatives.append([])
        elif token in ("(", "["):
            inner, tokens = _drawn(tokens, chance, labels)
            tokens = tokens[1:]
            if token == "(" or chance.random() < 0.4:
                alternatives[-1].extend(inner)
        elif token in tables.WORDS:
            alternatives[-1].extend(spoken(tables.WORDS[token], chance, labels).split(" "))
        elif token in ("SAME", "OTHER"):
            alternatives[-1].append(named(chance, labels))
        elif token != "$":
            alternatives[-1].append(token)
    return [word for word in chance.choice(alternatives) if word], tokens


def named(chance: random.Random, labels: tuple[str, ...]) -> str:
    """A label or a list of labels, as running text names it."""
    label = chance.choice(labels)
    other = chance.choice(labels)
    alone = ("{0}", "{0}", "{0}", "option {0}", "Option {0}", "**{0}**", '"{0}"', "({0})")
    forms = (*alone, "{0} and {1}", "{0}, {1}", "{0} or {1}")
    return chance.choice((*(form.format(label, other) for form in forms), label.lower()))


CONTRACTED: Final = (
    ("can not", "can't"),
    (" is not", " isn't"),
    ("do not", "don't"),
    ("does not", "doesn't"),
    ("i am", "I'm"),
    ("it is", "it's"),
    ("that is", "that’s"),
    ("let us", "let's"),
    ("would not", "wouldn’t"),
)


def completion(chance: random.Random, *, noise: bool = True) -> tuple[str, Shape]:
    """A completion drawn by chance, and the shape in which it is read.

    Args:
        chance: where it is drawn from.
        noise: whether characters and words are changed in it, too.
    """
    shape = chance.choice(SHAPES)
    labels = labels_of(shape)
    if chance.random() < 0.12:
        text = chance.choice(recorded())
    else:
        text = "".join(chance.choice(LEADS) for _ in range(chance.choice((0, 0, 0, 0, 0, 1, 1, 2))))
        answer = chance.choice(
            (
                labels[0],
                labels[1],
                named(chance, labels),
                ", ".join(chance.sample(labels, 2)),
                chance.choice(AFTER),
            )
        )
        if chance.random() < 0.75:
            answer = labels[1]
        text += chance.choice(STATEMENTS).replace("{{", "\1").replace("}}", "\2").replace("{}", answer)
        text = text.replace("\1", "{").replace("\2", "}")
        for _ in range(chance.choice((0, 1, 1, 1, 2, 3))):
            text += chance.choice(JOINTS) + _later(chance, labels)
        if chance.random() < 0.3:
            text += chance.choice((".", "!", "?", "\n", ")", "**", "...", " "))
    for _ in range(chance.choice((0, 0, 0, 0, 0, 0, 1, 1, 2, 4)) if noise else 0):
        text = _mutated(text, chance)
    return text, shape


def labels_of(shape: Shape) -> tuple[str, ...]:
    """What an answer in a shape can be."""
    if isinstance(shape, (Letter, Letters)):
        return shape.labels
    if isinstance(shape, YesNo):
        return shape.clash or ("yes", "no", "Yes", "No")
    return (
        ("3", "12", "0", "1,250", "2.5", "-4")
        if isinstance(shape, Number)
        else ("turn left", "B", "3 of them")
    )


def _later(chance: random.Random, labels: tuple[str, ...]) -> str:
    if chance.random() < 0.4:
        return chance.choice(AFTER)
    if chance.random() < 0.1:
        return chance.choice(STATEMENTS).replace("{}", chance.choice(labels))
    phrase = spoken(chance.choice(form_notations()), chance, labels)
    if chance.random() < 0.3:
        phrase = spoken(tables.WORDS["CONNECTING"], chance, labels) + chance.choice((" ", ", ", " ")) + phrase
    if chance.random() < 0.5:
        for long, short in CONTRACTED:
            phrase = phrase.replace(long, short)
    if chance.random() < 0.3:  # a near miss
        words = phrase.split(" ")
        index = chance.randrange(len(words))
        words[index : index + chance.randrange(2)] = [chance.choice(AFTER).split(" ")[0]]
        phrase = " ".join(words)
    return phrase[:1].upper() + phrase[1:] if chance.random() < 0.6 else phrase


def _mutated(text: str, chance: random.Random) -> str:
    start = chance.randrange(len(text) + 1)
    end = min(len(text), start + chance.choice((0, 0, 1, 1, 2, 5)))
    return text[:start] + chance.choice(("", chance.choice(NOISE), chance.choice(NOISE))) + text[end:]
