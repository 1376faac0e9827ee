"""Audits TravelPlanner's annotated plans (Xie and others, ICML 2024): does a plan meet its own request?

Any plan that meets a request is right, so none but the annotated one is tried. Rows have the fields of the
Hub (`osunlp/TravelPlanner`), or are the messages of `finetuning_data/std_travelplanner.jsonl`, whose request
is read by key words. Costs are counted as in the published scorer: meals and flights for each person, a room
for as many as it holds, a car for five, a taxi for four.
"""

from __future__ import annotations

import ast
import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final, TypeAlias

from attrs import evolve, frozen

from cocoa_core.auditing.questions import PublishedCondition, PublishedQuestion, SetReader, condition, shown
from cocoa_core.errors import MismatchError
from cocoa_core.lexicon import NUMBER_WORDS

Row: TypeAlias = Mapping[str, str]

_PLAN: Final = "the annotated plan"
_COLUMNS: Final[Mapping[str, tuple[str, ...]]] = {
    "Attractions in ": ("Name", "Latitude", "Longitude", "Address", "Phone", "Website", "City"),
    "Restaurants in ": ("Name", "Average Cost", "Cuisines", "Aggregate Rating", "City"),
    "Accommodations in ": (
        *("NAME", "price", "room type", "house_rules", "minimum nights", "maximum occupancy"),
        *("review rate number", "city"),
    ),
    "Flight from ": (
        *("Flight Number", "Price", "DepTime", "ArrTime", "ActualElapsedTime", "FlightDate"),
        *("OriginCityName", "DestCityName", "Distance"),
    ),
}
"""The columns of each kind of table, by the beginning of its description."""
_MEALS: Final = ("breakfast", "lunch", "dinner")
_SEATS: Final = {"Self-driving": 5, "Taxi": 4}
_ROOMS: Final[Mapping[str, Callable[[str], bool]]] = {
    "shared room": lambda kind: kind == "Shared room",
    "not shared room": lambda kind: kind != "Shared room",
    "private room": lambda kind: kind == "Private room",
    "entire room": lambda kind: kind == "Entire home/apt",
}
_RULES: Final = {
    "smoking": "smok",
    "parties": r"part(?:y\b(?! of)|ies)",
    "children under 10": "child|kids",
    "visitors": "visitor",
    "pets": r"\bpets?\b",
}
"""House rules, and the words that ask for them."""
_CUISINES: Final = ("Chinese", "American", "Italian", "Mexican", "Indian", "Mediterranean", "French")
_DENIED: Final = r"\b(?:no|not|non|avoid|without)\b|n't"
_COUNT: Final = rf"(\d+|{'|'.join(NUMBER_WORDS[1:])})"
_PEOPLE: Final = (
    rf"(?:group|party|family) of {_COUNT}\b",
    rf"\b{_COUNT} (?:people|persons?|individuals|travell?ers|adults)\b",
    rf"\b(?:for|of us) {_COUNT}\b(?! days)",
)


