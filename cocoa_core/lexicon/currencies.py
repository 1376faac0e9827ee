"""Lists currencies: their codes and signs."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

CURRENCIES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "USD": "$",
        "EUR": "€",
        "GBP": "£",
        "JPY": "¥",
        "INR": "₹",
        "KRW": "₩",
        "AUD": "A$",
        "BRL": "R$",
        "CAD": "CA$",
        "CHF": "CHF",
        "CNY": "CN¥",
        "DKK": "DKK",
        "MXN": "MX$",
        "NOK": "NOK",
        "NZD": "NZ$",
        "PLN": "PLN",
        "SEK": "SEK",
        "ZAR": "ZAR",
    }
)
"""By code of ISO 4217, the symbol that is shown."""
