"""Nothing that a model writes is believed: what passes was understood alike; the verifier says so, too."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cocoa_core
from cocoa_core.domain import Domain, Requirement, read_notation, requirement_text
from cocoa_core.errors import CocoaError, FindingsError, MismatchError, UsageError
from cocoa_core.families.selection import Question
from cocoa_core.families.selection.splitting import Plan, split_dataset
from cocoa_core.independent import Literal, VerifierDomain, read_domain, read_formula, same_meaning
from cocoa_core.items import Dataset, Prompting, read_dataset
from cocoa_core.paraphrasing import KINDS, Offline, Paraphrasing, Reply, read_replies, reply_line
from cocoa_core.paraphrasing.messages import stated, text_in
from cocoa_core.paraphrasing.mutants import Draft
from cocoa_core.paraphrasing.readings import judge
from cocoa_core.paraphrasing.rounds import requirement_of, rewrite_of
from cocoa_core.paraphrasing.texts import LOCKED, locked_spans, text_problem
from cocoa_core.proof import Proofs, equivalent
from cocoa_core.verification import verify
from cocoa_core.verification.selection.deliveries.paraphrase import stands

Replies = dict[str, Reply]
PERFECT = ("cocoa/grammar", "cocoa/parser", "cocoa/parser")


@pytest.fixture(scope="module")
def exam(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    folder = tmp_path_factory.mktemp("reworded") / "exam"
    cocoa_core.load_domain("hotels").write(folder, 12, seed=4)
    return read_dataset(folder)


@pytest.fixture(scope="module")
def work(exam: Dataset) -> Paraphrasing:
    return Paraphrasing(exam, mutants=24)


@cache
def offline_of(domain: Domain) -> Offline:
    return Offline(domain)


def answered(work: Paraphrasing, models: tuple[str, str, str]) -> Replies:
    """The replies of offline models to all tasks, stage after stage."""
    offline, replies = offline_of(work.domain), Replies()
    while tasks := work.open_tasks(replies):
        for task in tasks:
            model = models[0] if task.role == "writer" else models[task.number]
            replies[task.id] = Reply(model, offline.reply(model, task))
    return replies


@pytest.fixture(scope="module")
def perfect(work: Paraphrasing) -> Replies:
    return answered(work, PERFECT)


@pytest.fixture(scope="module")
def reworded(work: Paraphrasing, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data set that a slipping second reader read: some passed at once, some after repairs."""
    out = tmp_path_factory.mktemp("reworded") / "out"
    work.write(answered(work, ("cocoa/grammar", "cocoa/parser", "cocoa/slips")), out)
    return out


def literals(question: Question, work: Paraphrasing) -> list[str]:
    schema = work.domain.schema
    return [
        requirement_text(schema, ((literal,),))[1:-1]
        for term in requirement_of(question, work.domain)
        for literal in term
    ]


def formulas(parts: list[str]) -> st.SearchStrategy[str]:
    """Formulas over some literals, in any nesting."""
    return st.recursive(
        st.sampled_from(parts),
        lambda inner: st.one_of(
            st.builds("!({})".format, inner),
            st.builds("({} {} {})".format, inner, st.sampled_from(["&", "|", "->"]), inner),
        ),
        max_leaves=6,
    )


@given(data=st.data())
def test_nothing_passes_whose_readings_differ(
    work: Paraphrasing, by_verifier: VerifierDomain, data: st.DataObject
) -> None:
    """Whatever writer and readers say. That readings are equal is looked up by the second implementation."""
    question = data.draw(st.sampled_from(list(work.dataset)))
    schema, right = work.domain.schema, question.requirement.text
    said = st.one_of(
        st.just(right),
        st.just(right.replace(" & ", " | ", 1)),
        formulas(literals(question, work)),
        st.text(max_size=40),
    )
    texts = st.one_of(st.just(f"Well then. {question.request}"), st.text(max_size=80))
    replies: Replies = {}
    while (rewrite := rewrite_of(question, work.domain, replies)).open:
        for task in rewrite.open:
            writes = task.role == "writer"
            text = f"Request: {data.draw(texts)}" if writes else f"Requirement: {data.draw(said)}"
            replies[task.id] = Reply("model", text)
    assert len(rewrite.rounds) <= 3
    for place, one in enumerate(rewrite.rounds):
        assert one.passed <= (place == len(rewrite.rounds) - 1)
    if not rewrite.passed:
        return
    last = rewrite.rounds[-1]
    assert all(span in last.text for span in rewrite.locked)
    wanted = read_formula(by_verifier.slots, right)
    for reading in last.readings:
        assert same_meaning(by_verifier, read_formula(by_verifier.slots, reading), wanted)
        assert Proofs(schema, read_notation(schema, reading)).redundant_part() is None


