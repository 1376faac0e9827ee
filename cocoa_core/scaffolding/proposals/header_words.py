"""Lists words in the names of columns that say what an option does, has or is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from cocoa_core.text import word_set

BY_NAME: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "quantity": {
        "price cost fare": ("cost", "I | pay"),
        "rent": ("I | pay | | in rent",),
        "age": (" | be | | old",),
        "weight|mass|item weight|total weight|net weight|body weight|curb weight": ("weigh",),
        "packed weight|weight packed": (" | weigh | | packed",),
        "serves": (" | serve | | person/people", " | be | enough for | person/people"),
        "sleeps": (" | sleep | | person/people",),
        "screen size|display size": ("the screen | be",),
        "wheel size|wheel diameter": ("they the wheels | be",),
        "width|overall width": (" | be | | wide",),
        "height|overall height": (" | be | | tall",),
        "top speed|maximum speed|max speed": ("reach",),
        "length|overall length": (" | be | | long",),
        "thickness": (" | be | | thick",),
        "size|area|living area|living space|floor area|floor space": (" | be | | in size",),
        "warranty|guarantee": (" | have | a {name} of", " | come | with a {name} of"),
        "protein|fat|saturated fat|fiber|fibre|sugar|sodium|salt|cholesterol|potassium|calcium|caffeine": (
            " | have | | of {name}",
            " | contain | | of {name}",
            " | have | a {name} content of",
        ),
        "carbohydrates|carbs": (
            " | have | | of {name}",
            " | contain | | of {name}",
            " | have | a carbohydrate content of",
        ),
        "sugars": (" | have | | of {name}", " | contain | | of {name}", " | have | a sugar content of"),
        "fuel economy|gas mileage|mileage": ("get",),
        "year|model year|release year|launch year|vintage|year of release": ("the {name} | be",),
        "carat|carats": (" | have | a carat weight of",),
        "birth year|year of birth|birthyear|born": ("the birth year | be",),
        "horsepower|power": (" | have",),
        "rating stars": (" | be | rated", "the rating | be"),
        "memory ram": (" | have | | of {name}",),
        "storage": (" | have | | of storage",),
        "data": (" | have | | of data", " | include | | of data"),
        "maximum guests|maximum people|maximum persons": (" | have | room for | guests",),
        "capacity persons|capacity people|persons": (
            " | have | room for | person/people",
            " | sleep | | person/people",
        ),
        "years experience|experience years|years of experience": (" | have | | years of experience",),
    },
    "duration": {
        "duration runtime length": ("last", "take"),
        "travel time|journey|trip": ("take",),
        "prep time|preparation time": (" | take | | to prepare",),
        "cook time|cooking time": (" | take | | to cook",),
        "setup time|set up time|set-up time": (" | take | | to set up",),
        "assembly time": (" | take | | to assemble",),
        "charging time|charge time": (" | take | | to charge",),
        "total time|time in total": (" | take | | in total",),
        "wait|wait time|waiting time": ("the wait | be",),
        "warranty|guarantee": (" | have | a {name} of", " | come | with a {name} of"),
        "battery|battery life": ("the battery | last",),
    },
    "clock": {
        "departure|departure time|leaves|departs": ("leave", "depart"),
        "arrival|arrival time|arrives": ("arrive", "get in"),
        "opening|opening time|opening hours start|opens|opens at|open": ("open", "open up"),
        "closing|closing time|opening hours end|closes|closes at|close": ("close", "shut"),
        "start|start time|starts|begins": ("start", "begin"),
        "end|end time|ends": ("end", "finish"),
        "check in|check-in|checkin": ("I | check in",),
        "check out|check-out|checkout": ("I | check out",),
    },
    "date": {
        "release|release date|released": ("the release date | be",),
        "published|publication date|pub date": ("the publication date | be",),
        "launch|launch date|launched": ("the launch date | be",),
        "departure|departure date": ("leave", "depart"),
        "return|return date": ("return", "come back"),
        "start date|start": ("start",),
        "end date|end": ("end",),
        "birth date|date of birth|birthdate|birthday|born": ("the birth date | be",),
    },
    "boolean": {
        "pets|pets allowed": (" | allow | pets", "they pets | be | welcome"),
        "breakfast": (" | include | breakfast", "breakfast | be | included"),
        "remote": (" | be | remote",),
    },
    "category": {
        "city town county district neighborhood neighbourhood area": (" | be | in", " | be | located in"),
        "month": (" | be | in",),
        "origin": (" | come | from",),
        "country|country of origin|nation|home country|hometown|birthplace": (" | be | from",),
        "from": (" | leave | from", " | start | in"),
        "to destination": (" | go | to", " | end | in"),
        "manufacturer make maker brand company": (" | be | made by",),
        "carrier|airline|operator": (" | be | operated by",),
        "color colour": (" | come | in",),
        "cuisine": (" | serve | | food", " | be"),
        "meal|meal type": (" | be | for",),
        "provider insurer issuer seller vendor": (" | come | from", " | be | offered by"),
        "author director artist": (" | be | by",),
        "fuel|fuel type": (" | run | on", " | be"),
        "sweetness|dryness|spiciness": (" | be",),
        "form factor": (" | have | a | design",),
        "clarity|cut": (" | have | a {name} of",),
        "certification|certified by": (" | be | certified by",),
        "os|operating system": ("run", " | come | with"),
        "platform": (" | be | on", " | be | offered on"),
        "network": (" | be | on the | network",),
        "publisher": (" | be | published by", " | come | from"),
        "cruise line|cruise company": (" | be | with", " | be | run by"),
        "departure port|port of departure|departure city": (" | leave | from", " | start | in"),
        "material": (" | be | made of",),
        "frame material|material of frame": ("the frame | be | made of",),
        "language": (" | be | in",),
        "grape|grape variety": (" | be | made from",),
        "subject|course subject": (" | be | about",),
        "level": (" | be | at the | level",),
        "category|class|department|division|industry|sector|segment": (" | be | in the | {name}",),
        "metal tier|metal level|tier|plan tier": (" | be | in the | tier",),
        "price range|price level|price category": (" | be | in the | price range",),
        "breed|model|property type|vehicle type|room type": (" | be | a",),
        "tags": (" | be | tagged",),
        "serves": (" | serve",),
        "sleeps": (" | sleep",),
        "sex|gender|race|ethnicity|marital status": (" | be",),
        "parking": (" | have | | parking", " | offer | | parking"),
        "brakes": (" | have | | brakes",),
        "condition": (" | be | in | condition",),
        "cabin type|cabin class": (" | have | a | cabin",),
        "body|body style|body type": (" | have | a | body",),
        "panel|panel type": (" | have | a | panel",),
        "network type|type of network": (" | have | a | network",),
        "wheel size|wheel diameter": (" | have | | wheels",),
        "transmission cabin coat finish engine screen keyboard resolution": (" | have | a | {name}",),
    },
    "set": {
        "amenities features facilities equipment": ("have", "offer", " | come | with"),
        "extras": ("include", " | come | with"),
        "coverage": ("cover", " | pay | for"),
        "benefits": ("offer",),
        "ports connections": ("have", " | come | with"),
        "languages": ("support",),
        "genres tags topics categories": (" | be | tagged",),
    },
}
"""Wordings by the kind and the names of columns. Names are separated by "|", or by blanks where each is one
word; {name} stands for the column's name.
"""
EMPTY: Final = frozenset(("any", "n/a", "no", "none", "other", "others", "unknown", "various"))
"""Values of categories that nobody asks for."""

UNISEX: Final = "unisex"
"""The value of a gender that nobody is."""

HELD: Final = word_set(
    "acceleration accuracy alcohol altitude area average balance brightness budget capacity circumference"
    " clearance concentration contrast debt deficit delay density deposit depth diameter discount"
    " displacement distance dividend dose duration economy efficiency elevation frequency growth hardness"
    " height horsepower humidity income intensity lead length level lifespan limit magnitude margin mass"
    " mileage mortality orbit percentage period population power precipitation pressure price profit radius"
    " range rate rating ratio resolution revenue salary score size span speed strength surplus temperature"
    " term thickness thrust torque turnout turnover valuation value voltage volume wage wavelength weight"
    " wheelbase width wingspan yield"
)
"""Amounts that something can be said to have: "a height of 3 m"."""
MEASURES: Final = ("ivity", "icity", "bility", "osity", "idity", "ness", "tude")
"""Endings of such amounts: "acidity", "hardness", "magnitude"."""
AMOUNTS: Final = HELD | word_set(
    "age amount attendance coverage cost days emissions expectancy expenditure expenses fee gap height hours"
    " humidity income inches index kilometers losses miles minutes months percent points prevalence profits"
    " rainfall sales score share sum temperature time total traffic turnout value weight width years"
)
"""Words in the names of amounts: "its cloud cover" and "its trunk" do not say how much of what."""
HELD_AMOUNTS: Final = word_set("assets earnings expenses liabilities losses profits sales")
"""Amounts with a name in the plural: "it has profits of over $3 million"."""
UNFINISHED: Final = word_set("accept admit annual apply attend enroll enrol expend monthly off personal")
"""Verbs and adjectives that are no names of an amount by themselves."""

POINTS: Final = {"date": "date", "clock": "time"}
"""Kinds that are points in time, and the noun for one of their values."""
DANGLING: Final = word_set("after at before by for from in of on since till to until with")
"""Last words of names that leave a noun out: "open from", "suitable for"."""
ARISEN: Final = word_set("available born bought built due free made open released sold valid")
"""Words beside those in -ed that say what becomes of something on a day, and that take no article."""

COME_ABOUT: Final[Mapping[str, str]] = {
    "built": "build",
    "created": "creation",
    "established": "founding",
    "founded": "founding",
    "introduced": "launch",
    "launched": "launch",
    "made": "production",
    "manufactured": "production",
    "produced": "production",
    "published": "publication",
    "released": "release",
}
"""Words of ARISEN and in -ed for how something came to be, and what its year is called: "the release year".

