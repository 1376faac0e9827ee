"""Writes the messages for writers and readers, and reads what they state at the end of their replies."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from cocoa_core.domain import Domain, Slot
from cocoa_core.domain.kinds import OrderedKind, VocabularyKind
from cocoa_core.paraphrasing.subjects import ParaphraseSubject

Messages = tuple[Mapping[str, str], ...]
"""A conversation; each message has a role and a content."""

_STATED: Final = {"writer": ("Request", "Part"), "reader": ("Requirement", "Requirement")}
"""By role, the beginning of the last line of a reply, and that of numbered lines where parts stay apart."""
_TEXT: Final = "The customer says:\n"
_MOST_WORDS: Final = 60
"""The most words of a closed vocabulary that are listed; else the text has the word."""

_WRITE: Final = """A customer asks for {noun}. Say {what} in other words, as a fluent person would.

The request:
{request}

Keep the meaning exactly: each condition, its limits, what it depends on, and nothing besides. Do not round, \
soften, explain or add. "Under" is not "at most".{keep}
These must stand word for word:
{locked}
End with {form}"""

_REPAIR: Final = """That was not the same request:
{lines}
Write it again, so that a careful reader understands just what the first request says. End with {form}"""

_REQUEST_FORM: Final = "one line in exactly this form:\nRequest: the request in your words"
_PARTS_FORM: Final = (
    "a line for each part, in exactly this form:\nPart 1: the first part in your words\nPart 2: the second"
)
_APART: Final = " Each part says what it said before, and none says what another does."
_REVISED: Final = (
    " The customer may change or take back what was said; each message does to the earlier ones what it did "
    "before, and no other."
)

_READ: Final = """A customer asks for {noun}. Write down what {noun} must be like to be acceptable{when}.

{text}

Attributes:
{slots}

Notation:
- price < 400, price <= 400, price > 400, price >= 400, price = 400 compare numbers, times and dates
- price in [100, 200] includes both ends; price in (100, 200): whether the ends belong to it is not said
- room = "suite" and room in {{"studio", "suite"}} for names
- for sets: amenities meets {{"a pool", "a bar"}}: at least one of them; misses: none of them; \
has: all of them; inside: nothing but them
- for lists: each times < 2h: every one; any times < 2h: at least one; total times < 6h: their sum; \
count times < 3: how many there are, which sets have, too
- ! not, & and, | or (or both), -> if ... then, with brackets

Write every condition that the customer states, and nothing that is not stated: no greeting, no \
reason{shared}. End with {form}"""

_ONE: Final = "one line in exactly this form:\nRequirement: the conditions in this notation"
_EACH: Final = (
    "a line for each {part}, in exactly this form:\nRequirement 1: the conditions in this notation\n"
    "Requirement 2: the conditions in this notation"
)


def writer_messages(domain: Domain, subject: ParaphraseSubject, locked: Sequence[str]) -> Messages:
    """Returns the first message for a writer.

    Args:
        locked: the texts that must be kept word for word.
    """
    text = _WRITE.format(
        noun=_noun(domain),
        what="each numbered part" if subject.apart else "the same",
        request=subject.shown(subject.parts),
        keep=_REVISED if subject.revised else _APART if subject.apart else "",
        locked="\n".join(f"- {span}" for span in locked) or "- (nothing)",
        form=_PARTS_FORM if subject.apart else _REQUEST_FORM,
    )
    return (_user(text),)


def repair(before: Messages, reply: str, lines: Sequence[str], *, apart: bool) -> Messages:
    """Returns the messages for a writer after a reply that is refused.

    Args:
        before: the messages so far.
        lines: the reasons, one for each reader or problem.
        apart: whether the writer answers part by part.
    """
    reasons = "\n".join(f"- {line}" for line in lines)
    text = _REPAIR.format(lines=reasons, form=_PARTS_FORM if apart else _REQUEST_FORM)
    return (*before, {"role": "assistant", "content": reply}, _user(text))


def reader_messages(domain: Domain, subject: ParaphraseSubject, parts: Sequence[str]) -> Messages:
    """Returns the message for a reader: text, slots and notation, and nothing of what the text should mean.

    Args:
        parts: the text in place of the subject's parts.
    """
    schema = domain.schema
    labels = [schema.slot(name).label for name in schema.group_by]
    shared = f", and not what every {schema.noun} shown has in common ({', '.join(labels)})" if labels else ""
    when, form = "", _ONE
    if subject.revised:
        when = ", after each numbered message, by all that was said so far and still holds then"
        form = _EACH.format(part="message")
    elif subject.apart:
        when = " by each numbered condition alone"
        form = _EACH.format(part="condition")
    request = _READ.format(
        noun=_noun(domain),
        when=when,
        text=f"{_TEXT}{subject.shown(parts)}",
        slots=_slots(domain),
        shared=shared,
        form=form,
    )
    return (_user(request),)


def text_in(messages: Messages) -> str:
    """Returns the text that a reader is asked about."""
    return messages[-1]["content"].partition(_TEXT)[2].partition("\n\n")[0]


def stated_texts(reply: str, role: str, *, apart: bool = False) -> tuple[str, ...]:
    """Returns what a reply states on its last line "Request: ..." or "Requirement: ..."; empty for none.

    Args:
        role: "writer" or "reader".
        apart: whether the reply states parts by number; then they are returned in order, and nothing unless
            every number from 1 on is there.
    """
    alone, numbered = _STATED[role]
    name = rf"{numbered} (\d+)" if apart else f"({alone})"
    lines = re.findall(rf"^[\s*_`>#-]*{name}[\s*_`]*:[\s*_`]*(.*)$", reply, re.MULTILINE)
    last = {number: text.strip().strip("`*").strip() for number, text in lines}
    if not apart:
        return (last.get(alone, ""),)
    numbers = [str(number) for number in range(1, len(last) + 1)]
    return tuple(last[number] for number in numbers) if last.keys() == set(numbers) else ()


def _user(content: str) -> dict[str, str]:
    return {"role": "user", "content": content}


def _noun(domain: Domain) -> str:
    noun = domain.schema.noun
    return f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}"


@lru_cache(maxsize=4)
def _slots(domain: Domain) -> str:
    """Returns the lines about the slots for a reader, without those whose values all options share."""
    schema = domain.schema
    return "\n".join(_slot(slot) for slot in schema.slots if slot.name not in schema.group_by)


def _slot(slot: Slot) -> str:
    about = f" {slot.description}" if slot.description else ""
    return f"- {slot.name} ({slot.label}): {_values(slot)}.{about}"


def _values(slot: Slot) -> str:
    kind = slot.kind.item_kind
    several = "a set of " if kind.worded else "a list, each "
    shape = several if slot.kind.several else ""
    if isinstance(kind, VocabularyKind):
        if kind.closed and len(kind.values) <= _MOST_WORDS:
            return shape + ", ".join(json.dumps(word, ensure_ascii=False) for word in kind.values)
        return f"{shape}a name in quotes, as the customer has it"
    if isinstance(kind, OrderedKind):
        low, high, _ = kind.limits()
        against = f", compared with {kind.relative_to}" if kind.relative_to else ""
        bounds = f"from {kind.format(low)} to {kind.format(high)}, shown as {kind.display(high)}{against}"
        return f"{shape}{kind.noun()}; {bounds}"
    return f"{shape}yes or no"
