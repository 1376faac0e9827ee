"""Proposes what an option is called, as far as the table says it: a word of a fixed list, else "record"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from cocoa_core.english import can_be_said, is_plural, last_word, singular
from cocoa_core.importing import ABBREVIATIONS, GuessedColumns, Header, SlotColumn
from cocoa_core.scaffolding.proposals.header_words import AMOUNTS
from cocoa_core.scaffolding.proposals.people import PEOPLE
from cocoa_core.text import word_set

RECORD: Final = "record"
"""What a row is called of which nobody knows what it is."""
ITEM: Final = "item"
"""The same of what somebody offers."""
NAMELESS: Final = (RECORD, ITEM)
_PLACES: Final = word_set(
    "peak hotspot airport apartment area attraction bank bar beach borough branch bridge building cabin"
    " cafe campground campsite castle church cinema city clinic club college condo continent cottage"
    " country county district dorm factory farm field flat garden gym hospital hostel hotel house hut"
    " island kindergarten lake library location lodge market motel mountain museum neighborhood"
    " neighbourhood office park pharmacy playground plot pool port property province pub ranch region"
    " reserve resort restaurant river room route salon school shop site ski spa stadium state station"
    " store street studio suburb summit territory theater theatre tower town trail university venue"
    " village villa vineyard volcano warehouse waterfall winery zoo home bakery brewery hike course"
)
_THINGS: Final = word_set(
    "aircraft airplane album alloy amplifier antibiotic appliance app armchair article backpack bag"
    " battery bed beer bicycle bike blanket blender board boat boiler bond book boot bottle bracelet bus"
    " cabinet cable camera camper car card carpet carriage chair charger chip clock coat coffee coin comic"
    " compound computer console couch crane cup curtain cushion desk device diamond dish dishwasher disk"
    " display dog doll drill drink drone drug dryer engine fabric fan figurine film filter font freezer"
    " fridge fund game gem glider goggle gpu graphic guitar handbag headphone headset heater helicopter"
    " helmet horse instrument insulator iron jacket jar kayak kettle keyboard kit knife ladder lamp laptop"
    " lipstick lock locomotive machine magazine magnet map mattress medicine medication metal microphone"
    " microscope microwave mineral mirror mixer model modem monitor motor motorbike motorcycle motorhome"
    " mower mug necklace notebook novel oven packet painting pan pen pencil perfume phone piano pill"
    " pillow pizza plane planet plant poem poster pot printer processor product projector pump puzzle"
    " racket radiator radio razor record recliner refrigerator ring robot rock rocket roll router rug"
    " saddle satellite saw scale scanner scooter screen sculpture seed server shampoo sheet ship shirt"
    " shoe shovel shower skateboard skirt smartphone smartwatch snack snowboard soap sofa software song"
    " soup speaker sport spoon stamp star statue stone stove taxi cab suit suitcase sweater switch sword"
    " table tablet tank tape tea telescope television tent tile tire toaster tool toothbrush towel toy"
    " tractor trailer train tram tree tripod truck tv umbrella utensil vacuum van vase vehicle video"
    " violin wallet wardrobe washer watch weapon webcam wheel wheelchair whiskey whisky wine yacht gadget"
    " accessory component pc cpu ssd ram memory headlight furnace tyre sandal sneaker dress hat scarf"
)
_LIVING: Final = PEOPLE | word_set(
    "animal antelope bird breed butterfly cat cow crop dinosaur dog fish flower fruit goat herb horse"
    " insect mammal monkey mushroom pet penguin pig pony possum puppy rabbit reptile sheep snake species"
    " squirrel turtle vegetable whale bear bee beetle crab crow deer duck eagle elephant falcon ferret fox"
    " frog hamster hawk hen kitten lion lizard mouse otter owl parrot seal shark spider swan tiger trout"
    " wolf wren virus bacterium pokemon character creature monster"
)
_FOOD: Final = word_set(
    "burger cake candy cereal cheese chocolate cocktail cookie cuisine dessert dish doughnut drink"
    " ingredient juice meal menu pasta pie pizza recipe salad sandwich sauce sausage smoothie snack soup"
    " spice steak sushi beverage"
)
_EVENTS: Final = word_set(
    "accident ad advert allocation appointment attempt auction ballot battle bet bid bill birth booking"
    " call campaign cruise case claim class clip complaint concert conference contract contest crime deal"
    " death delivery disaster donation earthquake election eruption event exam excursion exhibition"
    " experiment festival fire flight flood gig grant holiday hurricane incident inspection interview"
    " invoice job journey launch lecture lesson listing loan lottery marathon match meeting merger mission"
    " mortgage movie offer operation order package parade party patent payment performance permit plan"
    " play playlist podcast policy poll position post premiere procedure program programme project"
    " promotion protest purchase quake quiz race raid rental report reservation retreat review ride role"
    " sale scholarship season seminar session shift shipment show sighting speech stock storm story strike"
    " study subscription survey talk task team tender test ticket tour tournament track trade transaction"
    " treatment trial trip tv vacancy visit volunteering voyage vote walk webinar wedding workout workshop"
    " wreck crash outage breach pitch thesis textbook journal newspaper episode series tariff bundle"
    " company startup firm employer charity club organization organisation brand manufacturer airline bank"
    " insurer stamp trail hackathon degree certificate internship apprenticeship franchise website domain"
    " server theorem language chemical drug vaccine sample isotope element color colour"
)
_NOUNS: Final = _PLACES | _THINGS | _LIVING | _FOOD | _EVENTS
_COUNTED: Final = word_set(
    "award balcony bath bathroom bed bedroom bid calorie camera child core cylinder day door employee"
    " fireplace floor follower garage gear goal guest hour ingredient kid kitchen lane like member minute"
    " month night page passenger people player point port review room seat serving shelf side speaker spot"
    " staff stair star step stop story student subscriber teacher thread view visitor vote week wheel window"
    " word year"
)
"""Further nouns for what is counted."""
_GROWN: Final = word_set("planet plant tree star stone rock mineral compound seed metal")
_MADE: Final = (_THINGS | word_set("film game movie show song wine cheese")) - _GROWN
_BEFORE: Final = word_set(
    "air apartment baby bank beach board business evening running garden smart dining bus camp car cargo city"
    " college cooking country credit cruise day digital dive diving electric electronic family fast fishing"
    " food foreign gas gaming grand ground guest health heat high hiking holiday home hotel house hybrid ice"
    " insurance jet job kitchen lake language legal local luxury medical mobile modern mortgage motor"
    " mountain movie music national night office old online open outdoor park personal pet phone police power"
    " private public rail real rental research road role room sailing school science sea second short ski"
    " small smart space sport sports state stock storage street student summer team tech tennis toy training"
    " travel tv university used vacation video washing water web wedding weekend wind winter wooden work yoga"
    " new"
)
"""Words that may stand before a noun: "used car", "board game"."""
_HOLDERS: Final = word_set(
    "all archive basic catalog catalogue clean cleaned collection content csv data database dataset db demo"
    " details directory dump entries example excel export exports extract feed file final full index info"
    " information inventory items json large latest list listings listing main master merged my names old"
    " options page pop popularity pops population price prices processed profile profiles quality ranking"
    " rankings rate rates rating ratings raw record records registry results rows sales sample samples schema"
    " scores set sets sheet small source speed speeds stats statistics subset summary survey table tables"
    " test top train v xlsx values the and of in for with by new hire lettings two three four five six seven"
    " eight nine ten"
)
"""Words in the name of a file that do not say what its rows are: "car_prices", "hotels export"."""
_VAGUE: Final = frozenset(("things", "goods", "assets", "objects", "cases", "columns", "numbers", "offers"))
"""Names of domains that do not say what an option is."""
_HINTS: Final[tuple[tuple[str, str], ...]] = (
    (
        "car",
        "mpg horsepower cylinders displacement drivetrain transmission fuel_type gearbox engine doors hp trq"
        " gear_ratio headroom trunk",
    ),
    (
        "home",
        "bedrooms bathrooms beds baths bath bed sqft lot lotsize garage stories driveway zoning basement",
    ),
    ("flight", "airline carrier departure arrival origin destination layover dep arr tailnum stops"),
    ("film", "director genre genres movieid imdb gross runtime box_office mpaa screenplay cast movie"),
    ("dish", "calories protein fat carbs carb carbohydrates sodium sugar sugars fiber fibre cholesterol"),
    ("book", "isbn author publisher pages edition"),
    ("song", "artist album bpm danceability tempo track lyrics"),
    ("job", "salary employer vacancy hiring job_title contract_type"),
    ("customer", "churn tenure contract payment_method paperless_billing customer_id total_charges"),
    ("loan", "loan interest_rate borrower installment debt_to_income credit_lines loan_amount"),
    ("pet", "breed species animal_name primary_breed neutered"),
    ("phone", "battery display camera sim android ios screen_size"),
    ("laptop", "cpu ram ssd gpu screen processor operating_system"),
    ("auction", "bids bid seller start_price shipping n_bids"),
    ("room", "adr check_in check_out hotel occupancy nightly room_type"),
    ("employee", "department job_role hire_date overtime years_at_company attrition"),
    ("person", "age sex gender education marital married ethnicity race income occupation religion smoker"),
    ("company", "sales profits profit assets market_value marketvalue revenue employees ceo industry sector"),
    (
        "animal",
        "genus vore order conservation species family bodywt brainwt body_weight brain_weight habitat diet",
    ),
    (
        "place",
        "population density land_area area census elevation gdp life_expectancy birth_rate"
        " infant_mortality infantmortality fertility",
    ),
    (
        "country",
        "country countries nation continent gdp ppgdp fertility life_expectancy life_exp infant_mortality"
        " infantmortality birth_rate births migration_rate literacy",
    ),
    ("character", "hair_color eye_color skin_color homeworld powers alignment"),
    (
        "product",
        "sku vendor brand tags barcode upc ean in_stock regular_price sale_price list_price"
        " price_before_discount compare_at_price",
    ),
)
"""What options are if at least `_FEWEST_HINTS` columns have names with these words, with "_" for a blank."""
_FEWEST_HINTS: Final = 3
_OF_BODIES: Final = word_set("age height weight bmi education occupation income married smoker")
"""Words of columns that tell of a person where another one gives the sex."""
_OF_LIVES: Final = word_set("bmi education major married occupation smoker")
"""Words beside which a sex is that of a person, whatever thing the file is named after."""
_MAKERS: Final = word_set("manufacturer brand company airline name color colour model")
"""Nouns that name an attribute of an option rather than what it is."""
_DESCRIBING: Final = word_set("name color colour model address series product listing record offer")
"""Nouns that name an attribute of many things, even if every row has another value."""
_MOST_WORDS: Final = 3
"""The most words of a name whose plural is taken for a noun: "sim only plans"."""
_TYING: Final = frozenset(("at", "by", "for", "from", "in", "to", "with"))
"""Words behind which the name of a file does not say what its rows are."""
_PREFIX: Final = 3
"""The most letters before a noun that are short for a place or a publisher: "uscereal"."""
_LONG_NOUN: Final = 6
"""The least letters of a noun that is recognized behind such a prefix."""
_OF_PARTS: Final = word_set(
    "account battery bed building card chip deal display engine fabric filter font fuel keyboard lock memory"
    " metal monitor motor page part processor program ram school screen seat seller server speaker stone"
    " switch wheel"
)
_WHOLE: Final = _NOUNS - _OF_PARTS
"""Nouns of which a "... type" is that of the option, and not of a part of it, a payment or a place."""
_LEAST: Final = 5
"""The least letters of a word for an amount at the end of a name in one word."""
_HUMP: Final = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[\W\d_]+")
_TELLING: Final = 0.7
"""The share of distinct values from which a column is taken to tell rows apart."""


def is_made(noun: str) -> bool:
    """Returns whether somebody makes such things, so that a request may say "made in 2019"."""
    return last_word(noun) in _MADE


def is_event(noun: str) -> bool:
    """Returns whether it takes place, so that the country in a column need not be where it comes from."""
    return last_word(noun) in _EVENTS


def is_place(noun: str) -> bool:
    """Returns whether such options lie in a country rather than come from it."""
    return last_word(noun) in _PLACES


def is_known(noun: str) -> bool:
    """Returns whether its last word is one of the nouns for things, places, events or living beings."""
    return _single(noun.split()[-1]) in _NOUNS | _COUNTED


def is_living(noun: str) -> bool:
    """Returns whether such options are people or animals, which are male or female themselves."""
    return last_word(noun) in _LIVING


def proposed_noun(names: Sequence[str], header: Sequence[str], columns: GuessedColumns) -> str:
    """Returns the noun that the columns or the names of the domain and the file suggest; else "record".

    Only English words of a fixed list are returned, and the singular of a plural that the author chose.

    Args:
        names: of the domain, the table and the file, the most telling first.
        header: the names of all columns of the table.
    """
    named = [_of_name(name) for name in names]
    slots = columns.columns
    candidates = [_of_key(slots), *named, _of_id(columns.id), *_of_columns(slots)]
    candidates = [noun for noun in candidates if noun != "product"]
    hint = _of_headers(header)
    plural = [*map(_of_plural, names[:1])]
    # who has an age and an income may be a hitter, a product a vacuum cleaner; dishes are no starbucks
    candidates += [*plural, hint] if hint in ("person", "product") else [hint, *plural]
    candidates += [_of_types(slots), *map(_of_id, header), *named, *_of_columns(slots)]
    noun = next(filter(None, candidates), RECORD)
    noun = next((longer for longer in named if f" {noun} " in f" {longer} " and longer != noun), noun)
    living = is_living(noun)
    words = {word for column in slots for word in column.header.words}
    bodily = noun == RECORD and words & _OF_BODIES and words & {"gender", "sex"}
    mistaken = (
        is_made(noun) and words & _OF_LIVES and {("sex",), ("gender",)} & {c.header.words for c in slots}
    )
    if not living and (bodily or mistaken or any(_of_birth(column.header) for column in slots)):
        return "person" if words.isdisjoint(("sport", "medal", "medals")) else "athlete"
    return " ".join(word.upper() if word in ABBREVIATIONS else word for word in noun.split())


def _of_plural(name: str) -> str:
    """Returns the singular of a name that is a plural: "hitter" of "hitters", "vacuum cleaner" of
    "vacuum_cleaners"; else an empty text.
    """
    words = re.split("[ _-]", name)
    *before, last = words
    single = _single(last)
    plain = all(word.isalpha() and word.islower() and can_be_said(word) for word in words)
    plain = plain and len(words) <= _MOST_WORDS and is_plural(last) and can_be_said(single)
    plain = plain and len(single) > len("ame")  # Ames is a town
    plain = plain and not last.endswith("ics") and single not in ("bean", "grain", "pod", "seed")
    amounts = [word for word in AMOUNTS if len(word) >= _LEAST]
    # salaries and teachingratings tell of others
    plain = plain and not (single.endswith(tuple(amounts)) or last.endswith(tuple(amounts)))
    vague = {last, single} & (_HOLDERS | _BEFORE | _VAGUE | AMOUNTS) or {*before} & _HOLDERS
    return " ".join([*before, single]) if plain and not vague else ""


def _of_key(columns: Sequence[SlotColumn]) -> str:
    """Returns the noun in the first column's name if its values all differ ("country"); else empty."""
    for column in columns[:1]:
        cells = {cell for cell in column.reading.cells if cell}
        noun = _single(column.header.phrase)
        if column.reading.kind == "category" and len(cells) == len(column.reading.cells):
            return noun if noun in _NOUNS - _DESCRIBING else ""
    return ""


