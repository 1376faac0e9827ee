"""Defines the kind of quantities: numbers with a unit, exact to a fixed number of decimals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from typing import ClassVar, Final

from attrs import evolve, field, frozen

from cocoa_core.domain.kinds.cells import misconfigured, mismatch
from cocoa_core.domain.kinds.ordered import OrderedKind, say_count, spoken_count, whole_number, wider_bounds
from cocoa_core.domain.primitives import Scalar
from cocoa_core.lexicon import UNITS_OF_ONE

_LARGEST: Final = 10**12
"""The absolute value that no bound may reach, in whole units."""
_UNBOUNDED: Final = 10**11
"""The absolute bound in the smallest unit of a kind that reads what strangers print."""
_MOST_DECIMALS: Final = 4
_BARE: Final = frozenset(("", "count", "number", "year"))
"""The units that are not shown."""


@frozen(cache_hash=True)
class Quantity(OrderedKind):
    """The kind of numbers with a unit, stored as whole numbers of 10**-places of it (cents for money)."""

    name: ClassVar[str] = "quantity"
    summable: ClassVar[bool] = True

    minimum: int
    """The lower bound, in the smallest unit."""
    maximum: int
    """The upper bound, in the smallest unit."""
    unit: str = "count"
    """`money`, `percent`, `count`, `rating`, `number`, `year`, or the text of another unit ("km")."""
    decimals: int = 0
    """The number of digits after the point, 0 to 4; money always has two."""
    step: int = 1
    """The legal values are multiples of it; in the smallest unit (100 for whole amounts of money)."""
    symbol: str = ""
    """The symbol of the currency, for money."""
    signed: bool = False
    """Whether a plus is shown before positive numbers."""
    relative_to: str = ""
    """What a percentage compares with ("the average for this route"); it is not shown."""
    out_of: str = ""
    """The best rating ("5")."""
    missing: bool = field(default=False, kw_only=True)

    def __attrs_post_init__(self) -> None:
        """Refuses bounds without values or too large to read, and texts that would make values ambiguous."""
        super().__attrs_post_init__()
        if not 0 <= self.decimals <= _MOST_DECIMALS:
            raise misconfigured(f"0 to {_MOST_DECIMALS} decimals", self.decimals)
        if max(-self.minimum, self.maximum) >= _LARGEST * 10**self.places:
            raise misconfigured("bounds of at most twelve digits", f"{self.minimum} and {self.maximum}")
        for text in (self.unit, self.symbol, self.out_of):
            if not text.isprintable() or ";" in text:
                raise misconfigured('printable text without ";"', text)

    @property
    def places(self) -> int:
        """The number of digits after the point."""
        return 2 if self.unit == "money" else self.decimals

    def noun(self) -> str:
        """Returns what errors call a text of this kind."""
        if self.unit == "money":
            return "an amount such as 400 or 399.50"
        if self.places == 0:
            return "a whole number such as 4"
        return f"a number such as {self.format(43 * 10 ** (self.places - 1))}"

    def limits(self) -> tuple[int, int, int]:
        """Returns the bounds and the step in the smallest unit."""
        return self.minimum, self.maximum, self.step

    def parse(self, text: str) -> int:
        """Returns the number of a plain decimal: up to fifteen digits, then up to `places` after the point.

        Raises:
            ValueError: the text is anything else, such as a number with commas, a plus or a unit.
        """
        digits = rf"(?:\.([0-9]{{1,{self.places}}}))?" if self.places else "()"
        match = re.fullmatch(rf"(-?)(0|[1-9][0-9]{{0,14}}){digits}", text)
        if match is None:
            raise mismatch(self.noun(), text)
        sign, whole, part = match.groups()
        number = int(whole + (part or "").ljust(self.places, "0"))
        return -number if sign else number

    def format(self, number: int) -> str:
        """Returns a plain decimal with all `places` digits after the point; money without cents has none."""
        return ("-" if number < 0 else "") + self._digits(number, commas=False)

    def display(self, number: int) -> str:
        """Returns the number with its unit and thousands commas: "$1,299.50", "+18%", "4.3/5", "31 in"."""
        digits = self._digits(number, commas=True)
        sign = "-" if number < 0 else "+" if self.signed and number > 0 else ""
        return sign + self._with_unit(digits)

    @property
    def comparison_row(self) -> str:
        """`relative` where the numbers compare with something; else `count`, `rating`, `year` or `amount`."""
        if self.relative_to:
            return "relative"
        return self.unit if self.unit in ("count", "rating", "year") else "amount"

    def measured_in(self, over: str | None) -> str:
        """Returns "a count", or the unit with its decimals."""
        if self.unit == "count" and self.places == 0:
            return super().measured_in("count")
        return f"{self.symbol or self.unit} to {self.places} decimals"

    def wider(self) -> Quantity:
        """Returns the kind with wider bounds."""
        low, high = wider_bounds(self.minimum, self.maximum)
        return evolve(self, minimum=low, maximum=high)

    def unbounded(self) -> Quantity:
        """Returns the kind with bounds that no printed number reaches, without step and missing values."""
        return evolve(self, minimum=-_UNBOUNDED, maximum=_UNBOUNDED, step=1, missing=False)

    def say(self, arg: Scalar) -> str:
        """Returns "three", "4.5", "$399.50", "1.5 km": amounts without trailing zeros."""
        if self.comparison_row == "count":
            return say_count(whole_number(arg))
        if self.unit == "rating":
            return self.write(arg)
        shown = self.show(arg)
        if not self.places or self.unit == "money":
            return shown
        whole, _, rest = shown.partition(".")
        digits = rest[: self.places].rstrip("0")
        trimmed = f"{whole}{'.' * bool(digits)}{digits}{rest[self.places :]}"
        return f"1 {UNITS_OF_ONE.get(self.unit, self.unit)}" if trimmed == f"1 {self.unit}" else trimmed

    def say_amount(self, arg: Scalar) -> str:
        """Returns the number without its unit; empty where the unit is no word after it."""
        number, _, unit = self.say(arg).partition(" ")
        return number if unit else ""

    def spoken_numbers(self, tokens: tuple[str, ...], position: int) -> Iterator[int]:
        """Yields the number that stands there, after a sign and a symbol where it has them."""
        if self.comparison_row == "count":
            count = spoken_count(tokens[position]) if position < len(tokens) else None
            yield from () if count is None else (count,)
            return
        signed = tokens[position : position + 1] in (("+",), ("-",))
        start = position + signed
        ahead = tokens[start : start + len(self.symbol) + 1]
        digits = next((token for token in ahead if token[0].isdigit()), "")
        try:
            scaled = Decimal(digits.replace(",", "")).scaleb(self.decimals)
        except InvalidOperation:
            return
        if abs(scaled) < _LARGEST * 10**_MOST_DECIMALS and scaled == scaled.to_integral_value():
            yield -int(scaled) if tokens[position] == "-" else int(scaled)

    def _with_unit(self, digits: str) -> str:
        if self.unit == "money":
            return f"{self.symbol} {digits}" if self.symbol[-1:].isalpha() else f"{self.symbol}{digits}"
        if self.unit == "percent":
            return f"{digits}%"
        if self.unit == "rating":
            return f"{digits}/{self.out_of}" if self.out_of else digits
        if self.unit in _BARE:
            return digits
        return f"{digits} {UNITS_OF_ONE.get(self.unit, self.unit) if digits == '1' else self.unit}"

    def _digits(self, number: int, *, commas: bool) -> str:
        whole, part = divmod(abs(number), 10**self.places)
        head = f"{whole:,}" if commas and self.unit != "year" else str(whole)
        if self.places == 0 or (part == 0 and self.unit == "money"):
            return head
        return f"{head}.{part:0{self.places}d}"
