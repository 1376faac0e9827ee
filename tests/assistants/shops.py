"""An assistant that reads requests and searches its catalogue, and the same with a fault."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from attrs import evolve, frozen

from cocoa_core.api import load_domain
from cocoa_core.domain import Domain
from cocoa_core.families.selection.asking import UnreadablePromptError
from cocoa_core.families.selection.request_reader import RequestReader, reader_of
from cocoa_core.independent import Literal, all_of, any_of
from cocoa_core.lexicon import REQUEST_ENDINGS, SUPERLATIVES, WAYS, superlative

Terms = Sequence[Sequence[Literal]]
Fault = Callable[[Literal], Literal | None]
"""What a literal is taken for; None where it is overlooked."""


@frozen(eq=False)
class Shop:
    """Answers with ids. fault: how literals are misread. invents: whether it adds an id of its own."""

    domain: Domain
    fault: Fault = lambda literal: literal
    invents: bool = False

    def __call__(self, messages: Sequence[Mapping[str, str]], session: str) -> dict[str, Any]:
        rows = self.answer(messages[-1]["content"])
        if self.invents and int(session, 16) % 2:
            rows = [*rows, f"{rows[0]}00" if rows else "XYZ-99"]
        return {"reply": ", ".join(rows) or "Nothing fits.", "rows": rows}

    def answer(self, message: str) -> list[str]:
        wanted, request = _wanted(message)
        for group, shown in _groups(self.domain).items():
            reader = _reader(self.domain)
            values = _values(self.domain, group)
            try:
                terms = reader.terms(request, shown, values)
            except UnreadablePromptError:
                continue
            return self._found(wanted, message, self._taken(terms), values, reader)
        raise ValueError(f"not understood: {request}")

    def found(self, wanted: str, message: str, first: str, later: Sequence[str]) -> list[str]:
        """The same for a request over turns. message: ends with what is wanted."""
        reader = _reader(self.domain)
        for group, shown in _groups(self.domain).items():
            values = _values(self.domain, group)
            try:
                *_, terms = reader.in_force(first, later, shown, values)
            except UnreadablePromptError:
                continue
            return self._found(wanted, message, self._taken(terms), values, reader)
        raise ValueError(f"not understood: {first}")

    def _taken(self, terms: Terms) -> list[list[Literal]]:
        taken = [[read for literal in term if (read := self.fault(literal))] for term in terms]
        return [term for term in taken if term]

    def _found(
        self, wanted: str, message: str, terms: Terms, values: Mapping[str, Any], reader: RequestReader
    ) -> list[str]:
        fitting = [
            row
            for row, cells in values.items()
            if all_of([any_of([reader.truth(literal, cells) for literal in term]) for term in terms]) is True
        ]
        if wanted == "some":
            return fitting[:1]
        if wanted == "best" and fitting:
            slot, side = _objective(self.domain, message)
            sign = 1 if side == "less" else -1
            known = [row for row in fitting if values[row][slot] is not None]
            return [min(known or fitting, key=lambda row: sign * (values[row][slot] or 0))]
        return fitting


@frozen(eq=False)
class Listener:
    """A shop that hears all turns of a conversation. forgets: whether it misses the turn that takes back."""

    shop: Shop
    forgets: bool = False

    def __call__(self, messages: Sequence[Mapping[str, str]], session: str) -> dict[str, Any] | str:
        contents = [message["content"] for message in messages if message["role"] == "user"]
        ending = f"? {contents[-1]}"
        try:
            wanted, _ = _wanted(ending)
        except ValueError:
            return "Go on."
        first, *later = contents[:-1]
        if self.forgets:
            takes_back = (
                "orget ",
                "ever mind ",
                "anymore",
                "no longer care",
                "can ignore",
                "worry about",
            )
            later = [text for text in later if not any(words in text for words in takes_back)]
        rows = self.shop.found(wanted, ending, first, later)
        return {"reply": ", ".join(rows) or "Nothing fits.", "rows": rows}


def _wanted(message: str) -> tuple[str, str]:
    """What a message wants, and its request."""
    for wanted, ending in REQUEST_ENDINGS.items():
        request, found, _ = message.partition(" " + ending.partition("{best}")[0])
        if found:
            return wanted, request
    raise ValueError(message)


def _objective(domain: Domain, message: str) -> tuple[str, str]:
    own = domain.bundles.best if domain.bundles else {}
    for slot in domain.schema.slots:
        for side in ("less", "more"):
            if (slot.kind.name, side) in SUPERLATIVES:
                for way in range(len(WAYS)):
                    words = superlative(slot.kind.name, side, slot.label, way, own.get(slot.name, ""))
                    wanted = {rule.wanted for rule in domain.rules_of(slot.name)} & {"less", "more"}
                    if message.endswith(f"{words}.") and side in wanted:
                        return slot.name, side
    raise ValueError(message)


@cache
def _reader(domain: Domain) -> RequestReader:
    return reader_of(domain.files)


@cache
def _groups(domain: Domain) -> dict[int, dict[str, dict[str, str]]]:
    """What the rows of each group show, by id."""
    slots, catalogue = domain.schema.slots, domain.catalogue
    return {
        number: {
            catalogue.ids[row]: {
                slot.label: slot.kind.show(value)
                for slot, value in zip(slots, catalogue.rows[row], strict=True)
                if slot.shown
            }
            for row in group.rows
        }
        for number, group in enumerate(catalogue.groups)
    }


@cache
def _values(domain: Domain, group: int) -> Mapping[str, Mapping[str, Any]]:
    return _reader(domain).options(_groups(domain)[group])


def ignores(slot: str) -> Fault:
    """Overlooks what is said of one slot."""
    return lambda literal: None if literal.slot == slot else literal


def reads_more_as_at_least(literal: Literal) -> Literal:
    """ "More than 3" as 3 or more."""
    if literal.test == "more" and literal.positive:
        return evolve(literal, test="at_least")
    if literal.test == "at_most" and not literal.positive:
        return evolve(literal, test="at_least", positive=True)
    return literal


def drops_not(literal: Literal) -> Literal:
    """ "Not a hostel" as a hostel."""
    if literal.test == "none":
        return evolve(literal, test="any")
    if literal.test == "is" and literal.args == (False,):
        return evolve(literal, args=(True,))
    if literal.test in ("is", "one_of", "any", "all", "only") and not literal.positive:
        return evolve(literal, positive=True)
    return literal


HOTELS = load_domain("hotels").domain
right = Shop(HOTELS)
ignoring = Shop(HOTELS, ignores("price"))
more = Shop(HOTELS, reads_more_as_at_least)
undenied = Shop(HOTELS, drops_not)
inventing = Shop(HOTELS, invents=True)
