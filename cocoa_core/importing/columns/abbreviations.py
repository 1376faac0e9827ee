"""Holds the long forms of abbreviations in headers: few are valid anywhere, most only about one topic."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from attrs import frozen


def _pairs(text: str) -> Mapping[str, str]:
    """Returns the long form of each short form, from pairs "short=long" in which "_" stands for a blank."""
    split = (pair.split("=") for pair in text.split())
    return {short: long.replace("_", " ") for short, long in split}


ANYWHERE: Final = _pairs(
    "acct=account addr=address amt=amount avg=average ccy=currency crcy=currency datetime=date"
    " dept=department desc=description diff=difference"
    " dist=distance dt=date excl=excluding incl=including"
    " lang=language lat=latitude lon=longitude lng=longitude manuf=manufacturer"
    " max=maximum mfr=manufacturer nb=number nbr=number num=number pct=percent perc=percent qty=quantity"
    " temp=temperature vol=volume wt=weight yr=year"
)
"""Short forms that mean the same in every table, with their long forms."""


@frozen
class _Topic:
    """A topic of tables, with the short forms that are usual in them."""

    words: frozenset[str]
    """Words of headers that show that the table is about this topic."""
    short: Mapping[str, str]
    """Short forms with the long forms that they have in such a table."""

    def fits(self, words: frozenset[str]) -> bool:
        """Returns whether at least two of the words belong to the topic."""
        return len(words & (self.words | self.short.keys())) >= _FEWEST


_FEWEST: Final = 2
"""The number of words that show a topic."""


def _topic(words: str, short: str) -> _Topic:
    return _Topic(frozenset(words.split()), _pairs(short))


_TOPICS: Final = (
    _topic(
        "car mpg hp horsepower cylinders cylinder displacement engine gearbox drivetrain fuel odometer"
        " mileage acceleration highway doors",
        "acc=acceleration accel=acceleration bdy=body comb=combined cyl=cylinders disp=displacement"
        " displ=displacement eng=engine hwy=highway"
        " trans=transmission trq=torque trsmn=transmission veh=vehicle",
    ),
    _topic(
        "airline carrier flight origin destination layover departure arrival airport delay tailnum",
        "alt=altitude arr=arrival dep=departure dest=destination ret=return sched=scheduled",
    ),
    _topic(
        "lot bedroom bedrooms bathroom bathrooms beds baths garage sqft neighborhood basement roof",
        "bldg=building bsmt=basement cond=condition exter=exterior liv=living matl=material nbhd=neighborhood"
        " qual=quality remod=remodeled",
    ),
    _topic(
        "calories protein fat sodium sugar sugars fiber fibre cholesterol calcium",
        "cal=calories carb=carbohydrates carbo=carbohydrates carbs=carbohydrates chol=cholesterol"
        " prot=protein sat=saturated vit=vitamin",
    ),
    _topic(
        "loan credit income interest balance debt account accounts grade installment mortgage",
        "accts=accounts bal=balance curr=current delinq=delinquent emp=employment inq=inquiries"
        " mort=mortgage",
    ),
    _topic(
        "age sex gender salary job education employee income hours occupation wage wages married",
        "dob=birth_date edu=education educ=education emp=employee exper=experience"
        " occ=occupation occup=occupation",
    ),
    _topic("salary job education employee income occupation wage wages", "exp=experience"),
    _topic(
        "wind rain snow humidity pressure weather station", "hum=humidity precip=precipitation vis=visibility"
    ),
    _topic(
        "team player goals points height league", "ast=assists ht=height pos=position pts=points reb=rebounds"
    ),
    _topic("population country city region area gdp", "pop=population"),
    _topic(
        "gdp income inflation interest unemployment wage year state country",
        "educ=education infl=inflation unemp=unemployment unempl=unemployment",
    ),
    _topic("sales profit revenue discount discounts units segment tax invoice", "cogs=cost_of_goods_sold"),
    _topic("used new bids seller price condition shipping", "cond=condition curr=currency pr=price"),
)
_WORD: Final = re.compile(r"[^\W\d_]+")
_HUMP: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")


def abbreviations_in(headers: Iterable[str]) -> Mapping[str, str]:
    """Returns the short forms that the headers of a table may hold, in small letters, with their long forms.

    "trans" is a transmission in a table with horsepower, and a kind of fat in one with calories.
    """
    words = frozenset(word.casefold() for text in headers for word in _WORD.findall(_HUMP.sub(" ", text)))
    long_forms = dict(ANYWHERE)
    for topic in _TOPICS:
        if topic.fits(words):
            long_forms = {**topic.short, **long_forms}
    return long_forms