@frozen
class PlannedTrip:
    """What a row says: the request, what may be used, and the plan."""

    request: str
    people: int
    budget: int
    rule: str | None
    room: str | None
    cuisines: tuple[str, ...]
    transportation: str | None
    """`rule` to `transportation` are wishes in the words of the field `local_constraint`; None for none."""
    tables: Mapping[str, Sequence[Row]]
    """Rows by the beginning of the description, as in `_COLUMNS`."""
    ways: Mapping[str, str]
    """What is said of a car or taxi by its description: "Taxi from Dallas to San Angelo"."""
    days: tuple[Mapping[str, str], ...]

    def named(self, kind: str, text: str) -> Row | None:
        """Returns the row of "Name, City" in a kind of table; None where there is none."""
        name, city = _name_and_city(text)
        key, place = _COLUMNS[kind][0], _COLUMNS[kind][-1]
        rows = (row for row in self.tables[kind] if (row[key], row[place]) == (name, _city(city)))
        return next(rows, None)

    def stays(self) -> Iterator[tuple[Row, int]]:
        """Yields each accommodation that can be looked up with the nights on end that it is used."""
        for text, days in groupby(day["accommodation"] for day in self.days):
            row = None if text in ("", "-") else self.named("Accommodations in ", text)
            if row is not None:
                yield row, len(list(days))

    def meals(self) -> Iterator[Row]:
        """Yields the restaurant of each meal that can be looked up."""
        for day in self.days:
            for text in (day[meal] for meal in _MEALS if day[meal] not in ("", "-")):
                row = self.named("Restaurants in ", text)
                if row is not None:
                    yield row

    def journeys(self) -> Iterator[tuple[str, int | None]]:
        """Yields how the travellers go, and for how much in dollars; None where the row does not say it."""
        for text in (day["transportation"] for day in self.days if day["transportation"] not in ("", "-")):
            ends = re.search(r"from (.+?) to ([^,]+)", text)
            between = ends and tuple(map(_city, ends.groups()))
            number = re.search(r"Flight Number: (\w+)", text)
            if number:
                prices = [
                    int(float(row["Price"])) * self.people
                    for row in self.tables["Flight from "]
                    if row["Flight Number"] == number[1]
                    and between in (None, (row["OriginCityName"], row["DestCityName"]))
                ]
                yield "Flight", next(iter(prices), None)
                continue
            kind = next((kind for kind in _SEATS if kind.lower() in text.lower()), "")
            way = self.ways.get(f"{kind} from {' to '.join(between)}", "") if between else ""
            cost = re.search(r"cost: (\d+)", way)
            yield kind, int(cost[1]) * math.ceil(self.people / _SEATS[kind]) if cost and kind else None

    def unknown(self) -> list[str]:
        """Returns what the plan names and the given information does not have, or not so."""
        texts = [("Restaurants in ", day[meal]) for day in self.days for meal in _MEALS]
        texts += [("Accommodations in ", day["accommodation"]) for day in self.days]
        texts += [("Attractions in ", text) for day in self.days for text in _attractions(day)]
        unknown = [
            text.strip() for kind, text in texts if text not in ("", "-") and not self.named(kind, text)
        ]
        return unknown + [
            f"the price of a journey ({kind})" for kind, cost in self.journeys() if cost is None
        ]

    def elsewhere(self) -> list[str]:
        """Returns what the plan names on a day that is spent in other cities."""
        return [
            text.strip()
            for day in self.days
            for text in (*(day[name] for name in (*_MEALS, "accommodation")), *_attractions(day))
            if text not in ("", "-") and _name_and_city(text)[1] not in day["current_city"]
        ]

    def repeated(self) -> list[str]:
        """Returns restaurants and attractions that the plan names more than once."""
        counts = Counter(
            text.strip()
            for day in self.days
            for text in (*(day[meal] for meal in _MEALS), *_attractions(day))
            if text not in ("", "-")
        )
        return [text for text, count in counts.items() if count > 1]

    def cost(self) -> int:
        """Returns the dollars for all that can be looked up."""
        rooms = sum(
            nights * int(float(row["price"])) * math.ceil(self.people / int(float(row["maximum occupancy"])))
            for row, nights in self.stays()
        )
        meals = sum(self.people * int(float(row["Average Cost"])) for row in self.meals())
        return rooms + meals + sum(cost or 0 for _, cost in self.journeys())


def _city(text: str) -> str:
    """Returns a city without its state: "Abilene(Texas)" is Abilene."""
    return text.partition("(")[0].strip()


def _name_and_city(text: str) -> tuple[str, str]:
    name, _, city = text.strip().rpartition(",")
    return name.strip(), city.strip()


def _attractions(day: Mapping[str, str]) -> list[str]:
    return [text for text in day["attraction"].split(";") if text.strip() not in ("", "-")]