@pytest.fixture(scope="module")
def by_verifier(work: Paraphrasing) -> VerifierDomain:
    """The domain as the second implementation reads it."""
    files = work.domain.files
    tables = {name: content for name, content in files.items() if name.startswith("tables/")}
    return read_domain(files["schema.yaml"], files["rules.yaml"], tables)


@given(data=st.data())
def test_solver_and_verifier_judge_readings_alike(
    work: Paraphrasing, by_verifier: VerifierDomain, data: st.DataObject
) -> None:
    question = data.draw(st.sampled_from(list(work.dataset)))
    domain, schema = by_verifier, work.domain.schema
    one, other = (data.draw(formulas(literals(question, work))) for _ in range(2))
    by_solver = equivalent(schema, read_notation(schema, one), read_notation(schema, other))
    read = [read_formula(domain.slots, text) for text in (one, other)]
    assert same_meaning(domain, *read) in (by_solver, None)


@given(data=st.data())
def test_both_readers_of_the_notation_read_the_same(
    work: Paraphrasing, by_verifier: VerifierDomain, data: st.DataObject
) -> None:
    """Also what is spoilt: both read it, as the same, or neither."""
    question = data.draw(st.sampled_from(list(work.dataset)))
    text = data.draw(st.one_of(st.just(question.requirement.text), formulas(literals(question, work))))
    for _ in range(data.draw(st.integers(0, 3))):
        place = data.draw(st.integers(0, len(text)))
        put = data.draw(st.sampled_from([*'()[]{}!&|<>=,-" 0e', "->", "in", "each ", ""]))
        text = text[:place] + put + text[place + data.draw(st.integers(0, 2)) :]
    domain, schema = by_verifier, work.domain.schema
    try:
        read: Requirement | None = read_notation(schema, text)
    except MismatchError:
        read = None
    try:
        again: tuple[tuple[Literal, ...], ...] | None = read_formula(domain.slots, text)
    except ValueError:
        again = None
    assert (read is None) == (again is None), text
    if read is not None and again is not None:
        written = requirement_text(schema, read)
        assert same_meaning(domain, again, read_formula(domain.slots, written)) in (True, None)


def test_a_perfect_reader_takes_every_wording_of_the_grammar_and_no_mutant(
    work: Paraphrasing, perfect: Replies
) -> None:
    report = work.report(perfect)
    assert (report.asked, report.dropped, report.open) == (12, 0, 0)
    assert report.passed + report.repaired == 12
    assert sum(one.read for one in report.mutants.values()) == len(work.drawn_mutants) > 0
    assert all(one.by_first == one.by_second == one.by_both == 0 for one in report.mutants.values())


def test_a_reader_who_repeats_the_original_lets_every_mutant_through(work: Paraphrasing) -> None:
    """And so does not measure as a good one, though everything passes with it."""
    replies: Replies = {}
    offline = offline_of(work.domain)
    while tasks := work.open_tasks(replies):
        for task in tasks:
            said = f"Requirement: {task.question.requirement.text}"
            text = offline.reply("cocoa/grammar", task) if task.role == "writer" else said
            replies[task.id] = Reply("parrot", text)
    report = work.report(replies)
    assert report.dropped == 0
    assert all(one.by_first == one.by_second == one.by_both == one.read for one in report.mutants.values())


@pytest.mark.parametrize("bad", ["cocoa/drops", "cocoa/prose"])
def test_two_good_readers_are_needed(work: Paraphrasing, bad: str) -> None:
    report = work.report(answered(work, ("cocoa/grammar", "cocoa/parser", bad)))
    alone = sum(len(question.requirement.terms) == 1 for question in work.dataset)
    assert report.passed + report.repaired == (alone if bad == "cocoa/drops" else 0)
    assert report.open == 0


