"""Reads the header of a column: its words, label, phrase and unit."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from attrs import evolve, frozen

from cocoa_core.english import can_be_said, in_small_letters, is_plural, plural
from cocoa_core.importing.columns.abbreviations import ANYWHERE, abbreviations_in
from cocoa_core.importing.columns.glued_words import (
    COMPOUNDED,
    PRICED,
    PROPER,
    shared_prefixes,
    unglued,
    words_of,
)
from cocoa_core.importing.columns.rates import SPANS
from cocoa_core.importing.columns.units import (
    DIMENSIONS,
    PHRASES,
    SHORT,
    UNITS,
    currency_code,
    joint_unit,
    shown_unit,
)
from cocoa_core.importing.naming import fitting_phrase
from cocoa_core.lexicon import CURRENCIES
from cocoa_core.text import word_set

LONGEST_LABEL: Final = 50
LONGEST_PHRASE: Final = 32
"""Characters of a phrase: a sentence has room for 40, other words beside it included."""
_SMALL_WORDS: Final = frozenset(
    ("a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "per", "the", "to", "with")
)
_UNITS_IN_NAMES: Final = "bpm dpi gb ghz hp kcal kg km kwh mb mhz mpg mph ppm sqft tb"
SAID_UNITS: Final = frozenset((*_UNITS_IN_NAMES.split(), "rpm"))
_CLIPPED: Final = word_set(
    "adj alt amt approx aspir asst avail bal bldg bsmt calc cert cnt coef comb comm comp cond cons conf"
    " corp cum cur def del dep desc dest det dev diff disc disp div edu eff elev emp eng equip est eval"
    " exp ext exter fam fin freq func gen gov grp hab hist hosp idd inc ind indiv inst intl inv lang lev"
    " lib liv loc mar matl mech memb mfr min misc mult nat neg num obs occ opt ord orig pat perc perf"
    " pers phys pop pos pred pref prev prim prob proc prod prof prog pub qual quant ref reg rel rem remod"
    " req res resp sal sat sched sec sel sep seq serv sig spec stat std subj subs surv sym sys tel"
    " tot trans univ util val var vars veh vis vit vol"
)
"""Short forms that look like words."""
_GLUED: Final = re.compile(
    r"(?!birth|up|cand|mand|valid|ac|dis|vis|re)[a-z]{2,}(?:count|date)|[a-z]{3,}(?:tot|price|salary|income|amount|known|char)"
)
"""Words that headers glue to others: "libprice", "citestot", "povertyknown"."""
_SHORT_WORDS: Final = word_set(
    "act add age ago aid aim air all and any app are arm art ash ask axe bag ban bar bat bay bed bee beg"
    " bet bid big bin bit bow box boy bud bug bus but buy bye cab can cap car cat cop cow cry cub cup cut"
    " dam day dew did die dig dim dip dog don dot dry due ear eat eel egg elf elk elm end era eve eye fan"
    " far fat fax fee few fig fin fir fit fix flu fly foe fog fox fry fun fur gap gas gel gem gin god"
    " got gum gun gut guy gym had ham has hat hay hen her hip his hit hop hot how hub hue hut ice ill ink"
    " inn ion ivy jam jar jaw jet job jog joy jug key kid kin kit lab lap law lay leg let lid lie lip log"
    " lot low lux mad man map mat may men mid mix mob mop mud mug nap net new nod non not now nut oak oar"
    " oat odd off oil old one orb ore our out owl own pad pan pay pea pen per pet pie pig pin pit pod pop"
    " pot put ran rap rat raw ray red rib rid rim rip rob rod roe row rub rug rum run rye sad sap saw"
    " say sea see set sex she shy sin sip sir sit six ski sky son soy spa spy sum sun tab tag tan tap tar"
    " tax tea ten the tie tin tip toe ton too top toy try tub two urn use van vet via war was wax way web"
    " wet who why wig win wit wok won yam yes yet you zip zoo"
)
"""Words of three letters. Any others in headers are short for something: "dow", "rec", "tat"."""
_FOUR_LETTERS: Final = word_set(
    "able acid acre acts adds aged ages aide aims airy ales ally also alto amps ants apex arch area arid"
    " arms army arts atom aunt auto away axes axis axle baby back bags bail bake ball band bank bare bark"
    " barn bars base bass bath bats bays beam bean bear beat beds beef been beer bees bell belt bend best"
    " beta bids bike bill bind bird bite blog blow blue boat body boil bold bolt bomb bond bone book boom"
    " boot bore born boss both bowl boys brag bran bred brew brie brow buck buds bugs bulb bulk bump burn"
    " bush busy cabs cafe cage cake call calm camp cans cape caps card care cars cart case cash cask cast"
    " cats cave cell chat chef chew chin chip city clan clap claw clay clip club clue coal coat code coil"
    " coin cola cold coma cook cool cope copy cord core cork corn cost cots cpus crew crib crop crow cube"
    " cups curb cure curl cute cuts dams dare dark data date dawn days dead deal dean dear debt deck deed"
    " deep deer demo deny desk dial dice died diet dips dirt disc dish disk dock does dogs doll dome done"
    " door dose dots down drag draw drop drug drum dslr dual duck dues duke dull dump dune duty dvds dyes"
    " each earn ears ease east easy echo edge edit eels eggs else ends envy epic euro even ever exam exit"
    " eyes face fact fade fail fair fake fall fame fans fare farm fast fate fats fear feed feel fees feet"
    " fell fern feta file fill film find fine fire firm fish fist five flag flat flaw flax flow foam fold"
    " folk font food foot fork form fort foul four free frog from fuel full fund fuse gain gala game gang"
    " gaps gate gear gems gene gift gins girl give glow glue goal goat goes gold golf gone good gpus grab"
    " gram gray grew grey grid grip grow gulf guns guts gyms hail hair half hall halt hand hang hard harm"
    " hats have hawk haze head heal heap hear heat heel held helm help hems herb herd here hero hide high"
    " hike hill hint hips hire hits hive hold hole home hood hook hope horn host hour html hubs hues huge"
    " hull hunt hurt icon idea idle inch inks inns ions iowa ipad iron isle item jams jars java jaws jazz"
    " jets jobs join joke judo jump junk jury just kale kcal keep kept keys kick kids kill kiln kilo kind"
    " king kiss kite kiwi knee knit knob knot lace lack lady laid lake lamb lamp land lane laps last late"
    " lawn laws lays lead leaf leak lean leek left legs lend lens less lice lids life lift like limb lime"
    " line link lion lips list live load loan lobe lock loft logo long look loop loss lost lots loud love"
    " luck lump lung made mail main make male mall malt many maps mark mask mass mate math mats maxi maze"
    " meal mean meat meet mega melt menu mesh mess mice midi mild mile milk mill mind mine mini mint miss"
    " mist mode mold mole mood moon moor mops more moss most moth move much mule must nail name navy near"
    " neck need nest nets news next nice nine node none noon norm nose note noun nuts nvme oaks oath oats"
    " odds oils okay okra oled once only onto open oral outs oven over owed owls owns pace pack pads page"
    " paid pain pair palm pane pans park part pass past path paws peak pear peas peat peel peer pegs pens"
    " perk perl peru pest pets pick pier pies pile pill pine pink pins pint pipe pits plan play plea plot"
    " plug plum plus pods poem poet pole poll polo pond pool poor pope pork port pose post pots pour pram"
    " prey pubs pull pulp pump pure push qled quit quiz race rack rage rags raid rail rain ramp rank rare"
    " rash rate rats rays read real rear reef reel rely rent rest ribs rice rich ride rims ring rink riot"
    " rise risk road roam roar rock rode rods role roll roof room root rope rose rows ruby rugs ruin rule"
    " rums runs rush rust safe saga sage sail sake sale salt same sand sata save saws scan scar seal seam"
    " seat sect seed seek seen self sell semi sent sets shed ship shoe shop shot show shut sick side sign"
    " silk sing sink site size skin skip skis sled slim slip slot slow snow soap sock soda sofa soft soil"
    " sold sole solo some song soon sore sort soul soup sour spam span spas spin spot star stay stem step"
    " stew stir stop subs such suit sumo sums sure surf swim tabs taco tags tail take tale talk tall tank"
    " tape taps task taxi team tear teas tech teen temp tend tent term test text thai than that thaw them"
    " then they thin this thug tide tied tier ties tile till time tins tint tiny tips tire toes tofu told"
    " toll tomb tone took tool tops tour town toys tram trap tray tree trim trio trip true tube tubs tune"
    " turf turn twin type tyre ugly unit upon urea urge urns used user vans vary vase vast vats veil vein"
    " vest veto vets view vine visa vlan vote vram wage wait wake walk wall want ward warm wash watt wave"
    " ways weak wear webs weed week well went were west what when whey whip wide wife wifi wigs wild will"
    " wind wine wing wins wipe wire wise wish with wolf wood wool word work worm wrap yard yarn year yeti"
    " yoga yolk yuan zero zinc zone zoom"
)
"""The same of four letters: "ferr" and "expr" look like words to `can_be_said`."""
_TWO_LETTERS: Final = word_set("am as be do go he hi if is it me my no ok or pm so up vs we")
_PER: Final = frozenset(("per", "pro", "je"))
_PERCENT: Final = ("percent", "pct", "perc", "percentage")
_OF_HUNDRED: Final = word_set(
    "abv accuracy alcohol allowance apr apy battery brightness bonus capacity cashback chance change"
    " charge cloudiness coinsurance commission completion concentration confidence cover coverage"
    " decline deposit discount efficiency error fee gradient growth humidity increase inclination"
    " incline inflation interest likelihood loss margin markup moisture occupancy percentage"
    " percentile probability profit progress proportion purity quota rate ratio reduction return"
    " returns roi saving savings score share slope strength tax tip turnout uptime utilization"
    " utilisation vat volatility yield"
)
"""Words for what is a number of percent itself: "a discount of 20%". Of anything else the header is a
percentage: with "college %", "its college" would be a college.
"""
_SLASH: Final = re.compile(r"(?:(?<=[^\W_])|(?<=[$€£])) ?/ ?(?P<what>[^\W\d_]+[23²³]?)(?!\w)")
_COMPOUND: Final = re.compile(
    r"(?P<before>.*\S)[\s_]+(?P<unit>(?P<one>[^\W\d_]+)/(?P<other>[^\W\d_]+[23²³]?))"
)
_RATE: Final = re.compile(r"(?P<money>\S+) ?(?:/|per|pro) ?(?P<what>[^\W\d_]+[23²³]?)")
_OUT_OF: Final = re.compile(r"(?:out of|of|/) ?(?P<best>[1-9][0-9]{0,2})")
_NAMELESS: Final = re.compile(r"(?:Column [0-9]+)?")
_NUMBER_BEFORE: Final = re.compile(r"^[#№] ?(?=[^\W\d_])")
_MONEY_OF: Final = re.compile(r"^(?P<sign>[$€£₹₩]) ?of (?P<what>\w.*)")
_NUMBER_BEHIND: Final = re.compile(r"(?<=\w) ?[#№]$")
_FOOTNOTES: Final = re.compile(r"(?<=\S)(?: ?\[(?:[0-9]{1,3}|[a-z]|note [0-9]{1,2})\])+$")
"""Marks of footnotes behind a name, as tables of Wikipedia have them: "Rank[a]"."""
_RATE_IN_NAME: Final = re.compile(r"(?P<what>[^\W\d_]+) (?P<rate>[0-9]+(?:[.,][0-9]+)?) ?%")
"""A rate that is part of the name of an amount: "Tax 5%", whose numbers are no percentages."""
_SCALE: Final = re.compile(r"[0-9]{1,3} ?(?:-|–|to|\.\.) ?[0-9]{1,3}")
_BRACKET: Final = re.compile(r"^(?P<before>.*\S)\s*[(\[](?P<inside>[^()\[\]]{1,24})[)\]]\s*$")
_SPELLED_SCALES: Final = (
    "thousand=thousand thousands=thousand tsd=thousand 000=thousand 000s=thousand 1000s=thousand"
    " million=million millions=million mio=million mn=million mln=million billion=billion"
    " billions=billion mrd=billion bn=billion"
)
HEADER_SCALE: Final = re.compile(
    r"\s*(?:[(\[] ?(?:in |x ?|× ?)?(?:[$€£₹]|[A-Z]{3} ?)?(?:1[,.']?000(?:[,.']?000)?|10\^[36])s? ?"
    r"(?:[$€£₹]|[A-Z]{3})? ?[)\]]|\bin (?:[$€£₹]|[A-Z]{3} )?1[,.']?000(?:[,.']?000)?s?\b)"
)
"""A scale in digits, "($1000)" or "in 1,000", which may be a factor or a price. A scale in words, "in
thousands", is always a factor.
"""
HEADER_HUNDREDTHS: Final = re.compile(
    r"(?<=\w)[\s_.-]*[(\[]?(?:(?<![A-Za-z])in[\s_]+|In(?=[A-Z]))?"
    r"(?:(?:(?<![A-Za-z])(?i:cents?|pence|paise|centimes?)|(?<=[a-z])(?:Cents?|Pence|Paise)))[)\]]?$"
)
"""The end of a header that says that amounts are in hundredths of a currency: "price_cents"."""
HUNDREDTH_WORDS: Final = word_set("cent cents pence paise centime centimes")
_HUNDREDTHS: Final = {"pence": "GBP", "paise": "INR"}
_SCALES: Final = dict(pair.split("=") for pair in _SPELLED_SCALES.split())
_MONEY_SCALES: Final = {"k": "thousand", "m": "million", "b": "billion"}
"""Letters that scale an amount only beside a currency."""
_MULTIPLES: Final = frozenset(("tens", "dozens", "hundreds"))
_INSIDE: Final = re.compile(r"[^\W\d_]+\.?|[$€£]|'?[0-9]+s?")
ABBREVIATIONS: Final = word_set(
    "abs ac api bmi bpm cd ceo cpi cpu dvd eu gdp gnp gpa gpu hdd hiv id imdb iq lcd led nfl nba nfc os"
    " co2 no2 ram rpm msrp isbn abv ibu ppi psi fps aqi lsat ecg ekg rbi"
    " ssd tv uk us usa usb uv vat atm bgg esim ev gb gps hd hdmi hdr"
    " hsa lte vin 3g 4g 5g mba pc phd sim suv wc"
)
_VOWELS: Final = frozenset("AEIOU")
_MEASURED: Final = {
    "mpg": "fuel economy",
    "hp": "horsepower",
    "mph": "speed",
    "bpm": "beat",
    "km/h": "speed",
    "sq ft": "area",
    "m²": "area",
}
"""What is measured where a header consists of a unit only."""
_NAME_HOLDERS: Final = (
    "airline airport artist author brand carrier category city club company continent country county"
    " department director district division employer language league maker manufacturer mfr model operator"
    " platform publisher region school seller state station store street supplier team vendor"
).split()
"""Words of headers below which names stand, so that "name" behind them says nothing."""
_COGNATES: Final = (
    "alcohol bonus club condition error hotel inflation land model name portion quota rate region roi status"
    " total type vat volatility"
).split()
"""Words that are the same in other languages."""
_ENGLISH: Final = (_FOUR_LETTERS | COMPOUNDED | DIMENSIONS | PRICED | _OF_HUNDRED | {*_NAME_HOLDERS}) - {
    *_COGNATES
}
_FEWEST_HEADERS: Final = 5
"""Of the tables with English headers that were tried, three with four columns or fewer had no word of
`_ENGLISH`, and none with more.
"""
_FINAL_MIN: Final = re.compile(r"(?<=\w[ _.])min$|(?<=[a-z])Min$", re.IGNORECASE)
_BOUNDS: Final = frozenset(("max", "min", "maximum", "minimum", "avg", "average", "mean", "median"))
_AVERAGED: Final = ("batting", "moving", "point", "slugging")
"""Words before "average" that are one name with it: a batting average is no average batting."""
_DIRECTIONS: Final = ("to", "from", "until", "till")
_SPANS_OF_TIME: Final = ("min", "h", "days", "weeks", "months")
_SPELLED_SPANS: Final = ("hours", "minutes")
"""Units that are the noun of what they measure: "contact hours" are no contact, but a contact time."""
_LENGTHS: Final = ("m", "km", "mi", "ft", "yd")
"""Units of a distance between two places."""
_LASTING: Final = word_set(
    "duration runtime length time delay wait latency stay flow throughput life lifetime dauer laufzeit"
)
"""Words before a final "min" that make it minutes, not a minimum, and before "/ h" hours, not a rate."""
_BEHIND_SLASH: Final = re.compile(r"(?P<before>.*[^\W\d_]{2})(?P<slash> ?/ ?)(?P<unit>[^\W\d_]+[23²³]?|%)")
_DENSE: Final = "density"
_AREAS: Final = ("m²", "km²", "sq ft", "ha", "acres", "L", "m", "km", "mi")
"""Units per which a density counts things."""
_YEAR: Final = re.compile(r"(?:19|20)[0-9]{2}")
_NOT_IN: Final = _SMALL_WORDS | word_set("model version edition since after before until class season")
_TEMPERATURE_WORDS: Final = frozenset(
    ("temp", "temperature", "temperatures", "chill", "dewpoint", "dew", "heat", "feels")
)
"""Words that make a final "C" or "F" a unit of temperature."""
_CAPITAL_LENGTHS: Final = ("MM", "CM", "KM", "FT", "IN", "MI")
_SPEAKABLE: Final = re.compile(r"trans fats?\b|\bvitamin [A-K]\b")
"""Phrases that people say although a word of theirs looks like a short form."""
_VITAMIN: Final = re.compile(r"\bvitamin [a-k]\b", re.IGNORECASE)
_WRAPPERS: Final = word_set(
    "properties attributes fields data details dimensions specs specifications info geoloc _geoloc"
)
"""Keys of JSON that say nothing of what is in them."""
_JUDGED: Final = frozenset(("price", "rank", "rating", "score"))
"""Keys of JSON under which each source or edition has its own: "capterra rating" of "rating.capterra"."""
_VALUES: Final = ("amount", "value")
"""Keys of JSON that hold a value beside its unit: "price" of "price.amount" beside "price.currency"."""
_SIGNS: Final = {"$": "USD", "€": "EUR", "£": "GBP", "₹": "INR", "₩": "KRW", "%": "%"}
_MARKS: Final = {code for code in CURRENCIES if currency_code(code.casefold())} | _SIGNS.keys() - {"%"}


@frozen
class Header:
    """The name of a column, with what was understood of it."""

    text: str
    """The name as the file has it, with single blanks."""
    words: tuple[str, ...]
    """Its words in small letters, with short forms written out, without the unit."""
    label: str
    """The name that options show."""
    phrase: str
    """The name inside a sentence."""
    unit: str = ""
    """The unit as it is shown; "%" for percent, the code for a currency, empty where none is named."""
    told: bool = False
    """Whether an author chose the label."""

    @property
    def column(self) -> str:
        """The name of the column in flags and reports: its text, or else its label."""
        return self.text or self.label

    @property
    def nameless(self) -> bool:
        """Whether the column has no name, so that no request can speak of it."""
        return not self.told and _NAMELESS.fullmatch(self.text) is not None

    def has(self, *words: str) -> bool:
        """Returns whether the header has one of the words."""
        return not set(words).isdisjoint(self.words)

    def begins(self, *words: str) -> bool:
        """Returns whether the first word is one of these."""
        return self.words[:1] in [(word,) for word in words]

    def ends(self, *words: str) -> bool:
        """Returns whether the last word is one of these."""
        return bool(self.words) and self.words[-1] in words


def read_headers(texts: Sequence[str]) -> list[Header]:
    """Reads the headers of a table; no two of the results share a label."""
    short = abbreviations_in(texts)
    stems = [_FINAL_MIN.sub("max", text).casefold() if _FINAL_MIN.search(text) else "" for text in texts]
    names = {text.casefold() for text in texts}
    prefixes = shared_prefixes(texts)
    headers = [
        read_header(text, index, short, paired=stem in names, prefixes=prefixes)
        for index, (text, stem) in enumerate(zip(texts, stems, strict=True))
    ]
    taken = {header.words for header in headers}
    return distinct([_named(header) if header.words[:-1] not in taken else header for header in headers])


def _named(header: Header) -> Header:
    """Returns the header without "name" where the word before says what is named: "maker" of "maker name"."""
    if not header.ends("name") or not {*header.words[-2:-1]} & {*_NAME_HOLDERS}:
        return header
    label, phrase = header.label.rpartition(" ")[0], header.phrase.rpartition(" ")[0]
    return evolve(header, words=header.words[:-1], label=label, phrase=phrase) if label and phrase else header


def renamed(header: Header, label: str) -> Header:
    """Returns the header with the author's label; it keeps its unit where the label names none."""
    new = read_header(label, 0, {})
    return evolve(new, text=header.text, unit=new.unit or header.unit, told=True)