def _conditions(trip: PlannedTrip) -> Iterator[PublishedCondition]:
    def none_of(text: str, listed: Callable[[PlannedTrip], Sequence[str]]) -> PublishedCondition:
        return condition(text, lambda plan: not listed(plan), lambda plan: "; ".join(listed(plan)) or "none")

    def meal_of(cuisine: str) -> PublishedCondition:
        return condition(
            f"A meal is {cuisine}",
            lambda plan: any(cuisine in row["Cuisines"] for row in plan.meals()),
            lambda plan: "; ".join(f"{row['Name']}: {row['Cuisines']}" for row in plan.meals()),
        )

    yield none_of("All that the plan names is in the given information", PlannedTrip.unknown)
    yield none_of("It names nothing outside of the cities of the day", PlannedTrip.elsewhere)
    yield none_of("It names no restaurant and no attraction twice", PlannedTrip.repeated)
    yield none_of(
        "No accommodation is left before its minimum of nights",
        lambda plan: [
            f"{row['NAME']}: {row['minimum nights']} nights at least, {nights} planned"
            for row, nights in plan.stays()
            if nights < float(row["minimum nights"])
        ],
    )
    yield none_of(
        "Who drives neither flies nor takes a taxi",
        lambda plan: sorted(kinds) if "Self-driving" in (kinds := _kinds(plan)) and len(kinds) > 1 else [],
    )
    yield condition(
        f"It costs ${trip.budget:,} at the most",
        lambda plan: plan.cost() <= plan.budget,
        lambda plan: f"${plan.cost():,}",
    )
    if trip.rule:
        banned = f"No {trip.rule}"
        yield none_of(
            f"Accommodations allow {trip.rule}",
            lambda plan: [row["NAME"] for row, _ in plan.stays() if banned in row["house_rules"]],
        )
    if trip.room:
        suits = _ROOMS[trip.room]
        yield none_of(
            f"The type of room is: {trip.room}",
            lambda plan: [
                f"{row['NAME']}: {row['room type']}" for row, _ in plan.stays() if not suits(row["room type"])
            ],
        )
    yield from (meal_of(cuisine) for cuisine in trip.cuisines)
    if trip.transportation:
        kind = trip.transportation.removeprefix("no ").capitalize()
        yield none_of(
            f"The transportation is: {trip.transportation}",
            lambda plan: [name for name in _kinds(plan) if name == kind],
        )


def _kinds(trip: PlannedTrip) -> set[str]:
    return {kind for kind, _ in trip.journeys()}


def _question(trip: PlannedTrip, name: str) -> PublishedQuestion:
    try:
        trip.cost()
        _ = [float(row["minimum nights"]) for row, _ in trip.stays()]
    except (ValueError, ZeroDivisionError, OverflowError) as error:
        raise MismatchError("prices, occupancies and nights as numbers", str(error)) from None
    terms = tuple((each,) for each in _conditions(trip))
    return PublishedQuestion(id=name, request=trip.request, terms=terms, options={_PLAN: trip}, key=_PLAN)


def _literal(value: Any, expected: str) -> Any:
    """Returns a Python literal, in which the published files hold lists."""
    try:
        return ast.literal_eval(value) if isinstance(value, str) else value
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        raise MismatchError(expected, shown(value)) from None


def _trip(request: str, information: Any, days: Any, **wishes: Any) -> PlannedTrip:
    tables: dict[str, list[Row]] = {kind: [] for kind in _COLUMNS}
    ways = {}
    try:
        for entry in _literal(information, "reference_information, a list"):
            description, content = entry["Description"], entry["Content"]
            kind = next((kind for kind in _COLUMNS if description.startswith(kind)), None)
            if kind is None:
                ways[description] = content
            elif "\n" in content:
                tables[kind] += _rows(content, _COLUMNS[kind])
        plan = [day for day in _literal(days, "a plan, a list of days") if day and "transportation" in day]
        fields = ("current_city", "transportation", *_MEALS, "attraction", "accommodation")
        texts = tuple({name: str(day[name]) for name in fields} for day in plan)
    except (KeyError, TypeError, AttributeError) as error:
        raise MismatchError(
            "entries with Description and Content, and days with all parts", str(error)
        ) from None
    if not texts:
        raise MismatchError("a plan with days", shown(days))
    return PlannedTrip(request=request, tables=tables, ways=ways, days=texts, **wishes)