def test_it_goes_on_from_any_replies(work: Paraphrasing, perfect: Replies, tmp_path: Path) -> None:
    """Through files, some replies at a time, in any order: the same data set."""
    rng = random.Random(3)
    path, kept = tmp_path / "replies.jsonl", Replies()
    while tasks := work.open_tasks(kept):
        some = rng.sample(tasks, max(1, len(tasks) // 2))
        with path.open("a", encoding="utf-8") as file:
            file.writelines(f"{reply_line(task.id, perfect[task.id])}\n" for task in some)
        kept = read_replies([path])
    assert kept == perfect
    work.write(kept, tmp_path / "one")
    work.write(perfect, tmp_path / "other")
    for name in ("questions.jsonl", "manifest.json", "README.md"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "other" / name).read_bytes()


def test_the_data_set_is_the_same_but_for_the_paraphrases(exam: Dataset, reworded: Path) -> None:
    assert verify(reworded).findings == ()
    for before, after in zip(exam, read_dataset(reworded), strict=True):
        data = after.to_json()
        said = data.pop("paraphrase", None)
        assert data == before.to_json()
        assert said is None or said["text"] != before.request


def test_other_words_are_asked_only_where_they_are_asked_for(reworded: Path) -> None:
    dataset = read_dataset(reworded)
    family = dataset.family
    plain = family.prompter(dataset, Prompting(strategy="direct"))
    prompter: Any = family.prompter(dataset, Prompting(strategy="direct", delivery="paraphrase"))
    for question in dataset:
        assert question.request in plain.conversation(question).first
        assert prompter.fits(question) == bool(question.paraphrase)
        if question.paraphrase:
            said = prompter.conversation(question).first
            assert question.paraphrase["text"] in said
            assert question.request not in said
        else:
            with pytest.raises(UsageError, match="has no paraphrase"):
                prompter.conversation(question)


def test_what_would_lose_or_miscount_paraphrases_is_refused(reworded: Path, tmp_path: Path) -> None:
    dataset = read_dataset(reworded)
    with pytest.raises(UsageError, match="cannot be split"):
        split_dataset(dataset, Plan(by="exact"), tmp_path / "parts")
    before = (reworded / "questions.jsonl").read_bytes()
    with pytest.raises(UsageError, match="which `cocoa paraphrase` wrote"):
        cocoa_core.load_domain("hotels").write(reworded, 20, seed=4)
    assert (reworded / "questions.jsonl").read_bytes() == before


def test_no_task_tells_what_it_is_for(work: Paraphrasing, perfect: Replies) -> None:
    """A reader sees the text, the attributes and the notation: no option, id, requirement or request of the
    question; of a mutant nothing else than of a rewrite."""
    writers = {task.id for task in work.open_tasks({})}
    tasks = work.open_tasks({name: reply for name, reply in perfect.items() if name in writers})
    texts = {mutant.text for mutant in work.drawn_mutants}
    assert {task.role for task in tasks} == {"reader"}
    assert {text_in(task.messages) in texts for task in tasks} == {True, False}
    for task in tasks:
        [message] = task.messages
        rest = message["content"].replace(text_in(task.messages), "")
        assert set(task.to_json()) == {"id", "role", "number", "messages"}
        assert task.question.id not in json.dumps(task.to_json())
        assert task.question.request not in rest
        assert all(option.row not in rest.split() for option in task.question.options)
        assert task.question.requirement.text not in rest


@given(data=st.data())
def test_what_is_locked_stands_word_for_word(work: Paraphrasing, data: st.DataObject) -> None:
    question = data.draw(st.sampled_from(list(work.dataset)))
    locked = locked_spans(question, work.domain)
    text = f"Hello. {question.request}"
    assert text_problem(locked, question.request, text) is None
    span = data.draw(st.sampled_from(locked))
    for other in (f"{span}x", span[:-1], f"1{span}"):
        found = text_problem(locked, question.request, text.replace(span, other))
        assert found is not None
        assert found.verdict == LOCKED
    added = text_problem(locked, question.request, f"{text} 77123")
    assert added is not None
    assert "77123" in added.line


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Breakfast for $400, color D.", True),
        ("I'd like breakfast for $400.", False),
        ("D, breakfast, $4000", False),
        ("D, breakfast, $400,000", False),
        ("D, breakfasts, $400", False),
    ],
)
def test_a_span_stands_as_words_of_its_own(text: str, kept: bool) -> None:
    """By the verifier, too. "D" is not in "I'd", nor "$400" in "$4000"."""
    locked, request = ("$400", "D", "breakfast"), "breakfast, D and $400, $4000 or $400,000"
    assert (text_problem(locked, request, text) is None) == kept
    assert all(stands(span, text) for span in locked) == kept