def read_header(
    text: str,
    index: int,
    short: Mapping[str, str] = ANYWHERE,
    *,
    paired: bool = False,
    prefixes: Collection[str] = (),
) -> Header:
    """Reads the header of one column.

    Args:
        index: the index of the column, which gives a label such as "Column 3" where the name cannot be shown.
        short: short forms, in small letters, with their long forms.
        paired: whether another column has the same name with "max" for "min", so that "min" is no minutes.
        prefixes: the short forms that `shared_prefixes` finds in all headers of the table.
    """
    shown = "".join(letter if letter.isprintable() else " " for letter in unicodedata.normalize("NFC", text))
    shown = " ".join(shown.split())
    body, unit = _of_path(unglued(_spelled_out(shown), prefixes)), ""
    for split in (_bracketed, _compound, _behind_slash):
        if not unit:
            body, unit = split(body)
    raw = words_of(_SLASH.sub(_per, body))
    if len(raw) > 2 and [word.casefold() for word in raw[:2]] == ["no", "of"]:
        raw[0] = "number"
    raw = _bound_first(raw, paired=paired)
    for take in (_leading_unit, _trailing_unit, _inner_currency):
        if not unit:
            raw, unit = take(raw)
    if len(raw) > 1 and raw[0].casefold() == "min":
        raw[0] = "minimum"
    if unit == "%" and _OF_HUNDRED.isdisjoint(word.casefold() for word in raw) and raw != ["percent"]:
        raw = [*raw, "percentage"]
    written = _numbered([short.get(word.casefold(), word) for word in raw])
    words = tuple(" ".join(written).casefold().split())
    label, phrase = _spoken(" ".join(written), index)
    return Header(shown, words, label, phrase, unit)