def _rows(content: str, columns: Sequence[str]) -> Iterator[Row]:
    """Yields the rows of a table that pandas printed: cells end where their titles do."""
    head, *lines = content.split("\n")
    ends: list[int] = []
    for column in columns:
        start = head.find(column, ends[-1] if ends else 0)
        if start < 0:
            raise MismatchError(f"a table with the column {column}", shown(head))
        ends.append(start + len(column))
    for line in lines:
        cells = [line[first:last].strip() for first, last in zip([0, *ends], ends, strict=False)]
        if columns[1] == "Average Cost":  # these tables alone are printed with their index
            cells[0] = re.sub(r"^\d+\s+", "", cells[0])
        yield dict(zip(columns, cells, strict=True))


def _read(record: Mapping[str, Any], number: int) -> PublishedQuestion:
    wishes = _literal(record.get("local_constraint"), "local_constraint, an object")
    plan = _literal(record.get("annotated_plan"), "annotated_plan, a list")
    days = plan[-1] if isinstance(plan, list) and plan and isinstance(plan[-1], list) else plan
    try:
        trip = _trip(
            *(str(record.get("query", "")), record.get("reference_information"), days),
            people=int(record["people_number"]),
            budget=int(record["budget"]),
            rule=wishes.get("house rule"),
            room=wishes.get("room type"),
            cuisines=tuple(wishes.get("cuisine") or ()),
            transportation=wishes.get("transportation"),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise MismatchError("people_number, budget and local_constraint", str(error)) from None
    if trip.room and trip.room not in _ROOMS:
        raise MismatchError(f"a room type: {', '.join(_ROOMS)}", trip.room)
    return _question(trip, str(record.get("id", number)))


def _read_messages(record: Mapping[str, Any], number: int) -> PublishedQuestion:
    messages = record.get("messages")
    contents = [str(message.get("content")) for message in messages] if isinstance(messages, list) else []
    if len(contents) != 3 or "\nQuery:" not in contents[1]:
        raise MismatchError(
            "messages of system, user (with Given Information and Query) and assistant", shown(messages)
        )
    information, _, request = contents[1].rpartition("\nQuery:")
    budget = re.search(r"\$\s?(\d[\d,]*)", request)
    if budget is None:
        raise MismatchError("a request with a budget in dollars", shown(request))
    trip = _trip(
        *(request.strip(), information.partition(":")[2], contents[2]),
        people=_people(request),
        budget=int(budget[1].replace(",", "")),
        rule=None,
        room=None,
        cuisines=(),
        transportation=None,
    )
    return _question(_with_wishes(trip), str(number))


def _people(request: str) -> int:
    for pattern in _PEOPLE:
        match = re.search(pattern, request, re.IGNORECASE)
        if match is not None:
            word = match[1].lower()
            return int(word) if word.isdigit() else NUMBER_WORDS.index(word)
    return 1


def _with_wishes(trip: PlannedTrip) -> PlannedTrip:
    for sentence in re.split(r"(?<=[.?!])\s+", trip.request):
        if re.search(r"\bno (?:specific|particular|special)\b", sentence):
            continue
        denied = re.search(_DENIED, sentence)
        rooms = [room for room in ("private room", "entire room", "shared room") if room in sentence.lower()]
        rules = [rule for rule, words in _RULES.items() if re.search(words, sentence.lower())]
        transport = [
            kind
            for kind, words in (("no flight", r"\b(?:flights?|fly|flying)\b"), ("no self-driving", "driv"))
            if denied and re.search(words, sentence.lower())
        ]
        if rooms:
            room = "not shared room" if rooms[0] == "shared room" and denied else rooms[0]
            trip = evolve(trip, room=room)
        trip = evolve(
            trip,
            rule=rules[0] if rules else trip.rule,
            transportation=transport[0] if transport else trip.transportation,
            cuisines=(*trip.cuisines, *(name for name in _CUISINES if re.search(rf"\b{name}\b", sentence))),
        )
    return trip


READER: Final = SetReader(
    name="TravelPlanner",
    fields=frozenset({"annotated_plan", "reference_information"}),
    request="query",
    read=_read,
    corrected=lambda record, key: {},
    key_alone=True,
)
FINE_TUNING: Final = evolve(
    READER,
    name="TravelPlanner, messages",
    fields=frozenset({"messages"}),
    request="messages",
    read=_read_messages,
)
