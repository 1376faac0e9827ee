"""Lists currencies: their codes and signs."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

_BY_CODE: Final = (
    "AED AMD ARS AZN BDT BGN BHD BOB BYN CLP COP CRC CZK DOP DZD EGP GEL GHS GTQ HKD HRK HUF IDR ILS ISK JOD"
    " KES KWD KZT LBP LKR MAD MDL MYR NGN NPR OMR PEN PHP PKR PYG QAR RON RSD RUB SAR SGD THB TND TRY TWD TZS"
    " UAH UGX UYU UZS VND XAF XOF"
)
"""Currencies that are shown by their code."""
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
        **{code: code for code in _BY_CODE.split()},
    }
)
"""By code of ISO 4217, the symbol that is shown."""
