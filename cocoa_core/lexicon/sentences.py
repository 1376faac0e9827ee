"""Lists which sentences say which sum terms."""

from __future__ import annotations

from typing import Final, TypeAlias

from attrs import frozen

FormReading: TypeAlias = int | tuple[str, "FormReading", "FormReading"]
"""The reading of a form: a literal's number from 1 (negative: its negation), or `and`, `or`, `xor` of two."""


@frozen(cache_hash=True)
class SentenceForm:
    """A pattern of one sentence, or of two that belong together, and the sum terms that it says."""

    name: str
    family: str
    """Forms of one family sound alike. A request does not use a family twice in a row if it has a choice."""
    pattern: str
    """Words and roles. A role is {cond+1}: the first literal as a finite clause; {cond-1}: its negation;
    {must+2}: the second literal as a demand, head and tail; {also+3}: the third as a tail that shares the
    head of the demand before it; {limit+4}: the fourth as a comparison alone, of the same slot as the demand
    before it and with its words ("and under $400 if"); {same-3}: the negation of the third as a clause about
    what the first is about, called "it" ("if it's over five hours"); {can-1}: the negation of the first as
    something allowed; {lift-1}: the limit of the first as lifted ("it can take longer"); {thing+1}: the first
    as a noun phrase ("a cheap fare"). A full stop ends the first of two sentences; the last full stop is left
    out.
    """
    terms: tuple[tuple[int, ...], ...]
    """The sum terms, as numbers of literals. A number stands for the literal that the terms contain, so
    {cond-1} says its negation; a negative number stands for the negation of its literal.
    """
    others: tuple[FormReading, ...] = ()
    """The readings, beside the plain one, that a careful reader could choose. A form is used only where every
    shown option has the same label under all of them.
    """
    affirmative: tuple[int, ...] = ()
    """Numbers of the literals that must not be worded as a negation ("unless it doesn't ..." is no help)."""
    simple: tuple[int, ...] = ()
    """Numbers of the literals that must not contain an "or" or an "and" of their own."""
    impersonal: tuple[int, ...] = ()
    """Numbers of the literals of which "I" must not be the subject ("it's a deal-breaker if I fly first")."""

    @property
    def refers(self) -> bool:
        """Whether its second condition is about "it", which is what the first is about."""
        return "{same-" in self.pattern

    @property
    def steps(self) -> bool:
        """Whether its second condition is about the slot of the first, in the same words."""
        return self.name.startswith("steps")

    @property
    def compares(self) -> bool:
        """Whether it limits a slot in two cases, and says the second limit as a comparison alone."""
        return "{limit+" in self.pattern


_MOST_LITERALS: Final = 20
"""The largest number of literals in a sum term: a question has no more slots."""

_EXCLUSIVE: Final[FormReading] = ("xor", 1, 2)


def _if_exclusive(first: int, second: int, demand: int) -> FormReading:
    """Returns the reading of "If a or b, c" in which exactly one of a and b is meant.

    Args:
        first: the number of the literal that is the negation of a.
        second: the number of the literal that is the negation of b.
        demand: the number of the literal c.
    """
    return ("or", demand, ("or", ("and", first, second), ("and", -first, -second)))


_IF_EXCLUSIVE: Final = _if_exclusive(1, 2, 3)


_WITHIN: Final[FormReading] = ("and", ("or", 1, 2), ("or", 1, ("or", 3, 4)))
"""The reading of "If a, b, and c if d" in which d counts only where a holds."""


def _several(literals: int) -> SentenceForm:
    """Returns the form "If a, b and c, I want d" for a sum term of this many literals."""
    conditions = [f"{{cond-{number}}}" for number in range(1, literals)]
    condition_text = f"{', '.join(conditions[:-1])} and {conditions[-1]}"
    return SentenceForm(
        f"if {literals - 1}",
        "if",
        f"if {condition_text}, {{must+{literals}}}",
        (tuple(range(1, literals + 1)),),
        simple=tuple(range(1, literals)),
    )


