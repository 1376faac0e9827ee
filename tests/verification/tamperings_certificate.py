"""Tampering with the certificate."""

from __future__ import annotations

from verification.tampering import Record, other, tampering


def _satisfied(record: Record) -> list[int]:
    """The places of true literals of the answer."""
    places: list[int] = record["certificate"]["satisfied"][record["answer"]]
    return places


@tampering("certificate")
def certificates_swapped(record: Record) -> bool:
    broken = record["certificate"]["broken"]
    (one, first), (two, second), *_ = broken.items()
    broken[one], broken[two] = second, first
    return bool(first != second)


@tampering("certificate")
def broken_term_left_out(record: Record) -> bool:
    next(iter(record["certificate"]["broken"].values())).pop()
    return True


@tampering("certificate")
def broken_term_renumbered(record: Record) -> bool:
    next(iter(record["certificate"]["broken"].values()))[0]["term"] += 1
    return True


@tampering("certificate")
def certificate_shows_another_value(record: Record) -> bool:
    broken = next(iter(record["certificate"]["broken"].values()))
    broken[0]["literals"][0]["value"] += " "
    return True


@tampering("certificate")
def certificate_names_another_literal(record: Record) -> bool:
    failed = next(iter(record["certificate"]["broken"].values()))[0]["literals"][0]
    failed["literal"] = (
        failed["literal"].removeprefix("!") if "!" in failed["literal"] else f"!{failed['literal']}"
    )
    return True


@tampering("certificate")
def certificate_lacks_a_literal(record: Record) -> bool:
    next(iter(record["certificate"]["broken"].values()))[0]["literals"].pop()
    return True


@tampering("certificate")
def certificate_lacks_an_option(record: Record) -> bool:
    del record["certificate"]["broken"][other(record)]
    return True


@tampering("certificate")
def satisfied_literal_beyond_its_term(record: Record) -> bool:
    _satisfied(record)[0] += 9
    return True


@tampering("certificate")
def satisfied_literal_that_is_not_true(record: Record) -> bool:
    """Point to another literal of its term; found where that one is not true of the answer."""
    pairs = zip(_satisfied(record), record["requirement"]["terms"], strict=True)
    for number, (place, term) in enumerate(pairs):
        if place > 0:
            _satisfied(record)[number] = 0  # the first true one is named, so 0 is not
            return bool(term)
    return False


@tampering("certificate")
def satisfied_lacks_a_term(record: Record) -> bool:
    _satisfied(record).pop()
    return True


@tampering("certificate")
def term_use_edited(record: Record) -> bool:
    use = record["certificate"]["terms"][0]
    use["broken_by"] = [] if use["broken_by"] else [other(record)]
    return True


@tampering("certificate")
def term_alone_edited(record: Record) -> bool:
    for use in record["certificate"]["terms"]:
        if use["alone"]:
            use["alone"] = []
            return True
    return False