DIAGNOSES = {
    "price < 400 & stops = 0": "same",
    "price < 400": "lost: stops = 0",
    "price < 400 & stops = 0 & travel_time < 9h": "added: travel_time < 9h",
    "price < 500 & stops = 0": "other value: price < 400 was read as price < 500",
    "price <= 400 & stops = 0": "other value: price < 400 was read as price <= 400",
    "price > 400 & stops = 0": "other side: price < 400 was read as !price <= 400",
    "price < 400 & !(stops = 0)": "other side: stops = 0 was read as !stops = 0",
    "price < 400 | stops = 0": "other connective: (price < 400) & (stops = 0) was read as "
    "(price < 400 | stops = 0)",
    "price < 400 & price < 900 & stops = 0": "added: term 2 of (price < 400) & (price < 900) & (stops = 0) "
    "changes nothing",
    "the price, under 400": "the answer is not in the notation: expected the name of a slot, got the",
}


@pytest.mark.parametrize("reading", DIAGNOSES)
def test_the_writer_is_told_what_differs(reading: str) -> None:
    schema = cocoa_core.load_domain("flights").domain.schema
    found = judge(schema, read_notation(schema, "price < 400 & stops = 0"), reading)
    assert DIAGNOSES[reading] in (found.line, found.verdict)


