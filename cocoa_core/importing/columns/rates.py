"""Separates amounts of money from what they are paid for: "$99/night", "£850 pcm", "45k pa"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from cocoa_core.importing.columns.units import MONEY_SIGNS, UNITS, WORD_MARKS
from cocoa_core.lexicon import CURRENCIES

_SPELLED_SPANS: Final = (
    "mo=month mth=month month=month monat=month wk=week week=week woche=week day=day d=day tag=day"
    " night=night nt=night nacht=night yr=year year=year annum=year jahr=year hr=hour h=hour hour=hour"
    " stunde=hour mes=month mois=month mese=month semana=week semaine=week settimana=week día=day dia=day"
    " jour=day giorno=day noche=night nuit=night notte=night hora=hour heure=hour persona=person"
    " personne=person person=person head=head guest=guest unit=unit piece=piece item=item"
)
SPANS: Final[Mapping[str, str]] = dict(pair.split("=") for pair in _SPELLED_SPANS.split())
"""Short forms of what an amount can be per, beside units, behind a slash: "Rent/mo"."""
_SPELLED_ALONE: Final = (
    "pcm=month pm=month pw=week pd=day pn=night pa=year ph=hour pp=person each=item ea=item"
)
_ALONE: Final = dict(pair.split("=") for pair in _SPELLED_ALONE.split())
"""The same where no slash is needed: "£850 pcm", "£24 p.p."."""
_RATE: Final = re.compile(
    r"(?P<amount>.*[0-9].*?)(?: ?/ ?| (?:per|an?|pro|je) )(?P<what>[^\W\d_]+[23²³]?)\.?", re.IGNORECASE
)
_SHORT_RATE: Final = re.compile(r"(?P<amount>.*[0-9].*?) (?P<what>(?:[^\W\d_]\.?){2,4})")
_PAID: Final = re.compile(
    rf"[{MONEY_SIGNS}]|(?<![^\W\d_])(?:{'|'.join(map(re.escape, [*CURRENCIES, *WORD_MARKS]))})(?![^\W\d_])"
)
_THOUSANDS: Final = re.compile(r"(?P<whole>[0-9]{1,4})(?:\.(?P<part>[0-9]{1,3}))? ?[kK]")
_LONGEST: Final = 60


def amount_and_rate(text: str, *, paid: bool) -> tuple[str, str]:
    """Returns the amount of money in a cell and what it is paid for: "$99" and "night" for "$99/night".

    Returns the text itself and an empty text where it is no such amount. Thousands without a currency are
    written out: "45000" for "45k pa".

    Args:
        paid: whether the header has a word for money; else the cell has to name a currency.
    """
    match = _RATE.fullmatch(text) if len(text) <= _LONGEST else None
    what = match["what"].casefold() if match is not None else ""
    per = SPANS.get(what) or UNITS.get(what, "")
    if not per:
        match = _SHORT_RATE.fullmatch(text) if len(text) <= _LONGEST else None
        per = _ALONE.get(match["what"].casefold().replace(".", ""), "") if match is not None else ""
    if match is None or not per or not (paid or _PAID.search(match["amount"])):
        return text, ""
    amount = match["amount"].strip()
    short = _THOUSANDS.fullmatch(amount)
    return (short["whole"] + (short["part"] or "").ljust(3, "0") if short else amount), per


def without_rate(text: str, per: str) -> str:
    """Removes the rate from an amount, "$99/night" to "$99", if it is the given one."""
    amount, named = amount_and_rate(text, paid=True)
    return amount if named == per else text