def _of_id(header: str) -> str:
    """Returns the noun in the name of the column of ids: "invoice" of "Invoice ID"; else an empty text."""
    *words, last = [word.casefold() for word in _HUMP.split(header) if word] or [""]
    noun = _single(words[-1]) if words and last in ("id", "no", "number", "nr", "key") else ""
    return noun if noun in _NOUNS - _DESCRIBING - _HOLDERS else ""


def _of_birth(header: Header) -> bool:
    """Returns whether a column says when or where somebody was born, as only one about living beings does."""
    dated = header.has("birth") and header.has("date", "day", "month", "place", "year")
    return dated or header.has("birthdate", "birthday", "born", "dob")


def _single(words: str) -> str:
    """Returns the singular in the form that `_NOUNS` has: "tv" of "tvs"."""
    return singular(words).casefold()


def _of_name(name: str) -> str:
    """Returns the noun in a name: "used car" of "used_cars_2021", "house" of "HousePrices"; else ""."""
    words = [part for word in _HUMP.split(name) if word for part in _parts(word.casefold())]
    if "and" in words:  # a department of a shop: "home and garden"
        return ""
    tied = next((index for index, word in enumerate(words) if index and word in _TYING), len(words))
    words = words[:tied]  # "motorcycles for sale"
    nouns = _NOUNS - _HOLDERS
    while words and (len(words[-1]) == 1 or words[-1] in _HOLDERS) and _single(words[-1]) not in nouns:
        words.pop()
    if not words or _single(words[-1]) not in _NOUNS:
        return ""
    noun = _single(words.pop())
    before = words[-1:] if words and (words[-1] in _BEFORE or _single(words[-1]) in _NOUNS) else []
    return " ".join([*before, noun]) if not set(before) & _HOLDERS or before == ["new"] else noun