FORMS: Final[tuple[SentenceForm, ...]] = (
    SentenceForm("plain", "plain", "{must+1}", ((1,),)),
    SentenceForm("two wishes", "plain", "{must+1} and {also+2}", ((1,), (2,)), simple=(1, 2)),
    SentenceForm(
        "three wishes", "plain", "{must+1}, {also+2} and {also+3}", ((1,), (2,), (3,)), simple=(1, 2, 3)
    ),
    SentenceForm("wish and wish", "plain", "{must+1}, and {must+2}", ((1,), (2,))),
    SentenceForm("please", "plain", "{thing+1}, please", ((1,),)),
    SentenceForm("make sure", "plain", "make sure {cond+1}", ((1,),)),
    SentenceForm("please make sure", "plain", "please make sure {cond+1}", ((1,),)),
    SentenceForm(
        "deal-breaker", "plain", "it's a deal-breaker if {cond-1}", ((1,),), affirmative=(1,), impersonal=(1,)
    ),
    SentenceForm("if", "if", "if {cond-1}, {must+2}", ((1, 2),)),
    SentenceForm("demand if", "demand if", "{must+2} if {cond-1}", ((1, 2),)),
    SentenceForm("unless", "unless", "unless {cond+1}, {must+2}", ((1, 2),), (_EXCLUSIVE,), affirmative=(1,)),
    SentenceForm(
        "demand unless", "unless", "{must+2} unless {cond+1}", ((1, 2),), (_EXCLUSIVE,), affirmative=(1,)
    ),
    SentenceForm("only if", "only if", "{can-1} only if {cond+2}", ((1, 2),), affirmative=(1,)),
    SentenceForm(
        "either",
        "either",
        "{must+1} or {also+2}",
        ((1, 2),),
        (_EXCLUSIVE,),
        affirmative=(1, 2),
        simple=(1, 2),
    ),
    SentenceForm("exception", "exception", "{must+1}. if {cond+2}, {lift-1}", ((1, 2),)),
    SentenceForm(
        "two exceptions",
        "exception",
        "{must+1}, but {lift-1} if {cond+2} or {cond+3}",
        ((1, 2, 3),),
        (("or", 1, ("xor", 2, 3)),),
        affirmative=(1,),
        simple=(2, 3),
    ),
    SentenceForm(
        "double exception",
        "exception",
        "{must+1}, but {lift-1} if {cond+2} and {cond+3}",
        ((1, 2), (1, 3)),
        affirmative=(1,),
        simple=(2, 3),
    ),
    SentenceForm(
        "if, two wishes",
        "if",
        "if {cond-1}, {must+2} and {also+3}",
        ((1, 2), (1, 3)),
        simple=(2,),
    ),
    SentenceForm(
        "if either",
        "if either",
        "if {cond-1} or {cond-2}, {must+3}",
        ((1, 3), (2, 3)),
        (_IF_EXCLUSIVE,),
        simple=(1, 2),
    ),
    SentenceForm(
        "if, three wishes",
        "if",
        "if {cond-1}, {must+2}, {also+3} and {also+4}",
        ((1, 2), (1, 3), (1, 4)),
        simple=(2, 3),
    ),
    SentenceForm(
        "if, then two demands",
        "if",
        "if {cond-1}, then {must+2} and {must+3}",
        ((1, 2), (1, 3)),
    ),
    SentenceForm(
        "if or if",
        "if",
        "if {cond-1} or if {cond-2}, {must+3}",
        ((1, 3), (2, 3)),
        (_IF_EXCLUSIVE,),
        simple=(1, 2),
    ),
    SentenceForm(
        "demand unless both",
        "unless",
        "{must+1} unless {cond+2} and {cond+3}",
        ((1, 2), (1, 3)),
        (("xor", 1, ("and", 2, 3)),),
        affirmative=(2, 3),
        simple=(2, 3),
    ),
    SentenceForm(
        "exception, in one", "exception", "{must+1}, but {lift-1} if {cond+2}", ((1, 2),), affirmative=(1,)
    ),
    SentenceForm("exception, last", "exception", "{must+1}. {lift-1} if {cond+2}", ((1, 2),)),
    SentenceForm("but then", "allowed", "{can-1}, but then {must+2}", ((1, 2),)),
    SentenceForm("but only if", "allowed", "{can-1}, but only if {cond+2}", ((1, 2),), affirmative=(2,)),
    SentenceForm("as long as", "allowed", "{can-1} as long as {cond+2}", ((1, 2),), affirmative=(2,)),
    SentenceForm(
        "either or both",
        "either",
        "{must+1} or {also+2}, or both",
        ((1, 2),),
        affirmative=(1, 2),
        simple=(1, 2),
    ),
    SentenceForm(
        "demand if both", "demand if", "{must+3} if {cond-1} and {cond-2}", ((1, 2, 3),), simple=(1, 2)
    ),
    SentenceForm(
        "demand unless either",
        "unless",
        "{must+3} unless {cond+1} or {cond+2}",
        ((1, 2, 3),),
        (("xor", 3, ("or", 1, 2)), ("or", 3, ("xor", 1, 2))),
        affirmative=(1, 2),
        simple=(1, 2),
    ),
    SentenceForm(
        "if, unless",
        "unless",
        "if {cond-1}, {must+3} unless {cond+2}",
        ((1, 2, 3),),
        (("or", 1, ("xor", 2, 3)),),
        affirmative=(2,),
    ),
    SentenceForm(
        "but then two wishes",
        "allowed",
        "{can-1}, but then {must+2} and {also+3}",
        ((1, 2), (1, 3)),
        simple=(2,),
    ),
    SentenceForm(
        "as long as both",
        "allowed",
        "{can-1} as long as {cond+2} and {cond+3}",
        ((1, 2), (1, 3)),
        affirmative=(2, 3),
        simple=(2, 3),
    ),
    SentenceForm(
        "demand if either",
        "demand if",
        "{must+3} if {cond-1} or {cond-2}",
        ((1, 3), (2, 3)),
        (_IF_EXCLUSIVE,),
        simple=(1, 2),
    ),
    SentenceForm(
        "if, then three demands",
        "if",
        "if {cond-1}, then {must+2}, {must+3}, and {must+4}",
        ((1, 2), (1, 3), (1, 4)),
        simple=(2, 3),
    ),
    SentenceForm("otherwise", "if", "if {cond-1}, {must+2}. otherwise, {must+3}", ((1, 2), (-1, 3))),
    SentenceForm(
        "if not", "if", "if {cond-1}, {must+2}. if not, {must+3}", ((1, 2), (-1, 3)), affirmative=(1,)
    ),
    SentenceForm(
        "in case, and if", "if", "if {cond-1}, {must+2}, and if {cond-3}, {limit+4}", ((1, 2), (3, 4))
    ),
    SentenceForm(
        "if, and if", "demand if", "{must+2} if {cond-1}, and {limit+4} if {cond-3}", ((1, 2), (3, 4))
    ),
    SentenceForm(
        "if, and",
        "if",
        "if {cond-1}, {must+2}, and {limit+4} if {cond-3}",
        ((1, 2), (3, 4)),
        (_WITHIN,),
    ),
    SentenceForm(
        "if, and if it", "demand if", "{must+2} if {cond-1}, and {limit+4} if {same-3}", ((1, 2), (3, 4))
    ),
    SentenceForm(
        "if, and it",
        "if",
        "if {cond-1}, {must+2}, and {limit+4} if {same-3}",
        ((1, 2), (3, 4)),
        (_WITHIN,),
    ),
    SentenceForm(
        "steps, it",
        "if",
        "if {cond-1}, {must+2}, and if {same-3}, {must+4}",
        ((1, 2), (3, 4)),
        (_WITHIN,),
        simple=(2,),
    ),
    SentenceForm(
        "steps",
        "if",
        "if {cond-1}, {must+2}, and if {cond-3}, {must+4}",
        ((1, 2), (3, 4)),
        (_WITHIN,),
        simple=(2,),
    ),
    *(_several(literals) for literals in range(3, _MOST_LITERALS + 1)),
)
"""Every form. The first one that fits can always be used: "if ..., ..." says any sum term."""

