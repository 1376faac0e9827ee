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
