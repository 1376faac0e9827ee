"""Audits NATURAL PLAN's calendars: one time for a meeting of busy people, some of whom have wishes.

Every start on the grid of the named times is tried. A free time begins and ends at named times, so it fits
the meeting exactly or is longer by whole steps of the grid: a time off the grid is never the only answer.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from attrs import frozen

from cocoa_core.auditing.natural_plan.sentences import field, read_sentence, request_of, required
from cocoa_core.auditing.questions import (
    AS_WRITTEN,
    PublishedCondition,
    PublishedQuestion,
    SetReader,
    condition,
    shown,
)
from cocoa_core.errors import MismatchError

_GIVEN_UP: Final = "a wish may be given up where no time meets all wishes"

_DAY: Final = r"(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)"
_TIME: Final = r"\d{1,2}:\d\d"
_HEAD: Final = (
    r"You need to schedule a meeting for (?P<people>.+) for (?P<length>.+?) between the work hours of "
    rf"(?P<opens>{_TIME}) to (?P<closes>{_TIME}) on (?:either )?(?P<days>{_DAY}(?:(?:, | or ){_DAY})*)\."
)
_LENGTHS: Final = {"half an hour": 30, "one hour": 60, "an hour": 60}
_FREE: Final = (
    "'s calendar is wide open the entire (?:day|week)",
    " ?is free the entire (?:day|week)",
    " ?has no meetings the whole (?:day|week)",
)
_BUSY: Final = r" ?(?:is busy|has meetings|has blocked their calendar) on (?P<busy>.+)"
_SPAN: Final = rf"(?:(?P<day>{_DAY}) during )?(?P<first>{_TIME}) to (?P<last>{_TIME})"
_REFUSALS: Final = {"can not meet": False, "do not want to meet": False} | {
    "would rather not meet": True,
    "would like to avoid more meetings": True,
}
"""How somebody refuses times, and whether that is a wish."""
_WHEN: Final = rf"(?P<day>{_DAY})(?: (?P<side>before|after) (?P<time>{_TIME}))?"
_REFUSED: Final = rf"(?P<who>\w+) (?P<how>{'|'.join(_REFUSALS)}) on {_WHEN}"
_EARLIEST: Final = (
    "(?:You would like to schedule the meeting|The group would like to meet) at their earlie?st availability"
)
"""The published files spell it "earlist"."""
_ASKED: Final = "Find a time that works for everyone's schedule and constraints"


@frozen
class Span:
    """A time on a day, in minutes after midnight; `last` is not part of it."""

    day: str
    first: int
    last: int

    def meets(self, other: Span) -> bool:
        """Returns whether the two have a minute in common."""
        return self.day == other.day and self.first < other.last and other.first < self.last

    def __str__(self) -> str:
        return f"{self.day}, {_clock(self.first)} - {_clock(self.last)}"


@frozen
class Refusal:
    """Times at which somebody does not meet."""

    text: str
    span: Span
    wish: bool
    """Whether it is stated as a wish."""


@frozen
class Calendar:
    """What a request says of a meeting and of the people's times."""

    minutes: int
    """How long the meeting takes."""
    hours: tuple[Span, ...]
    """The hours of work on each day, in the order of the days."""
    busy: Mapping[str, tuple[Span, ...]]
    """The times at which each person is busy, by name."""
    refusals: tuple[Refusal, ...]
    earliest: bool
    """Whether the earliest possible time is asked for."""


def _minute(text: str) -> int:
    hour, minute = map(int, text.split(":"))
    if hour > 24 or minute > 59:
        raise MismatchError("a time of day such as 9:30", text)
    return 60 * hour + minute


def _clock(minute: int) -> str:
    return f"{minute // 60}:{minute % 60:02d}"


def _read_calendar(request: str) -> Calendar:
    head = required(_HEAD, request, "the sentence that says for whom, how long and when")
    if head["length"] not in _LENGTHS:
        raise MismatchError(f"a length: {', '.join(_LENGTHS)}", head["length"])
    opens, closes = _minute(head["opens"]), _minute(head["closes"])
    hours = tuple(Span(day, opens, closes) for day in re.findall(_DAY, head["days"]))
    people = re.split(r", | and ", head["people"])
    _, _, rest = request.partition("existing schedules for everyone during the day")
    lines = [line.strip() for line in rest.splitlines()[1:] if line.strip()]
    if len(lines) < len(people):
        raise MismatchError(f"the schedules of {', '.join(people)}", f"{len(lines)} lines")
    busy = {name: tuple(_busy(name, line)) for name, line in zip(people, lines, strict=False)}
    sentences = re.split(r"\.(?:\s+|$)", " ".join(lines[len(people) :]))
    earliest = [sentence for sentence in sentences if re.fullmatch(_EARLIEST, sentence)]
    refusals = [sentence for sentence in sentences if sentence not in (*earliest, _ASKED, "")]
    return Calendar(_LENGTHS[head["length"]], hours, busy, tuple(_refusals(refusals, people)), bool(earliest))


def _busy(name: str, line: str) -> Iterator[Span]:
    if not line.startswith(name):
        raise MismatchError(f"the schedule of {name}", shown(line))
    match = read_sentence(line.removeprefix(name).rstrip(";. "), (*_FREE, _BUSY))
    day = ""
    for part in match["busy"].split(", ") if "busy" in match.groupdict() else ():
        span = read_sentence(part, [_SPAN])
        day = span["day"] or day
        yield Span(day, _minute(span["first"]), _minute(span["last"]))