def _spelled_out(text: str) -> str:
    """Returns the name with "number" for its number sign: "number of polls" for "# of polls", "order number"
    for "Order #", and with the currency behind: "loans ($)" for "$ of loans".
    """
    text = _MONEY_OF.sub(r"\g<what> (\g<sign>)", _FOOTNOTES.sub("", text))
    return _NUMBER_BEHIND.sub(" number", _NUMBER_BEFORE.sub("number ", text))


def _of_path(text: str) -> str:
    """Returns the name in nested keys of JSON: "gap" of "properties.gap", "gold medals" of "medals.gold",
    "price" of "price.amount".
    """
    outer, _, inner = text.partition(".")
    if outer in _WRAPPERS and inner:
        return inner
    if not (inner.isalnum() and inner[:1].isalpha() and inner.islower() and outer.islower()):
        return text
    if inner in _VALUES:
        return outer
    return f"{inner} {outer}" if is_plural(outer) or outer in _JUDGED else text


def _bound_first(raw: list[str], *, paired: bool) -> list[str]:
    """Returns the words with a final bound moved to the front: "max temp" for "temp_max".

    "min" may mean minutes: it is moved where another column has "max", or where no word before it names
    something that lasts.
    """
    *before, last = raw or [""]
    low = last.casefold()
    minutes = low == "min" and not paired and not _LASTING.isdisjoint(word.casefold() for word in before)
    whole = low == "average" and before and before[-1].casefold() in _AVERAGED
    if not before or low not in _BOUNDS or minutes or whole or before[0].casefold() in _BOUNDS:
        return raw
    return [last, *before]


