"""Rules are read as written, in the slot's typed units; what is wrong in one is answered with its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from domain.small_domain import RULES, SCHEMA, check_mistake, edited

from cocoa_core.domain import Draw, FreeWording, Inert, Noun, Rule, Schema, SlotRef, Test, Thing, Wording
from cocoa_core.errors import DomainError
from cocoa_core.loading import read_definition


def read(text: str) -> tuple[Schema, tuple[Rule, ...], Inert]:
    return read_definition({"schema.yaml": SCHEMA.encode(), "rules.yaml": text.encode()}, Path())


def rules_of(text: str) -> dict[str, Rule]:
    return {rule.id: rule for rule in read(text)[1]}


def drawn(source: str, **settings: object) -> Draw:
    plain = {"step": None, "count": None, "fixed": (), "items": (1, 2), "width": None}
    return Draw(source=source, **{**plain, **settings})  # type: ignore[arg-type]


def test_rules_come_in_the_order_of_the_file() -> None:
    ids = [line.split("id: ")[1] for line in RULES.split("\n") if "- id: " in line]
    assert list(rules_of(RULES)) == ids


def test_draws_are_in_the_units_of_the_slot() -> None:
    rules = rules_of(RULES)
    assert rules["board"].draw == drawn("values", items=(2, 2))
    assert rules["pets"].draw == drawn("values")
    assert rules["price-limit"].draw == drawn("grid", step=5000)
    assert rules["price-span"].draw == drawn("quantiles", count=4, width=(5000, 30000))
    assert rules["beds"].draw == drawn("fixed", fixed=(1, 2))
    assert rules["walk"].draw == drawn("grid", step=15)
    assert rules["check-in"].draw == drawn("fixed", fixed=(720, 930))
    assert rules["opened"].draw == drawn("grid", step=365)
    assert rules["each-ride"].draw == drawn("grid", step=15)


def test_values_of_a_closed_vocabulary_can_be_drawn_next_to_each_other() -> None:
    for said in (True, False):
        text = edited(
            RULES, "draw: {items: [2, 2]}", f"draw: {{items: [2, 2], adjacent: {str(said).lower()}}}"
        )
        assert rules_of(text)["board"].draw == drawn("values", items=(2, 2), adjacent=said)


def test_one_value_can_be_among_all_that_are_drawn() -> None:
    text = "draw: {items: [2, 2], adjacent: true, including: Full board}"
    expected = drawn("values", items=(2, 2), adjacent=True, including="Full board")
    assert rules_of(edited(RULES, "draw: {items: [2, 2]}", text))["board"].draw == expected


def test_a_rule_holds_what_its_file_says() -> None:
    rules = rules_of(RULES)
    assert rules["rides-total"] == Rule(
        id="rides-total",
        slot="rides",
        over="total",
        tests=("at_most",),
        draw=drawn("quantiles", count=5),
        say=(Wording("take", "takes", "the rides", plural=True, after="in all"),),
        wanted="less",
        want=(Thing("rides of", "in all"),),
        reasons={"less": ("I get carsick", "buses make me ill"), "more": ("I love buses",)},
    )
    assert rules["price-limit"].weight == 3
    assert rules["price-limit"].atypical == {"more", "at_least"}
    assert rules["beds"].say == (Wording("have", "has", noun=Noun("bed", "beds")),)
    assert rules["beds"].also == (FreeWording(Test("is", (1,)), "be", "is", "a single"),)
    assert rules["only-amenities"].say == (Wording("be", "is", item="amenity"),)


def test_atypical_tests_are_named_as_they_are_said_once_negation_has_moved_in() -> None:
    rules = rules_of(RULES)
    assert rules["amenities"].atypical == {"not_any"}
    assert rules["board"].atypical == {"not_is"}


def test_a_third_person_that_is_given_is_kept() -> None:
    rules = rules_of(edited(RULES, "{verb: allow pets}", "{verb: allow pets, third: doth allow pets}"))
    assert rules["pets"].say[0].third == "doth allow pets"


def test_openings_are_words_and_places_side_by_side() -> None:
    assert read(RULES)[2] == Inert(
        openings=(
            ("Can you find me a room in ", SlotRef("town"), "?"),
            ("We're off to ", SlotRef("town"), ". I need a room."),
        ),
        closings=("Thanks a lot!",),
    )


def test_what_people_want_may_be_neither_side() -> None:
    assert rules_of(edited(RULES, "wanted: less", "wanted: neither"))["rides-total"].wanted == ""
    for side in ("yes", "no"):
        assert (
            rules_of(edited(RULES, "- id: pets\n", f"- id: pets\n      wanted: {side}\n"))["pets"].wanted
            == side
        )


@pytest.mark.parametrize("plural", ["", ", plural: true"])
def test_there_can_be_what_is_counted(plural: str) -> None:
    text = edited(
        RULES,
        "say: [{verb: have, noun: {one: bed",
        f"say: [{{subject: there{plural}, verb: be, noun: {{one: bed",
    )
    assert rules_of(text)["beds"].say[0].subject == "there"


PLAIN_PETS = "say: [{verb: allow pets}, {verb: be, after: open to pets}]"
MISTAKES = [
    # the rule set
    ("rules:\n", "¤rule:\n", "the rule set has no key 'rule'", "did you mean 'rules'?"),
    ("  board:\n", "  ¤boards:\n", "no slot 'boards'", "did you mean 'board'?"),
    ("  board:\n", "  ¤town:\n", "share the slot 'town'", "group_by"),
    ("  board:\n", "  ¤views:\n", "do not show the slot 'views'", "shown: false"),
    ("- id: pets", "- ¤id: board", "two rules have the id 'board'", "line 3"),
    ("- id: pets", "- id: ¤Pets", "`id`", "small letter"),
    ("- id: pets", "- id: ¤5", "`id`", "quotation marks"),
    ("- id: pets\n      tests: [is]\n", "- ¤tests: [is]\n", "lacks the key 'id'", "id: ..."),
    ("- id: pets\n", "- id: pets\n      ¤wieght: 2\n", "'wieght'", "did you mean 'weight'?"),
    ("weight: 3", "weight: ¤0", "`weight`", "from 1"),
    ("weight: 3", "weight: ¤1.5", "`weight`", "whole"),
    # tests
    ("tests: [is, one_of]", "tests: [is, ¤is_one_of]", "no test of a category 'is_one_of'", "'one_of'"),
    ("tests: [is, one_of]", "tests: [¤less]", "no test of a category 'less'", "is, one_of"),
    ("tests: [is, one_of]", "tests: ¤[]", "`tests`", "1 to"),
    ("tests: [is, one_of]", "tests: ¤is", "`tests`", "a list"),
    ("tests: [is, one_of]", "tests: [is, ¤is]", "`tests`", "once"),
    ("tests: [less, more]", "tests: [¤is]", "no test of a quantity 'is'", "less"),
    ("over: each\n      tests: [less]", "over: each\n      tests: [¤is]", "list over each 'is'", "less"),
    ("count\n      tests: [at_least]", "count\n      tests: [¤any]", "set over count 'any'", "at_"),
    ("      over: total\n", "", "lacks the key 'over'", "over: count", "71:7"),
    ("over: total", "over: ¤sum", "'sum'", "total"),
    ("- id: walk\n", "- id: walk\n      over: ¤count\n", "`over`", "leave it out"),
    # draws
    ("draw: {items: [2, 2]}", "draw: ¤random", "`draw`", "quantiles"),
    ("draw: {items: [2, 2]}", "draw: {¤item: [2, 2]}", "'item'", "did you mean 'items'?"),
    ("draw: {items: [2, 2]}", "draw: {items: ¤[2, 1]}", "`items`", "in this order"),
    ("draw: {items: [2, 2]}", "draw: {items: [¤0, 1]}", "`items`", "from 1"),
    ("draw: {items: [2, 2]}", "draw: {grid: ¤5}", "`grid`", "no order"),
    ("draw: {items: [2, 2]}", "draw: {fixed: [¤Halfboard]}", "`is`", "Full board"),
    ("draw: {grid: 50}", "draw: {grid: ¤0}", "`grid`", "more than nothing"),
    ("draw: {grid: 50}", "draw: {grid: ¤-50}", "`grid`", "more than nothing"),
    ("draw: {grid: 50}", "draw: {grid: ¤0.5}", "`grid`", "a whole number"),
    ("draw: {grid: 50}", "draw: {grid: ¤50 dollars}", "`grid`", "units"),
    ("draw: {grid: 50}", "draw: ¤{grid: 50, fixed: [60]}", "`draw`", "one of"),
    ("draw: {grid: 50}", "draw: {grid: 50, items: ¤[1, 2]}", "`items`", "one_of"),
    ("draw: {grid: 50}", "draw: {grid: 50, width: ¤[1, 2]}", "`width`", "between"),
    ("width: [50, 300]", "width: ¤[300, 50]", "`width`", "in this order"),
    ("width: [50, 300]", "width: ¤[50]", "`width`", "a list of 2"),
    ("quantiles: 4", "quantiles: ¤0", "`quantiles`", "from 1"),
    ("fixed: [1, 2]", "fixed: ¤[]", "`fixed`", "1 to"),
    ("fixed: [1, 2]", "fixed: [1, ¤1]", "`fixed`", "once"),
    ("fixed: [1, 2]", "fixed: [1, ¤1.5]", "cannot compare", "whole number"),
    ("draw: {fixed: [0]}", "draw: {fixed: ¤[0, 5]}", "with 0 only", "fixed: [0]", "35:13"),
    ("      draw: {fixed: [0]}\n", "", "with 0 only", "fixed: [0]", "33:7"),
    ('fixed: ["12:00", "15:30"]', 'fixed: ["12:00", ¤"3:30 PM"]', "cannot compare", "19:40"),
    ("grid: 365d", "grid: ¤365", "`grid`", "365d"),
    ("grid: 365d", "grid: ¤1y", "`grid`", "7d"),
    ("draw: {items: [2, 2]}", "draw: {adjacent: ¤2}", "`adjacent`", "true or false"),
    ("draw: {grid: 50}", "draw: {grid: 50, adjacent: ¤true}", "`adjacent`", "closed vocabulary"),
    ("draw: {items: [1, 3]}", "draw: {items: [1, 3], adjacent: ¤true}", "`adjacent`", "leave it out"),
    ("{items: [2, 2]}", "{items: [2, 2], including: ¤Full board}", "`including`", "adjacent: true"),
    ("{items: [2, 2]", "{items: [2, 2], adjacent: true, including: ¤full", "cannot compare", "Full board"),
    # wordings
    (PLAIN_PETS, "say: ¤[]", "`say`", "1 to"),
    (PLAIN_PETS, "say: ¤allow pets", "`say`", "a list"),
    (PLAIN_PETS, "say: [¤allow pets]", "the wording", "a mapping"),
    (PLAIN_PETS, "say: [¤{subject: it}]", "lacks the key 'verb'", "verb: ..."),
    (PLAIN_PETS, "say: [¤{verb: be}]", "lacks the key 'after'", "add `after`"),
    (PLAIN_PETS, "say: [{verb: ¤is}]", "`verb`", "base form"),
    (PLAIN_PETS, "say: [{verb: ¤can bring pets}]", "`verb`", "base form"),
    (PLAIN_PETS, "say: [{verb: ¤not allow pets}]", "the word 'not'", "positive"),
    (PLAIN_PETS, "say: [{verb: allow}, {verb: ¤don't bite}]", "don't", "positive"),
    (PLAIN_PETS, "say: [{verb: allow, after: ¤pets or dogs}]", "the word 'or'", "connective"),
    (PLAIN_PETS, "say: [{verb: allow, after: ¤pets. Dogs}]", "'.'", "leave the sign out"),
    (PLAIN_PETS, "say: [{verb: allow, after: ¤pets; dogs}]", "';'", "leave the sign out"),
    (PLAIN_PETS, 'say: [{verb: allow, after: ¤"pets: dogs"}]', "':'", "leave the sign out"),
    (PLAIN_PETS, 'say: [{verb: allow, after: ¤"{0}"}]', "'{'", "leave the sign out"),
    (PLAIN_PETS, 'say: [{verb: allow, after: ¤"pets\\ndogs"}]', "`after`", "one line"),
    (PLAIN_PETS, 'say: [{verb: allow, after: ¤" pets"}]', "`after`", "blanks"),
    (PLAIN_PETS, f"say: [{{verb: allow, after: ¤{'x' * 61}}}]", "`after`", "1 to 60"),
    (PLAIN_PETS, "say: [{verb: allow, before: ¤yes?}]", "'?'", "leave the sign out"),
    (PLAIN_PETS, "say: [{verb: allow, subject: ¤it!}]", "'!'", "leave the sign out"),
    (PLAIN_PETS, "say: [{verb: allow, plural: ¤true}]", "`plural`", "'it'"),
    (PLAIN_PETS, "say: [{verb: allow, item: ¤pet}]", "`item`", "leave it out"),
    ("noun: {one: bed, many: beds}", "noun: ¤{one: bed}", "'many'", "many: ..."),
    ("noun: {one: bed, many: beds}", "noun: ¤beds", "`noun`", "one, many"),
    (", noun: {one: bed, many: beds}", "", "lacks the key 'noun'", "add `noun`", "30:13"),
    (", noun: {one: amenity, many: amenities}", "", "lacks the key 'noun'", "add `noun`", "64:13"),
    ("say: [{verb: open}]", "say: [{verb: open, noun: ¤{one: day, many: days}}]", "`noun`", "counted"),
    ("say: [{item: amenity, verb: be}]", "say: [¤{verb: be}]", "lacks the key 'item'", "only"),
    ("say: [{item: ride, verb: take}]", "say: [¤{verb: take}]", "lacks the key 'item'", "over each"),
    ("{item: ride, verb: take}", "{item: ¤ride, subject: I, verb: take}", "`item`", "is the subject"),
    ("say: [{verb: have}]\n     ", "say: [{item: ¤amenity, verb: be}]\n     ", "`item`", "the test `all`"),
    (PLAIN_PETS, "say: [{verb: ¤allow, subject: there}]", "`verb`", "which alone goes with `subject: there`"),
    (PLAIN_PETS, "say: [{verb: be, after: ok, subject: ¤There}]", "`subject`", "`there` or a noun"),
    # what is wanted
    ("wanted: less", "wanted: ¤yes", "no side of these tests 'yes'", "less, more, neither"),
    ("wanted: less", "wanted: ¤cheap", "no side of these tests 'cheap'", "less, more, neither"),
    ("wanted: less", "wanted: ¤true", "side of these tests", "less, more, neither"),
    ("wanted: less", "wanted: ¤[less]", "side of these tests", "less, more, neither"),
    ("id: pets\n", "id: pets\n      wanted: ¤less\n", "no side of these tests 'less'", "yes, no, neither"),
    ("want: [{before: rides of, after: in all}]", "want: ¤[]", "`want`", "1 to"),
    ("want: [{before: rides of, after: in all}]", "want: [¤rides]", "the noun phrase of `want`", "a mapping"),
    ("[{before: rides of, ", "[{¤verb: take, ", "the noun phrase of `want` has no key 'verb'", "before"),
    ("want: [{before: rides of, ", "want: [{before: ¤no rides of, ", "the word 'no'", "leave this word out"),
    ("[{before: rides of, ", "[{noun: ¤{one: ride, many: rides}, ", "`noun`", "nothing is counted here"),
    ("- id: pets\n", "- id: pets\n      want: [¤{}]\n", "lacks the key 'after'", "what is wanted"),
    (
        "- id: beds\n",
        "- id: beds\n      want: [¤{before: a room}]\n",
        "lacks the key 'noun'",
        "what is counted",
    ),
    ("only-amenities\n", "only-amenities\n      want: [¤{before: a}]\n", "`want`", "the test `only`"),
    ("- id: each-ride\n", "- id: each-ride\n      want: [¤{before: rides of}]\n", "`want`", "over each"),
    (
        "- id: each-ride\n      over: each\n",
        "- id: any-ride\n      over: any\n      want: [¤{before: a ride of}]\n",
        "`want`",
        "over any",
    ),
    ("less: [I get", "yes: [I like it], less: [I get", "no side of these tests 'yes'", "less, more", "78:17"),
    ("less: [I get", "¤fewer: [I like it], less: [I get", "`reasons` has no key 'fewer'", "less, more"),
    ("[I get carsick,", "[¤I get carsick., ", "ends a sentence", "leave the sign"),
    ("[I get carsick,", "[¤I am ill after rides, ", "the word 'after'", "without this word"),
    ("[I get carsick,", "[¤I don’t like it, ", "don't", "without this word"),
    ("[I get carsick,", "[¤the 2 of us are ill, ", "the number '2'", "says nothing of any option"),
    ("[I get carsick,", "[¤there are two-seaters, ", "the word 'two'", "without this word"),
    ("[I get carsick,", "[¤it's hot (really), ", "'('", "leave the sign out"),
    ("[I get carsick,", f"[¤{'x' * 81}, ", "an item of `less`", "1 to 80"),
    ("[I love buses]", "[I love buses, ¤i love buses]", "an item of `more`", "each text once"),
    # openings and closings
    ("room in {town}?", "room?", "does not name the group", "{town}", "80:5"),
    ("room in {town}?", "room in {town}, {town}?", "does not name the group", "{town}", "80:5"),
    ("room in {town}?", "room in {city}?", "no slot in `group_by` 'city'", "town", "80:5"),
    ("room in {town}?", "room in {board}?", "no slot in `group_by` 'board'", "town", "80:5"),
    ("room in {town}?", "room in {Town}?", "has '{Town}'", "the name of a slot", "80:5"),
    ("room in {town}?", "room in {town?", "holds '{'", "leave the sign out", "80:5"),
    ("room in {town}?", "room in {town}{town}?", "has nothing between", "words between", "80:5"),
    ("room in {town}?", "room in {town}", "ends without a full stop", "one sentence", "80:5"),
    ("room in {town}?", "room in {town}. Hi. Ho.", "has 3 sentences", "one sentence or two", "80:5"),
    ("in {town}?", "in {town} unless it rains?", "the word 'unless'", "no number, comparison", "80:5"),
    ("room in {town}?", "room under {town}?", "the word 'under'", "no number, comparison", "80:5"),
    ("room in {town}?", "room in {town} on May 2?", "the number '2'", "nothing of any option", "80:5"),
    ("  - Can you", "  - can you", "begins with a small letter", "with a capital", "80:5"),
    (
        "  - Can you find me",
        "  - THANKS, {town}!\n  - Thanks, {town}!\n  - Can you find me",
        "an item of `openings`",
        "each text once",
        "81:5",
    ),
    ("[Thanks a lot!]", "[¤Thanks]", "ends without a full stop", "ended by"),
    ("[Thanks a lot!]", "[¤No thanks!]", "the word 'no'", "without this word"),
    ("[Thanks a lot!]", "[Thanks!, ¤THANKS!]", "an item of `closings`", "each text once"),
    ("[Thanks a lot!]", "¤Thanks!", "`closings`", "a list"),
    # free wordings, atypical tests
    ("{test: is, value: 1,", "{test: ¤are, value: 1,", "no test of a quantity 'are'", "is"),
    ("{test: is, value: 1,", "{test: is, value: ¤few,", "cannot compare", "whole number"),
    ("{test: is, value: 1,", "¤{test: is,", "lacks the key 'value'", "value: ..."),
    ("complement: a single", 'complement: ¤"a single, double"', "','", "leave the sign out"),
    ("complement: a single", "complement: ¤no double", "'no'", "positive"),
    ("atypical: [not_is]", "atypical: [¤isnt]", "no test that this rule can ask 'isnt'", "not_is"),
    ("atypical: [more, at_least]", "atypical: [¤within]", "'within'", "at_least"),
]


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake[1][:60])
def test_a_mistake_is_answered_with_its_place_and_a_way_out(mistake: tuple[str, ...]) -> None:
    check_mistake(rules_of, RULES, "rules.yaml", mistake)


@pytest.mark.parametrize(
    "text", ["[]", "a", "rules: {}", "rules: []", "rules:", "rules: {pets: []}", "rules: {pets: {}}"]
)
def test_a_file_of_another_shape_is_refused(text: str) -> None:
    with pytest.raises(DomainError):
        rules_of(text)
