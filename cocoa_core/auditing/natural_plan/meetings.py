"""Audits NATURAL PLAN's meetings: as many friends as possible are met in a day, where and when they are.

The scorer compares how many friends a plan meets with how many the published one meets, so the key is right
if its day is possible and no day meets more. The best day is computed over growing sets of friends.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from attrs import frozen

from cocoa_core.auditing.natural_plan.sentences import field, read_sentence, request_of
from cocoa_core.auditing.questions import PublishedCondition, PublishedQuestion, SetReader, condition, shown
from cocoa_core.errors import MismatchError

_MOST_FRIENDS: Final = 14
"""The published days have 1 to 10; the search takes 2 ** friends steps."""

_TIME: Final = r"\d{1,2}:\d\d[AP]M"
_STEPS: Final = (
    rf"You start at (?P<start>.+) at {_TIME}",
    rf"You travel to (?P<to>.+) in (?P<minutes>\d+) minutes and arrive at {_TIME}",
    rf"You wait until (?P<until>{_TIME})",
    rf"You meet (?P<friend>.+) for (?P<minutes>\d+) minutes from (?P<first>{_TIME}) to (?P<last>{_TIME})",
)


@frozen
class Friend:
    """A friend who can be met at a place, between two times, for some minutes at least."""

    place: str
    first: int
    """In minutes after midnight."""
    last: int
    """In minutes after midnight."""
    minutes: int
    """The shortest meeting."""


@frozen
class Meeting:
    """A meeting in a day."""

    friend: str
    place: str
    """The place where one is then."""
    first: int
    """In minutes after midnight."""
    last: int
    """In minutes after midnight."""


Day: TypeAlias = tuple[Meeting, ...]


@frozen
class Town:
    """The places, the ways between them and the friends."""

    start: str
    """The place where the day begins."""
    begins: int
    """When the day begins, in minutes after midnight."""
    friends: Mapping[str, Friend]
    minutes: Mapping[tuple[str, str], int]
    """The minutes of the ways, by (from, to)."""

    def way(self, origin: str, place: str) -> int | None:
        """Returns the minutes of a way; None where no way is given."""
        return 0 if origin == place else self.minutes.get((origin, place))


def _minute(text: object) -> int:
    match = re.fullmatch(r"(\d{1,2}):(\d\d)([AP])M", str(text).strip())
    if match is None or not 1 <= int(match[1]) <= 12 or int(match[2]) > 59:
        raise MismatchError("a time such as 9:00AM", shown(text))
    return 60 * (int(match[1]) % 12 + 12 * (match[3] == "P")) + int(match[2])


def _clock(minute: int) -> str:
    hour = minute // 60 % 24
    return f"{hour % 12 or 12}:{minute % 60:02d}{'AM' if hour < 12 else 'PM'}"


def _read_town(record: Mapping[str, Any]) -> Town:
    (start, *rows), matrix = field(record, "constraints", list) or [None], field(record, "dist_matrix", dict)
    if not isinstance(start, list) or len(start) != 2 or len(rows) > _MOST_FRIENDS:
        expected = f"where and when the day begins, and {_MOST_FRIENDS} friends at most"
        raise MismatchError(expected, shown(start))
    friends = {}
    for row in rows:
        if not isinstance(row, list) or len(row) != 4 or not isinstance(row[3], int):
            raise MismatchError("a friend, a place, times and minutes", shown(row))
        first, _, last = str(row[2]).partition("to")
        friends[str(row[0])] = Friend(str(row[1]), _minute(first), _minute(last), row[3])
    ways = {}
    for origin, row in matrix.items():
        for place, minutes in row.items() if isinstance(row, dict) else ():
            if not isinstance(minutes, int):
                raise MismatchError(f"minutes from {origin} to {place}", shown(minutes))
            ways[origin, place] = minutes
    return Town(str(start[0]), _minute(start[1]), friends, ways)


def _findings(request: str, town: Town) -> Iterator[str]:
    ways = {
        (match[1], match[2]): int(match[3])
        for match in re.finditer(r"^(.+?) to (.+?): (\d+)\.$", request, re.MULTILINE)
    }
    for way in sorted(ways.keys() | town.minutes.keys()):
        if ways.get(way) != town.minutes.get(way):
            yield (
                f"the way from {way[0]} to {way[1]} takes {ways.get(way)} minutes in the request and "
                f"{town.minutes.get(way)} in the fields"
            )
    stated = {
        match[1]: (match[2], match[3], match[4])
        for match in re.finditer(rf"(\S+) will be at (.+?) from ({_TIME}) to ({_TIME})\.", request)
    }
    least = {
        match[1]: int(match[2])
        for match in re.finditer(r"You'd like to meet (\S+) for a minimum of (\d+) minutes", request)
    }
    for name, friend in town.friends.items():
        place, first, last = stated.get(name, ("nowhere", "12:00AM", "12:00AM"))
        if Friend(place, _minute(first), _minute(last), least.get(name, 0)) != friend:
            yield f"the request says something else than the fields about {name}"
    if f"You arrive at {town.start} at {_clock(town.begins)}." not in request:
        yield f"the request does not say that the day begins at {town.start} at {_clock(town.begins)}"


def _best_day(town: Town) -> Day:
    """Returns a day that meets as many friends as any.

    For each set of friends and the last of them only the day that ends first is kept: to be earlier is never
    worse.
    """
    layer: list[tuple[frozenset[str], Day]] = [(frozenset(), ())]
    best: Day = ()
    while layer:
        extended: dict[tuple[frozenset[str], str], Day] = {}
        for met, day in layer:
            for name in town.friends.keys() - met:
                longer = _extended(town, day, name)
                key = (met | {name}, name)
                if longer and (key not in extended or longer[-1].last < extended[key][-1].last):
                    extended[key] = longer
        layer = [(met, day) for (met, _), day in sorted(extended.items(), key=lambda item: _name(item[1]))]
        best = layer[0][1] if layer else best
    return best


def _extended(town: Town, day: Day, name: str) -> Day | None:
    """Returns the day with one more meeting, as early as possible; None where it is not possible."""
    friend = town.friends[name]
    place, minute = (day[-1].place, day[-1].last) if day else (town.start, town.begins)
    way = town.way(place, friend.place)
    if way is None:
        return None
    first = max(minute + way, friend.first)
    last = first + friend.minutes
    return (*day, Meeting(name, friend.place, first, last)) if last <= friend.last else None


def _published_day(steps: Sequence[Any], town: Town) -> Day:
    place, day = town.start, []
    for step in steps:
        match = read_sentence(str(step).strip().rstrip("."), _STEPS)
        parts = match.groupdict()
        place = parts.get("to") or parts.get("start") or place
        if "friend" in parts:
            day.append(Meeting(parts["friend"], place, _minute(parts["first"]), _minute(parts["last"])))
    return tuple(day)


def _conditions(town: Town, most: int) -> Iterator[PublishedCondition]:
    def broken(day: Day) -> Iterator[str]:
        place, minute, met = town.start, town.begins, set()
        for meeting in day:
            friend, way = town.friends.get(meeting.friend), town.way(place, meeting.place)
            named_meeting = f"{meeting.friend} from {_clock(meeting.first)} to {_clock(meeting.last)}"
            if friend is None or meeting.friend in met:
                yield f"{named_meeting}: " + ("met before" if friend else "nobody of that name")
            elif meeting.place != friend.place or not (
                friend.first <= meeting.first <= meeting.last <= friend.last
            ):
                hours = f"{_clock(friend.first)} to {_clock(friend.last)}"
                yield f"{named_meeting} in {meeting.place}: is in {friend.place} from {hours}"
            elif meeting.last - meeting.first < friend.minutes:
                yield f"{named_meeting}: for {friend.minutes} minutes at least"
            if way is None or minute + way > meeting.first:
                yield f"{named_meeting}: from {place} one arrives at {_clock(minute + (way or 0))}"
            place, minute = meeting.place, meeting.last
            met.add(meeting.friend)

    yield condition(
        "each friend is met once, where and when they are there, for long enough",
        lambda day: not any(broken(day)),
        lambda day: "; ".join(broken(day)) or "as demanded",
    )
    yield condition(
        "no day meets more friends",
        lambda day: len(day) >= most,
        lambda day: f"{len(day)} of {most} that can be met",
    )


def _name(day: Day) -> str:
    meetings = [f"{meeting.friend} {_clock(meeting.first)}-{_clock(meeting.last)}" for meeting in day]
    return ", ".join(meetings) or "nobody"


def _read(record: Mapping[str, Any], number: int) -> PublishedQuestion:
    request, town = request_of(record), _read_town(record)
    key, best = _published_day(field(record, "golden_plan", list), town), _best_day(town)
    conditions = tuple(_conditions(town, len(best)))
    right = all(all(each.evaluate(key).values()) for each in conditions)
    return PublishedQuestion(
        id=str(record.get("id", number)),
        request=request,
        terms=tuple((each,) for each in conditions),
        options={_name(key): key} | ({} if right else {_name(best): best}),
        key=_name(key),
        findings=tuple(_findings(request, town)),
        searched=f"Every order of the {len(town.friends)} friends was tried.",
    )


def _corrected(record: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    town = _read_town(record)
    place, minute = town.start, town.begins
    steps = [f"You start at {place} at {_clock(minute)}."]
    for meeting in _best_day(town):
        if meeting.place != place:
            minutes = town.minutes[place, meeting.place]
            minute += minutes
            steps.append(
                f"You travel to {meeting.place} in {minutes} minutes and arrive at {_clock(minute)}."
            )
        if minute < meeting.first:
            steps.append(f"You wait until {_clock(meeting.first)}.")
        times = f"from {_clock(meeting.first)} to {_clock(meeting.last)}"
        steps.append(f"You meet {meeting.friend} for {meeting.last - meeting.first} minutes {times}.")
        place, minute = meeting.place, meeting.last
    return {"golden_plan": steps}


READER: Final = SetReader(
    name="NATURAL PLAN meetings",
    fields=frozenset({"constraints", "dist_matrix", "prompt_0shot", "golden_plan"}),
    request="prompt_0shot",
    read=_read,
    corrected=_corrected,
    by_id=True,
)