def _numbered(written: list[str]) -> list[str]:
    """Puts "number of" before what is counted ("n_bids"); "in" before a final year: "votes in 2017"."""
    if len(written) > 1 and _YEAR.fullmatch(written[0]) and written[1][:1].isalpha():
        written = [*written[1:], written[0]]
    if len(written) > 1 and _YEAR.fullmatch(written[-1]) and written[-2].casefold() not in _NOT_IN:
        written = [*written[:-1], "in", written[-1]]
    first, *rest = written or [""]
    has_plural = any(is_plural(word) for word in (*rest[:1], *rest[-1:]))
    if first.casefold() not in ("n", "number") or not has_plural or rest[0].casefold() == "of":
        return written
    return ["Number", "of", *rest]


def hundredths_currency(header: Header) -> str:
    """Returns the currency that a header in hundredths names, "USD" for "cost_usd_cents"; else empty."""
    named = [currency_code(word.casefold()) for word in words_of(header.text)]
    hundredth = next((code for word, code in _HUNDREDTHS.items() if word in header.text.casefold()), "")
    return next(filter(None, named), hundredth)


def short_forms(header: Header) -> tuple[str, ...]:
    """Returns words of the phrase that nobody would say, such as "gashw" or "drv"; well-known abbreviations
    are left out.

    Empty where an author chose the label.
    """
    if header.told:
        return ()
    said = _SPEAKABLE.search(header.phrase)
    speakable = {*ABBREVIATIONS, *SAID_UNITS, *_SMALL_WORDS, *_TWO_LETTERS, *PROPER}
    speakable.update(said[0].casefold().split() if said else ())
    words = (word for part in header.phrase.split() for word in part.split("-"))
    return tuple(word for word in words if word.casefold() not in speakable and _is_short_form(word))