CONNECTIVES: Final = ("also, ", "plus, ", "and ")
"""What may open a sentence after the first, once in a request; it means nothing. The last connective links a
condition to the one before.
"""

REASONED: Final = ", so "
"""Joins a reason to the demand that it is given for: "I'm on a budget, so I want it under $400"."""

GENERAL_OPENINGS: Final = (
    "I'm looking for {noun}.",
    "I need {noun}.",
    "Can you find me {noun}?",
    "Could you help me find {noun}?",
    "I'm trying to find {noun}.",
    "Please help me find {noun}.",
    "I'd like help finding {noun}.",
    "I'm on the lookout for {noun}.",
    "I'm after {noun}.",
    "Help me pick {noun}.",
)
"""First sentences for a domain whose options are one group and whose author wrote none.

{noun} includes its article.
"""

_GRAMMAR_WORDS: Final = (
    "a an the this that some any of in on at to for from with by as and or but so if i i'm i'd i've me"
    " my we us our you your it its they them their he him his she her who what there here is am are was"
    " be been do does did has have had can could may might will would shall should must please hi hey"
    " hello thanks after up out ok no"
)
GRAMMAR_WORDS: Final = frozenset(_GRAMMAR_WORDS.split())
"""Words that nobody takes for a value with the same letters: "in" is not Indiana, nor "me" Maine."""
