from __future__ import annotations

from typing import Any

import attrs

from cocoa_core.scaffolding.drafts import DomainDraft, DraftRule, DraftSlot
from cocoa_core.scaffolding.proposals.checks import checked_draft

MONEY = {"kind": "quantity", "unit": "money", "whole": True, "min": 0, "max": 900}
TESTS = ["less", "at_least"]


def rule(slot: str, *say: dict[str, Any]) -> DraftRule:
    return DraftRule(slot, {"id": slot, "tests": TESTS, "say": list(say)})


def draft_of(*rules: DraftRule) -> DomainDraft:
    slots = tuple(DraftSlot(one.slot, {"label": one.slot, **MONEY}) for one in rules)
    rows = tuple(
        (f"r{row}", *(str(row * 37 % (50 + index)) for index in range(len(rules)))) for row in range(20)
    )
    return DomainDraft(
        name="things",
        noun="thing",
        description="",
        group_by=(),
        request=(),
        slots=slots,
        rules=rules,
        rows=rows,
        origin="",
    )


def said(draft: DomainDraft) -> list[Any]:
    return [one.settings["say"] for one in draft.rules]


def test_words_that_could_be_about_two_columns_are_taken_out_of_both() -> None:
    own = [{"subject": f"the {name}", "verb": "be"} for name in ("price", "fee")]
    draft = checked_draft(
        draft_of(rule("price", {"verb": "cost"}, own[0]), rule("fee", own[1], {"verb": "cost"}))
    )
    assert said(draft) == [[own[0]], [own[1]]]


def test_clear_words_stay() -> None:
    draft = draft_of(rule("price", {"verb": "cost"}), rule("fee", {"subject": "the fee", "verb": "be"}))
    assert checked_draft(draft) == draft


def test_rules_that_tell_no_rows_apart_are_taken_out_and_named() -> None:
    draft = draft_of(rule("price", {"verb": "cost"}), rule("fee", {"subject": "the fee", "verb": "be"}))
    same = tuple((name, price, "5") for name, price, _ in draft.rows)
    checked = checked_draft(attrs.evolve(draft, rows=same))
    assert [one.slot for one in checked.rules] == ["price"]
    assert checked.notes == ("No test of fee would tell rows apart: shown without rules.",)
