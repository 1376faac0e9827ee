"""Tampering with the complexity measures."""

from __future__ import annotations

from verification.tampering import Record, tampering


def _measure(name: str) -> None:
    def change(record: Record) -> bool:
        record["complexity"][name] += 1
        return True

    change.__name__ = f"{name}_edited"
    tampering("complexity")(change)


for _name in ("slots", "minterms", "sum_terms", "literals", "width"):
    _measure(_name)


for _name in ("component", "longest_path", "max_degree", "average_degree"):
    _measure(_name)


@tampering("complexity")
def entropy_edited(record: Record) -> bool:
    record["complexity"]["entropy"]["C"] = round(abs(record["complexity"]["entropy"]["C"] - 0.001), 4)
    return True


@tampering("complexity")
def entropy_of_four_options(record: Record) -> bool:
    del record["complexity"]["entropy"]["E"]
    return True


@tampering("complexity")
def atypical_edited(record: Record) -> bool:
    atypical = record["complexity"]["atypical"]
    record["complexity"]["atypical"] = [] if atypical else ["price"]
    return True


@tampering("complexity")
def against_edited(record: Record) -> bool:
    against = record["complexity"]["against"]
    record["complexity"]["against"] = [] if against else ["price"]
    return True


@tampering("composition")
def a_label_less(record: Record) -> bool:
    record["composition"]["labels"]["polarity"].pop()
    return True


@tampering("composition")
def a_sign_of_a_label_turned(record: Record) -> bool:
    labels = record["composition"]["labels"]
    labels["slot"] = sorted(one.translate({ord("+"): "-", ord("-"): "+"}) for one in labels["slot"])
    return True


@tampering("composition")
def families_for_slots(record: Record) -> bool:
    labels = record["composition"]["labels"]
    labels["family"] = labels["slot"]
    return True


@tampering("composition")
def primitives_in_another_order(record: Record) -> bool:
    record["composition"]["terms"].reverse()
    return True


@tampering("composition")
def another_structure(record: Record) -> bool:
    structure = record["composition"]["structure"]
    record["composition"]["structure"] = "B" if structure == "A" else "A"
    return True


@tampering("composition")
def another_profile(record: Record) -> bool:
    record["composition"]["profile"] = {"mixed": 1}
    return True


@tampering("composition")
def another_basic_structure(record: Record) -> bool:
    record["composition"]["basic"] = "D"
    return True


@tampering("composition")
def chained_or_not(record: Record) -> bool:
    record["composition"]["chained"] = record["composition"]["chained"] is not True
    return True