def _parts(word: str) -> Iterator[str]:
    """Yields the word, or its two parts where both are known and the whole is not: "sports" and "cards"."""
    known = _NOUNS | _BEFORE | _HOLDERS
    if word not in known and _single(word) not in known:
        for index in range(3, len(word) - 2):
            first, last = word[:index], word[index:]
            leading = first in _BEFORE | _HOLDERS or _single(first) in _NOUNS
            if leading and (_single(last) in _NOUNS or last in _HOLDERS):
                yield from (first, last)
                return
        for index in range(1, min(_PREFIX, len(word) - _LONG_NOUN) + 1):
            if _single(word[index:]) in _NOUNS:
                yield word[index:]
                return
    yield word


def _of_columns(columns: Sequence[SlotColumn]) -> Iterator[str]:
    """Yields the nouns in the names of columns that tell rows apart: a "movie" or a "country name"."""
    for column in columns:
        words = [word for word in column.header.words if word not in ("name", "title")]
        noun = _single(words[-1]) if words else ""
        cells = [cell for cell in column.reading.cells if cell]
        distinguishing = column.reading.kind == "category" and len(set(cells)) >= _TELLING * len(cells) > 0
        if distinguishing and len(words) == 1 and noun in _NOUNS - _MAKERS:
            yield noun


def _of_types(columns: Sequence[SlotColumn]) -> str:
    """Returns the noun of which a column gives the type: "car" of a "car type"; else an empty text."""
    typed = (column.header.words[0] for column in columns if column.header.words[1:] == ("type",))
    return next((word for word in typed if word in _WHOLE), "")


def _of_headers(header: Sequence[str]) -> str:
    """Returns the noun that the most headers hint at, if at least `_FEWEST_HINTS` do; else an empty text."""
    names = ["_".join(["", *re.split("[^a-z0-9]+", text.casefold()), ""]) for text in header]
    counts = {}
    for noun, hints in _HINTS:
        counts[noun] = sum(any(f"_{hint}_" in name for name in names) for hint in hints.split())
    best = max(counts, key=lambda noun: counts[noun])
    return best if counts[best] >= _FEWEST_HINTS else ""