def _refusals(sentences: Sequence[str], people: Sequence[str]) -> Iterator[Refusal]:
    """Yields the refusals in some sentences; a sentence that is only a day continues the one before."""
    who = how = ""
    for sentence in sentences:
        match = read_sentence(sentence, [_REFUSED, _WHEN] if who else [_REFUSED])
        who, how = match.groupdict().get("who", who), match.groupdict().get("how", how)
        if who not in people:
            raise MismatchError(f"one of {', '.join(people)}", who)
        limit = _minute(match["time"]) if match["side"] else 0
        first, last = (0, limit) if match["side"] == "before" else (limit, 24 * 60)
        when = f"{match['day']} {match['side']} {match['time']}" if match["side"] else match["day"]
        yield Refusal(f"{who} {how} on {when}", Span(match["day"], first, last), _REFUSALS[how])


def _times(calendar: Calendar) -> Iterator[Span]:
    spans = [*calendar.hours, *(span for spans in calendar.busy.values() for span in spans)]
    spans += [refusal.span for refusal in calendar.refusals]
    step = math.gcd(calendar.minutes, *(minute for span in spans for minute in (span.first, span.last)))
    for day in calendar.hours:
        for first in range(day.first, day.last - calendar.minutes + 1, step):
            yield Span(day.day, first, first + calendar.minutes)


def _conditions(calendar: Calendar) -> list[PublishedCondition]:
    times = list(_times(calendar))
    firm = [_within(calendar), *(_is_free(name, spans) for name, spans in calendar.busy.items())]
    firm += [_refused(refusal) for refusal in calendar.refusals if not refusal.wish]
    possible = [time for time in times if all(each.evaluate(time)[AS_WRITTEN] for each in firm)]
    wishes = [refusal for refusal in calendar.refusals if refusal.wish]
    wished = [time for time in possible if not any(wish.span.meets(time) for wish in wishes)]
    conditions = [*firm, *(_wished(wish, needed=bool(wished)) for wish in wishes)]
    if calendar.earliest:
        order = {span.day: index for index, span in enumerate(calendar.hours)}
        best = min(wished or possible, key=lambda time: (order[time.day], time.first), default=None)
        conditions.append(
            condition(
                "it is the earliest time that meets the other conditions",
                lambda time: (
                    best is None or (order.get(time.day, -1), time.first) <= (order[best.day], best.first)
                ),
                lambda time: f"the earliest is {best}" if best else "no time does",
            )
        )
    return conditions


def _within(calendar: Calendar) -> PublishedCondition:
    first = calendar.hours[0]
    days = ", ".join(span.day for span in calendar.hours)
    return condition(
        f"{calendar.minutes} minutes between {_clock(first.first)} and {_clock(first.last)} on {days}",
        lambda time: (
            time.last - time.first == calendar.minutes
            and any(
                time.day == span.day and span.first <= time.first and time.last <= span.last
                for span in calendar.hours
            )
        ),
        lambda time: f"{time.last - time.first} minutes, {time}",
    )


def _is_free(name: str, spans: Sequence[Span]) -> PublishedCondition:
    def clash(time: Span) -> Span | None:
        return next((span for span in spans if span.meets(time)), None)

    return condition(
        f"{name} is free",
        lambda time: clash(time) is None,
        lambda time: f"busy on {clash(time)}" if clash(time) else "free",
    )


def _refused(refusal: Refusal) -> PublishedCondition:
    return condition(refusal.text, lambda time: not refusal.span.meets(time), str)


def _wished(wish: Refusal, *, needed: bool) -> PublishedCondition:
    def evaluate(time: Span) -> Mapping[str, bool]:
        granted = not wish.span.meets(time)
        return {AS_WRITTEN: granted} if granted or needed else {AS_WRITTEN: False, _GIVEN_UP: True}

    return PublishedCondition(text=wish.text, evaluate=evaluate, shows=str)


def _read(record: Mapping[str, Any], number: int) -> PublishedQuestion:
    request = request_of(record)
    calendar = _read_calendar(request)
    plan = field(record, "golden_plan", str)
    match = required(rf"({_DAY}), ({_TIME}) - ({_TIME})", plan, "a time such as Monday, 9:00 - 9:30")
    key = Span(match[1], _minute(match[2]), _minute(match[3]))
    conditions = _conditions(calendar)
    times = list(_times(calendar))
    possible = [time for time in times if all(any(each.evaluate(time).values()) for each in conditions)]
    return PublishedQuestion(
        id=str(record.get("id", number)),
        request=request,
        terms=tuple((each,) for each in conditions),
        options={str(key): key} | {str(time): time for time in possible},
        key=str(key),
        searched=f"All {len(times)} times within the hours of work were tried.",
    )


READER: Final = SetReader(
    name="NATURAL PLAN calendars",
    fields=frozenset({"num_people", "num_days", "duration", "prompt_0shot", "golden_plan"}),
    request="prompt_0shot",
    read=_read,
    corrected=lambda record, key: {"golden_plan": key},
    by_id=True,
)