def in_another_language(headers: Sequence[Header]) -> bool:
    """Returns whether the headers seem to be in another language: of five or more none is English."""
    words = {word.casefold() for header in headers for word in words_of(header.text)}
    told = any(header.told for header in headers)
    return len(headers) >= _FEWEST_HEADERS and not told and words.isdisjoint(_ENGLISH)


def _is_short_form(written: str) -> bool:
    """Returns whether nobody would say the word: it is clipped, or cannot be said, or has three or four
    letters and is no English word that a header may hold.
    """
    word = written.casefold()
    if not word:
        return False
    words = {3: _SHORT_WORDS, 4: _FOUR_LETTERS}.get(len(word))
    unknown = words is not None and word.isascii() and word.isalpha() and word not in words
    return bool(word in _CLIPPED or unknown or _GLUED.fullmatch(word)) or not can_be_said(written)


def unmeasured(header: Header) -> Header:
    """Returns the header with all its words and without a unit, where what looked like a unit is none."""
    label, phrase = _spoken(" ".join(words_of(header.text)), 0)
    return Header(header.text, header.words, label, phrase)


def distinct(headers: list[Header]) -> list[Header]:
    """Returns the headers with numbers added to labels and phrases that occur before."""
    taken: set[str] = set()
    unlike = []
    for header in headers:
        number, candidate = 1, header
        while candidate.label.casefold() in taken or candidate.phrase.casefold() in taken:
            number += 1
            candidate = evolve(header, label=f"{header.label} {number}", phrase=f"{header.phrase} {number}")
        taken |= {candidate.label.casefold(), candidate.phrase.casefold()}
        unlike.append(candidate)
    return unlike