CHANGED = {
    "comparison turned": ("price < 400", "(price > 400)"),
    "strict or not": ("price < 400", "(price <= 400)"),
    "bound off by one": ("stops <= 1", "(stops <= 0)"),
    "not": ("price < 400", "(!price < 400)"),
    "and, or": ("price < 400 | stops = 0", "(price < 400) & (stops = 0)"),
    "if, unless": ("price < 400 | stops = 0", "(!price < 400 | stops = 0)"),
    "only if": ("!price < 400 | stops = 0", "(price < 400 | !stops = 0)"),
    "value of another slot": (
        "departure < 08:00 & arrival < 20:00",
        "(departure < 20:00) & (arrival < 20:00)",
    ),
    "values swapped": ("departure < 08:00 & arrival < 20:00", "(departure < 20:00) & (arrival < 08:00)"),
    "exception dropped": ("price < 400 | stops = 0", "(stops = 0)"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_mutant_changes_what_it_says(kind: str) -> None:
    schema = cocoa_core.load_domain("flights").domain.schema
    before, after = CHANGED[kind]
    terms = read_notation(schema, before)
    demands = tuple(len(term) - 1 for term in terms)
    changed = KINDS[kind](Draft(schema, terms, demands, random.Random(1)))
    assert after in {requirement_text(schema, one) for one, _ in changed}


def test_a_mutant_means_something_else_than_its_question(work: Paraphrasing) -> None:
    for mutant in work.drawn_mutants:
        wanted = requirement_of(mutant.question, work.domain)
        assert not equivalent(work.domain.schema, mutant.requirement, wanted)
        assert mutant.text != mutant.question.request


def _first(records: list[dict[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = next(one["paraphrase"] for one in records if "paraphrase" in one)
    return found


def _number(text: str) -> str:
    return f"{text} 77123"


FORGERIES: Mapping[str, Callable[[list[dict[str, Any]]], object]] = {
    "another text": lambda records: _first(records).update(text="Anything will do."),
    "another text in the round too": lambda records: (
        _first(records).update(text="Anything will do."),
        _first(records)["rounds"][-1].update(text="Anything will do."),
    ),
    "a number more": lambda records: (
        _first(records).update(text=_number(_first(records)["text"])),
        _first(records)["rounds"][-1].update(text=_number(_first(records)["text"])),
    ),
    "a reading of something else": lambda records: _first(records)["rounds"][-1].update(
        readings=["stars = 5"] * 2
    ),
    "a reading in prose": lambda records: _first(records)["rounds"][-1]["readings"].__setitem__(1, "cheap"),
    "a reading with an idle part": lambda records: _first(records)["rounds"][-1].update(
        readings=[f"{one} & stars >= 1" for one in _first(records)["rounds"][-1]["readings"]]
    ),
    "a reader less": lambda records: (
        _first(records)["readers"].pop(),
        _first(records)["rounds"][-1]["readings"].pop(),
        _first(records)["rounds"][-1]["verdicts"].pop(),
    ),
    "a failed verdict": lambda records: _first(records)["rounds"][-1].update(verdicts=["same", "other"]),
    "a round more": lambda records: _first(records)["rounds"].insert(0, _first(records)["rounds"][-1]),
    "nothing locked": lambda records: _first(records).update(locked=[]),
    "something locked that is not there": lambda records: _first(records)["locked"].append("77123"),
    "a paraphrase less": lambda records: next(one for one in records if "paraphrase" in one).pop(
        "paraphrase"
    ),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_paraphrase_is_named(name: str, reworded: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(reworded, tmp_path / "forged")
    path = folder / "questions.jsonl"
    records = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    FORGERIES[name](records)
    lines = [json.dumps(record, ensure_ascii=False, separators=(",", ":")) for record in records]
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    found = {finding.what for finding in verify(folder).findings} - {"sha256"}
    assert found & ({"counts"} if name == "a paraphrase less" else {"paraphrase"})


@pytest.mark.parametrize(
    "change",
    [
        {"asked": 3},
        {"dropped": -1, "asked": 11},
        {"mutants": {"not": {"read": 1, "by_first": 2, "by_second": 0, "by_both": 0}}},
    ],
)
def test_a_forged_count_is_named(change: dict[str, Any], reworded: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(reworded, tmp_path / "forged")
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    manifest["paraphrase"].update(change)
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n", "utf-8")
    with pytest.raises(FindingsError, match="cannot be understood"):
        verify(folder)


def test_rewrites_that_no_record_has_are_named(reworded: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(reworded, tmp_path / "forged")
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    said = manifest["paraphrase"]
    said.update(passed=said["passed"] + 1, asked=said["asked"] + 1)
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n", "utf-8")
    [finding] = verify(folder).findings
    assert (finding.what, finding.parts[0]) == ("counts", "paraphrase.passed is another by the questions")


@pytest.mark.parametrize(
    "line", ["{", "[]", '{"id": "a", "reply": 1, "model": "m"}', '{"id": "a", "reply": "x"}']
)
def test_a_line_that_is_no_reply_is_refused(line: str, tmp_path: Path) -> None:
    path = tmp_path / "replies.jsonl"
    path.write_text(f"{reply_line('b', Reply('m', 'x'))}\n{line}\n", "utf-8")
    with pytest.raises(CocoaError, match="a line is no reply") as raised:
        read_replies([path])
    assert raised.value.place is not None
    assert raised.value.place.line == 2


def test_two_replies_to_one_task_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "replies.jsonl"
    path.write_text("".join(f"{reply_line('b', Reply('m', text))}\n" for text in "xy"), "utf-8")
    with pytest.raises(CocoaError, match="differ"):
        read_replies([path, path])


def test_what_is_asked_condition_by_condition_is_refused(tmp_path: Path) -> None:
    hotels = cocoa_core.load_domain("hotels")
    hotels.write(tmp_path / "numbered", 5, ask="broken")
    with pytest.raises(UsageError, match="cannot be said in other words"):
        Paraphrasing(read_dataset(tmp_path / "numbered"))


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ("Sure!\n**Request:** A room, please.", "A room, please."),
        ("Request: no\nRequest: `A room.`\n", "A room."),
        ("> Request : A room.", "A room."),
        ("A room, please.", ""),
    ],
)
def test_what_a_reply_states(reply: str, said: str) -> None:
    assert stated(reply, "writer") == said
