"""What writers and readers are told, and what they state at the end of their replies."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from cocoa_core.domain import Domain, Slot
from cocoa_core.domain.kinds import OrderedKind, Quantity, VocabularyKind

__all__ = ["Messages", "first_request", "reader_messages", "repair", "stated", "text_in", "writer_messages"]

Messages = tuple[Mapping[str, str], ...]

_REQUEST: Final = "Request"
_REQUIREMENT: Final = "Requirement"
_TEXT: Final = "The customer says:\n"
_MOST_WORDS: Final = 60
"""Of a closed vocabulary that are listed; of a longer one the reader takes the text's."""

_WRITE: Final = """A customer asks for {noun}. Say the same in other words, as a fluent person would.

The request:
{request}

Keep the meaning exactly: each condition, its limits, what it depends on, and nothing besides. Do not round, \
soften, explain or add. "Under" is not "at most".
These must stand word for word:
{locked}
End with one line in exactly this form:
Request: the request in your words"""

_REPAIR: Final = """That was not the same request:
{lines}
Write it again, so that a careful reader understands just what the first request says. End with one line in \
exactly this form:
Request: the request in your words"""

_READ: Final = """A customer asks for {noun}. Write down what {noun} must be like to be acceptable.

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
reason{shared}. End with one line in exactly this form:
Requirement: the conditions in this notation"""


def writer_messages(domain: Domain, request: str, locked: Sequence[str]) -> Messages:
    """What a writer is asked first."""
    spans = "\n".join(f"- {span}" for span in locked) or "- (nothing)"
    return (_user(_WRITE.format(noun=_noun(domain), request=request, locked=spans)),)


def repair(before: Messages, reply: str, lines: Sequence[str]) -> Messages:
    """What a writer is asked after a reply that did not do. lines: why, one for each reader or problem."""
    said = "\n".join(f"- {line}" for line in lines)
    return (*before, {"role": "assistant", "content": reply}, _user(_REPAIR.format(lines=said)))


def reader_messages(domain: Domain, text: str) -> Messages:
    """What a reader is asked: the text, the slots and the notation, and nothing of what it shall mean."""
    schema = domain.schema
    among = [schema.slot(name).label for name in schema.group_by]
    shared = f", and not what every {schema.noun} shown has in common ({', '.join(among)})" if among else ""
    said = _READ.format(noun=_noun(domain), text=f"{_TEXT}{text}", slots=_slots(domain), shared=shared)
    return (_user(said),)


def text_in(messages: Messages) -> str:
    """The text that a reader is asked about."""
    return messages[-1]["content"].partition(_TEXT)[2].partition("\n")[0]


def first_request(messages: Messages) -> str:
    """The request that a writer is asked to say otherwise."""
    return messages[0]["content"].partition("The request:\n")[2].partition("\n")[0]


def stated(reply: str, role: str) -> str:
    """What a reply states on its last line "Request: ..." or "Requirement: ..."; "" where it has none."""
    name = _REQUEST if role == "writer" else _REQUIREMENT
    found = re.findall(rf"^[\s*_`>#-]*{name}[\s*_`]*:[\s*_`]*(.*)$", reply, re.MULTILINE)
    return found[-1].strip().strip("`*").strip() if found else ""


def _user(content: str) -> dict[str, str]:
    return {"role": "user", "content": content}


def _noun(domain: Domain) -> str:
    noun = domain.schema.noun
    return f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}"


@lru_cache(maxsize=4)
def _slots(domain: Domain) -> str:
    """What a reader is told of the slots, but for those whose values all options share."""
    schema = domain.schema
    return "\n".join(_slot(slot) for slot in schema.slots if slot.name not in schema.group_by)


def _slot(slot: Slot) -> str:
    about = f" {slot.description}" if slot.description else ""
    return f"- {slot.name} ({slot.label}): {_values(slot)}.{about}"


def _values(slot: Slot) -> str:
    kind = slot.kind.item_kind
    shape = {"set": "a set of ", "list": "a list, each "}.get(slot.kind.name, "")
    if isinstance(kind, VocabularyKind):
        if kind.closed and len(kind.values) <= _MOST_WORDS:
            return shape + ", ".join(json.dumps(word, ensure_ascii=False) for word in kind.values)
        return f"{shape}a name in quotes, as the customer has it"
    if isinstance(kind, OrderedKind):
        low, high, _ = kind.limits()
        against = (
            f", compared with {kind.relative_to}" if isinstance(kind, Quantity) and kind.relative_to else ""
        )
        bounds = f"from {kind.format(low)} to {kind.format(high)}, shown as {kind.display(high)}{against}"
        return f"{shape}{kind.noun()}; {bounds}"
    return f"{shape}yes or no"