def _spoken(text: str, index: int) -> tuple[str, str]:
    """Returns the label that options show, and the phrase that sentences use.

    A phrase may not hold words such as "not", which would change the meaning of a sentence. For such a header
    the phrase is the number of the column, and the label adds the words in brackets: "Column 4 (not new)".
    """
    plain = text.replace(" or ", "/").replace(" and/or ", "/")
    fits = fitting_phrase(plain.replace("/", " "), LONGEST_LABEL) != ""
    label = fitting_phrase(plain, LONGEST_LABEL) if fits else ""
    if any(map(str.isalpha, label)):
        words = label.split()
        mixed = any(word[1:].islower() for word in words)  # so that capitals are those of an abbreviation
        phrase = " ".join(word if mixed and _is_spelled(word) else _lowered(word) for word in words)
        phrase = _VITAMIN.sub(lambda match: match[0][:-1] + match[0][-1].upper(), phrase)
        proper = phrase.split()[0].casefold() in PROPER
        return phrase if proper else phrase[:1].upper() + phrase[1:], _short(phrase)
    name = f"Column {text}" if text.isdecimal() else f"Column {index + 1}"
    if text.isdecimal():
        return name, in_small_letters(name)
    rest = " ".join("".join(letter if letter.isalnum() else " " for letter in text).split())[:30].strip()
    return (f"{name} ({rest})" if rest else name), in_small_letters(name)


def _short(phrase: str) -> str:
    """Returns the phrase, cut to the room that a sentence has, without a word such as "of" at its end."""
    if len(phrase) <= LONGEST_PHRASE:
        return phrase
    words = phrase[: LONGEST_PHRASE + 1].rsplit(" ", 1)[0].split()
    while len(words) > 1 and words[-1] in _SMALL_WORDS:
        words.pop()
    return " ".join(words)[:LONGEST_PHRASE]


def counted(words: tuple[str, ...]) -> str:
    """Returns the plural that "n_children", "number of seats" or "seat count" counts; else empty."""
    named = tuple(word for word in words if word != "of")
    if len(named) > 1 and named[0] in ("n", "no", "nb", "number", "count"):
        return plural(" ".join(named[1:]))
    if len(named) > 1 and (named[-1] in ("count", "qty", "quantity") or numbers_one(words) is False):
        return plural(" ".join(named[:-1]))
    return ""


def numbers_one(words: tuple[str, ...]) -> bool | None:
    """Returns whether a header that ends in "number" identifies ("sample number") rather than counts ("seats
    number", as its plural shows); None if it does not end in "number".
    """
    if len(words) < 2 or words[-1] != "number":
        return None
    return not is_plural(words[-2])


