"""A domain of trains whose times and prices add up."""

from __future__ import annotations

from typing import Final

SCHEMA: Final = """\
name: trains
version: "1.0"
noun: train
slots:
  departs: {kind: clock, step: 5}
  arrives: {kind: clock, step: 5}
  travel: {kind: duration, min: 1h, max: 20h, step: 5}
  price: {kind: quantity, unit: money, whole: true, min: 5, max: 300}
  fees: {kind: quantity, unit: money, whole: true, min: 0, max: 60}
  total: {kind: quantity, unit: money, whole: true, min: 5, max: 360}
axioms:
  - sum: {of: [departs, travel], is: arrives}
  - sum: {of: [price, fees], is: total}
"""
OVERNIGHT: Final = SCHEMA.replace("is: arrives}", "is: arrives, overnight: true}")
RULES: Final = """\
rules:
  departs:
    - {id: departs, tests: [less, at_least], draw: {grid: 30m}, say: [{verb: leave}]}
  arrives:
    - {id: arrives, tests: [less, at_least], draw: {grid: 30m}, say: [{verb: arrive}]}
  travel:
    - {id: travel, tests: [less, at_most, more], draw: {grid: 30m}, say: [{verb: take}]}
  price:
    - {id: price, tests: [less, at_most], draw: {grid: 10}, say: [{subject: the price, verb: be}]}
  fees:
    - {id: fees, tests: [less, at_most], draw: {grid: 5}, say: [{subject: the fees, plural: true, verb: be}]}
  total:
    - {id: total, tests: [less, at_most], draw: {grid: 10}, say: [{subject: the total, verb: be}]}
"""
