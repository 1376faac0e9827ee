"""A small domain by hand, in which all that a request can say can be said."""

from __future__ import annotations

from typing import Final

from cocoa_core.independent import (
    Literal,
    ParsedStatement,
    VerifierDomain,
    build_clause_grammar,
    canonical_text,
    read_domain,
    read_request,
)

SCHEMA: Final = b"""\
name: trips
version: "1"
noun: trip
group_by: [start]
slots:
  start: {kind: category, closed: false}
  price: {kind: quantity, unit: money, whole: true, min: 10, max: 9000}
  time: {kind: duration, min: 10m, max: 48h}
  stops: {kind: quantity, unit: count, min: 0, max: 4}
  departure: {kind: clock}
  cabin: {kind: category, closed: true, values: [economy, business, first], best: last}
  cities: {kind: set, closed: false, max_items: 4}
  extras: {kind: set, closed: true, values: [a pool, a bar, a gym], max_items: 3}
  layovers: {kind: list, items: {kind: duration, min: 5m, max: 12h}, max_items: 3}
  wifi: {kind: boolean}
"""
RULES: Final = b"""\
openings:
  - "I need a trip from {start}."
  - "My sister lives abroad. What leaves {start}?"
closings:
  - "Thanks!"
  - "That's all."
rules:
  price:
    - id: price
      tests: [less, at_most, more, at_least]
      wanted: less
      say: [{verb: cost}, {verb: be}, {subject: I, verb: pay}]
      reasons: {less: [I'm on a tight budget, money is short], more: [it's for the boss]}
  time:
    - id: time
      tests: [less]
      say: [{verb: take}, {subject: the trip, verb: be}]
      want: [{after: of travel}]
    - {id: time-range, tests: [between], say: [{verb: last, after: overall}]}
  stops:
    - id: stops
      tests: [less, at_most]
      say:
        - {verb: make, noun: {one: stop, many: stops}}
        - {subject: I, verb: stop, before: for, noun: {one: stop, many: stops}}
        - {subject: there, verb: be, plural: "true", noun: {one: stop, many: stops}}
      also: [{test: less, value: 1, verb: be, complement: nonstop}]
  departure:
    - {id: departure, tests: [less, more], say: [{subject: I, verb: leave}, {subject: departure, verb: be}]}
  cabin:
    - {id: cabin, tests: [is, one_of], say: [{subject: I, verb: fly}, {subject: the cabin, verb: be}],
       want: [{after: class}, {before: a, after: seat}]}
  cities:
    - id: cities
      tests: [any]
      say: [{item: layover, verb: be, before: in}, {verb: stop, before: in}]
      want: [{before: a layover in}]
  extras:
    - {id: extras, tests: [any, all], say: [{verb: have}], want: [{}]}
  layovers:
    - id: layovers
      over: each
      tests: [less]
      say: [{item: layover, verb: last}]
      want: [{before: layovers of}]
  wifi:
    - {id: wifi, tests: [is], say: [{subject: there, verb: be, after: wifi}], want: [{after: wifi}]}
"""
TRIPS: Final[VerifierDomain] = read_domain(SCHEMA, RULES)
WORDS: Final = {
    "cabin": frozenset({"economy", "business", "first"}),
    "extras": frozenset({"a pool", "a bar", "a gym"}),
    "cities": frozenset({"Rome", "Oslo", "St. Ives", "If. So"}),
    "start": frozenset({"Ayr"}),
}
_LEXICON: Final = build_clause_grammar(TRIPS.rules.values(), TRIPS.slots)


def read(text: str) -> tuple[tuple[ParsedStatement, ...], ...]:
    """The readings of some statements."""
    return read_request(_LEXICON, TRIPS.slots, WORDS, text)


def meant(text: str) -> list[str]:
    """The same in formal notation."""
    return [canonical_text(TRIPS.slots, terms(reading)) for reading in read(text)]


def terms(reading: tuple[ParsedStatement, ...]) -> list[tuple[Literal, ...]]:
    """The sum terms of a reading."""
    return [term for statement in reading for term in statement.terms]