def _bracketed(text: str) -> tuple[str, str]:
    """Returns the header without a unit in brackets, and the unit; empty where there is none."""
    match = _BRACKET.fullmatch(text)
    if match is None:
        if rated := _RATE_IN_NAME.fullmatch(text):
            return f"{rated['rate']}% {rated['what']}" if rated["rate"].isdecimal() else rated["what"], ""
        sign = _SIGNS.get(text[-1:], "") if len(text) > 1 else ""
        return (text[:-1].strip().removesuffix(" in"), sign) if sign else (text, "")
    inside = match["inside"].strip().removeprefix("in ").strip()
    if not inside or inside.casefold() == "log" or HEADER_SCALE.search(text):
        return text, ""
    if best := _OUT_OF.fullmatch(inside.casefold()):
        return match["before"], f"/{best['best']}"
    if rate := _RATE.fullmatch(inside):
        code, per = _currency(rate["money"]), rate["what"]
        if code in CURRENCIES:
            return f"{match['before']} per {SPANS.get(per.casefold(), per)}", code
    if _SCALE.fullmatch(inside):  # "Complexity (1-5)": between which numbers it lies
        return match["before"], ""
    if (scaled := _scaled(inside)) is not None:
        return (match["before"], scaled) if scaled else (text, "")
    if inside in ("C", "F") and "temp" in match["before"].casefold():
        return match["before"], f"°{inside}"
    named = [_currency(word.strip(".,:")) for word in inside.split()]
    code = _currency(inside) or next((code for code in named if code in CURRENCIES), "")
    if code:
        return match["before"], code
    named_unit = UNITS.get(inside.casefold()) or PHRASES.get(tuple(inside.casefold().split()))
    if not named_unit and inside.isupper() and _is_initialism(match["before"], inside):
        return match["before"], ""
    # "Fare (adult)" is not counted in "adult", but "Salary (a year)" is paid for a year.
    priced = " " not in inside and not PRICED.isdisjoint(words_of(match["before"].casefold()))
    short = len(inside) <= 6 and not priced and not inside.isdigit() and "/" not in inside[:1]
    unit = named_unit or (shown_unit(inside) if short and any(map(str.isalpha, inside)) else None)
    choices = inside.casefold().split("/")
    choice = len(inside) == 3 and len(choices) == 2 and not UNITS.keys() >= {*choices}  # "y/n"
    return (match["before"], unit) if unit and not choice else (text, "")


def _is_initialism(name: str, short: str) -> bool:
    """Returns whether the short form has the initials of the name: GDP behind "gross domestic product"."""
    words = words_of(name.casefold())
    full = [word for word in words if word not in _SMALL_WORDS]
    return len(short) > 1 and short.casefold() in (
        "".join(word[0] for word in part) for part in (words, full)
    )


def _scaled(inside: str) -> str | None:
    """Returns the unit of amounts in thousands, millions or billions, with a currency or without: "million
    USD", "thousand".

    None where no scale is named; empty where one is named among other words.
    """
    tokens = [token.strip(".'").casefold() for token in _INSIDE.findall(inside)]
    codes = [code for token in tokens if (code := _currency(token)) in CURRENCIES]
    scale_words = {**_SCALES, **(_MONEY_SCALES if codes else {})}
    scales = [scale_words[token] for token in tokens if token in scale_words]
    if not scales:
        return None
    rest = len(tokens) - len(codes) - len(scales) - tokens.count("in") - tokens.count("of")
    return " ".join([*scales, *codes]) if len(scales) == 1 and len(codes) < 2 and not rest else ""


def _compound(body: str) -> tuple[str, str]:
    """Returns the header without a final unit such as "km/h", and the unit; empty where there is none."""
    match = _COMPOUND.fullmatch(body)
    if match is None or match["one"].casefold() not in UNITS or match["other"].casefold() not in UNITS:
        return body, ""
    before = match["before"].strip().removesuffix(" in")
    return before, UNITS.get(match["unit"].casefold(), match["unit"])


def _behind_slash(body: str) -> tuple[str, str]:
    """Returns the header without a unit behind a slash, as standards write it, and the unit: "Weight/kg",
    "Battery life / h"; the unit is empty for a rate such as "Price / m²" or "Calls / day".
    """
    match = _BEHIND_SLASH.fullmatch(body)
    if match is None:
        return body, ""
    words = {word.casefold() for word in words_of(match["before"])}
    unit = "%" if match["unit"] == "%" else UNITS.get(match["unit"].casefold(), "")
    rate = words & PRICED or (unit in _SPANS_OF_TIME and not words & _LASTING)
    stands = match["slash"] == " / " or words & DIMENSIONS
    return (match["before"], unit) if unit and stands and not rate else (body, "")


def _per(match: re.Match[str]) -> str:
    """Returns a slash before a unit or a span of time as the word "per": "Price/m²", "Rent/mo"."""
    measure = match["what"]
    is_unit = measure.casefold() in UNITS or measure.casefold() in SPANS
    return f" per {SPANS.get(measure.casefold(), measure)}" if is_unit else match[0]


def _leading_unit(raw: list[str]) -> tuple[list[str], str]:
    """Returns what is measured, and the unit in front of it: "Minutes to beach", "km from center"."""
    if len(raw) < 3 or raw[1].casefold() not in _DIRECTIONS:
        return raw, ""
    unit = UNITS.get(raw[0].casefold(), "")
    measured = "time" if unit in _SPANS_OF_TIME else "distance" if unit in _LENGTHS else ""
    return ([measured, *raw[1:]], unit) if measured else (raw, "")


def _inner_currency(raw: list[str]) -> tuple[list[str], str]:
    """Returns the words without a currency's code or sign among them, and the code: "EUR per night",
    "AMT_EUR_NET".

    Nothing is removed where several are named, or beside a scale, which the amount would lose. Where only
    "per" and what follows are left, "price" is put before them.
    """
    positions = [position for position, word in enumerate(raw) if word in _MARKS]
    if len(positions) != 1 or not {word.casefold() for word in raw}.isdisjoint(_SCALES):
        return raw, ""
    (position,) = positions
    rest = raw[:position] + raw[position + 1 :]
    if not rest or rest[0].casefold() in _PER:
        rest = ["price", *rest]
    return rest, _currency(raw[position])