Blind readers named "it should be made before 1990" and "it should be from after 1990" as wrong.
"""

TYPED: Final = word_set(
    "bicycle bike boiler bridge camera guitar headphone helmet loan mattress mortgage tent wine"
)
"""Nouns before which people say their types: "a gravel bike", but not "a dog pet" or "a van car"."""
CARRIED: Final = word_set(
    "backpack bag bicycle bike camera drone headphone headset helmet jacket kayak laptop notebook phone"
    " scooter shoe smartphone smartwatch stroller suitcase tablet tent"
)
"""Nouns for things that everybody wants to be light."""
VISITED: Final = word_set(
    "airport bakery bank bar beach brewery cafe campground campsite castle cinema clinic club gym hospital"
    " hostel hotel library market motel museum park pharmacy playground pool pub restaurant salon school shop"
    " spa stadium store supermarket theater theatre winery zoo"
)
"""Nouns for what is some distance away: that of a hike or a flight is its length."""
EATEN: Final = word_set("dessert dish food meal recipe salad sandwich snack soup")
"""Nouns for what is of a cuisine, and does not serve it."""
NOT_ATTACHED: Final = ("calories", "episodes", "ingredients", "lessons", "owners", "servings", "steps")
"""Things that an option has, and does not come with."""
OF_PEOPLES: Final = re.compile(r"[A-Z][\w-]*(?:an|ese|ish|ic)|Czech|Dutch|French|Greek|Swiss|Thai")
"""Names of cuisines that are adjectives: "Thai food", but not "burgers food"."""
BY_MEANS: Final[Mapping[str, str]] = {"walk": "on foot", "drive": "by car", "ride": "by bike"}
"""First words of times to somewhere, and how it is reached: of a "walk to station" it is ten minutes away."""

VERBS: Final = word_set("serves sleeps departs leaves arrives opens closes starts begins ends open close")
"""Names that are verbs: in a sentence they cannot be used as nouns."""

SERVICES: Final = word_set(
    "accommodation assistance cancellation delivery shipping streaming takeaway takeout training"
)
"""Mass nouns for what an option offers rather than has."""
MASS_NOUNS: Final = word_set(
    "air parking wifi internet heating cooling access service lighting storage insurance breakfast gas power"
    " conditioning water support smoking seating hot bluetooth nfc gps cover coverage delivery shipping"
    " navigation cancellation control protection assistance charging streaming roaming takeaway takeout"
    " baggage luggage lunch dinner tax vat equipment transport transportation cleaning laundry furniture"
    " software training tuition accommodation hosting 5g 4g lte approval assembly cash experience membership"
    " registration verification food catering pickup"
)
"""Nouns without an article and without a plural."""
FEATURES: Final = MASS_NOUNS | word_set(
    "adapter alarm attic backlight balcony bar basement bathtub camera case certificate charger concierge cd"
    " crib desk dishwasher display driveway dryer elevator fireplace fridge garage garden guarantee gym jack"
    " jacuzzi keyboard kitchen kitchenette lift lock microphone microwave minibar mode oven patio playground"
    " pool port reader restaurant roof safe sauna screen sensor shuttle slot spa speaker stand stylus sunroof"
    " television terrace touchscreen towbar trailer tv view warranty washer webcam yard"
)
"""Last words of things that an option can have: "backlit keyboard", "free delivery"."""
COVERED: Final = word_set("dental vision optical maternity orthodontic prescription psychotherapy")
"""Things that an insurance covers."""
DONE: Final = ("able", "ible", "ed", "friendly", "al", "ic", "ful")
"""Endings of adjectives and participles."""
THINGS: Final = word_set(
    "animal arrival capital clinic comic festival fabric hospital journal manual medal metal music pedal"
    " portal public rental removal renewal signal terminal topic total traffic"
)
"""Nouns with the endings of adjectives."""
STATES: Final[Mapping[str, str]] = {
    "accepted": "accept",
    "allowed": "allow",
    "available": "offer",
    "covered": "cover",
    "included": "include",
    "needed": "need",
    "offered": "offer",
    "required": "require",
    "served": "serve",
    "supported": "support",
    "taught": "teach",
    "welcome": "welcome",
}
"""Last words of names that say what holds of the things before them, and the verb for an option that has it
so: "pets allowed".
"""
PARTICIPLES: Final = frozenset(("held", "made", "shown", "sold", "spoken", "worn"))
ADJECTIVES: Final = word_set(
    "accessible certified compatible eligible free friendly inclusive proof ready resistant safe"
)
"""Last words of names that say what an option is: "pet friendly"."""
ALONE: Final = word_set(
    "cordless folding freestanding halal handmade kosher vegan vegetarian waterproof wireless"
)
"""Names that say what an option is, without an ending of `DONE`."""
DOES: Final[Mapping[str, str]] = {
    "accepts": "accept",
    "allows": "allow",
    "includes": "include",
    "needs": "need",
    "offers": "offer",
    "requires": "require",
    "supports": "support",
    "takes": "take",
}
"""First words of names that say what an option does, and the verb: "takes reservations"."""
FITTING: Final = frozenset(("fit", "fun", "good", "great", "ideal", "safe", "suitable"))
"""First words of names that say what an option is for somebody: "good with kids"."""
MONEY_FOR: Final = ("price", "cost", "fee", "rate", "rent", "fare", "premium")
SPANS: Final = {"hourly": "hour", "daily": "day", "nightly": "night", "weekly": "week", "monthly": "month"}
"""Adjectives of time in the names of payments, and the noun of each: "monthly rent"."""
EACH: Final = ("hour", "day", "night", "week", "month", "year", "person", "head", "item", "piece")
