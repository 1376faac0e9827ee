"""Tampering with what the options show."""

from __future__ import annotations

from verification.tampering import Record, option, other, tampering


@tampering("group")
def option_of_another_group(record: Record) -> bool:
    option(record, other(record))["shown"]["To"] = "Atlantis"
    return True


@tampering("shown")
def value_unreadable(record: Record) -> bool:
    shown = option(record, other(record))["shown"]
    shown["Price"] = shown["Price"].replace("$", "€")
    return True


@tampering("shown")
def slot_left_out(record: Record) -> bool:
    del option(record, other(record))["shown"]["Wi-Fi"]
    return True


@tampering("shown")
def slot_added(record: Record) -> bool:
    option(record, other(record))["shown"]["Meal"] = "yes"
    return True


@tampering("axiom")
def layover_times_without_stops(record: Record) -> bool:
    for one in record["options"]:
        if one["shown"]["Layover times"] != "none":
            one["shown"]["Layover times"] = "none"
            return True
    return False


@tampering("axiom")
def layovers_longer_than_the_journey(record: Record) -> bool:
    for one in record["options"]:
        if one["shown"]["Layover times"] != "none":
            one["shown"]["Travel time"] = "1 hr"
            one["shown"]["Layover times"] = "; ".join(
                "2 hr" for _ in one["shown"]["Layover times"].split("; ")
            )
            return True
    return False


@tampering("options")
def options_alike(record: Record) -> bool:
    pair = [one["shown"] for one in record["options"] if one["label"] != record["answer"]][:2]
    pair[0].clear()
    pair[0].update(pair[1])
    return True


@tampering("options")
def option_removed(record: Record) -> bool:
    record["options"].remove(option(record, other(record)))
    return True


@tampering("options")
def labels_swapped(record: Record) -> bool:
    record["options"][0]["label"], record["options"][1]["label"] = "B", "A"
    return True