def _currency(text: str) -> str:
    if text in _SIGNS:
        return _SIGNS[text]
    if code := currency_code(text.casefold()):
        return code
    named = {"dollars": "USD", "dollar": "USD", "euros": "EUR", "euro": "EUR", "percent": "%", "pct": "%"}
    return named.get(text.casefold(), "")


def _trailing_unit(raw: list[str]) -> tuple[list[str], str]:
    """Returns the words without a unit at their end, and the unit: "weight_kg", "Miles_per_Gallon"."""
    low = [word.casefold() for word in raw]
    for size in (3, 2):
        unit = PHRASES.get(tuple(low[-size:]))
        if unit is not None and _PER.isdisjoint(low[-size - 1 : -size]):
            if _DENSE in low[:-size]:  # in square miles, but so many to one of them
                return _without_in(raw[:-size]), f"per {unit}"
            rest = _without_in(raw[:-size])
            return rest or [_MEASURED.get(unit, " ".join(raw))], unit
    if len(raw) > 2 and (joint := joint_unit(low[-2], low[-1])) is not None:
        return (_without_in(raw[:-2]), joint) if joint else (raw, "")
    if raw and _currency(raw[0]) in CURRENCIES and len(raw) == 1:
        return ["amount"], _currency(raw[0])
    if len(raw) < 2:
        unit = UNITS.get(low[0], "") if raw else ""
        return ([_MEASURED[unit]], unit) if unit in _MEASURED else (raw, "")
    if low[0] == "mpg":
        return [*raw[1:], _MEASURED["mpg"]], "mpg"
    if low[-2] in _PER or low[-2].isdecimal() or not _MULTIPLES.isdisjoint(low[:-1]):
        return raw, ""  # a rate or a multiple, in a unit that is not named
    last = low[-1]
    if (scaled := _scaled(" ".join(low[-2:]))) and " " in scaled:
        return _without_in(raw[:-2]) or raw, scaled
    if (scaled := _scaled(last)) and (" " in scaled or last.endswith("s")):
        return _without_in(raw[:-1]), scaled
    several_currencies = len({*raw} & _MARKS) > 1
    code = _currency(raw[-1]) if _SCALES.keys().isdisjoint(low) and not several_currencies else ""
    if code:
        rest = _without_in(raw[:-1])
        return (["price", *rest] if rest[0].casefold() in _PER else rest), code
    if last in _PERCENT:
        return raw[:-1], "%"
    if low[0] in _PERCENT or low[0] == "%":
        return raw[2:] if low[1] == "of" and len(raw) > 2 else raw[1:], "%"
    if not _PER.isdisjoint(low):
        return raw, ""
    unit = _unit_of(raw[-1], low[:-1])
    certain = last not in SHORT or low[-2] == "in" or not DIMENSIONS.isdisjoint(low[:-1])
    if unit is None or not certain or (low[0] in ("n", "number", "total", "num") and last in SHORT):
        return raw, ""
    rest = _without_in(raw[:-1])
    if _DENSE in low and unit in _AREAS:
        return rest, f"per {unit}"
    if unit == "mpg" and not {"economy", "mileage"} & set(low):
        rest = [*rest, _MEASURED["mpg"]]
    before = rest[-1].casefold()
    measured = before in _LASTING | DIMENSIONS or low[-2] == "in" or before.endswith("ly")
    bare = before in ("total", "average", "avg", "max", "min") or (last in _SPELLED_SPANS and not measured)
    span = unit in _SPANS_OF_TIME and bare
    return ([*rest, "time"] if span else rest), unit


def _unit_of(last: str, before: list[str]) -> str | None:
    """Returns the unit that the last word is, where the words before it can be measured in it; else None.

    Money has no unit of measure. Capitals may be part of a brand ("PriceMM"): they are a length only beside a
    dimension.
    """
    if not PRICED.isdisjoint(before) and before[-1] not in DIMENSIONS:
        return None
    if last in ("C", "F"):
        return f"°{last}" if not _TEMPERATURE_WORDS.isdisjoint(before) else None
    if last in _CAPITAL_LENGTHS and DIMENSIONS.isdisjoint(before):
        return None
    unit = UNITS.get(last.casefold())
    return "mbar" if unit == "MB" and "pressure" in before else unit


def _without_in(raw: list[str]) -> list[str]:
    return raw[:-1] if len(raw) > 1 and raw[-1].casefold() in ("in", "of") else raw


def _is_spelled(word: str) -> bool:
    """Returns whether capitals are no word, and are spelled out: "SBA", but not "NEW" and "TOTAL"."""
    low = word.casefold()
    clipped = len(word) == 3 and low not in _SHORT_WORDS
    return word.isalpha() and word.isupper() and len(word) > 1 and (clipped or not can_be_said(low))


def _lowered(word: str) -> str:
    """Returns the word in small letters, except known abbreviations and short capitals without a vowel."""
    if word.casefold() in PROPER:
        return PROPER[word.casefold()]
    if word.casefold() in ABBREVIATIONS:
        return word.upper()
    if word.endswith("s") and word[:-1].isupper() and word[:-1].casefold() in ABBREVIATIONS:
        return word
    return word if len(word) <= 4 and word.isupper() and _VOWELS.isdisjoint(word) else in_small_letters(word)
