"""Proposes wordings for rules.yaml from rewrites that passed, if the grammar with them has one reading.

That they mean what they say is only the readers' judgement: a person decides. What is proved is that the
grammar reads nothing else from them.
"""

from __future__ import annotations

import io
import json
import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from attrs import define, evolve, frozen
from ruamel.yaml import YAML

from cocoa_core.domain import Domain, Noun, Rule, Wording
from cocoa_core.errors import CocoaError
from cocoa_core.families.selection.explanation import grounded
from cocoa_core.families.selection.prompting.sentences import means
from cocoa_core.families.selection.record import LiteralRecord, Question
from cocoa_core.grouping import grouped
from cocoa_core.language import Realizer, Wordings
from cocoa_core.lexicon import HEADS
from cocoa_core.loading import RULES, read_definition
from cocoa_core.paraphrasing.rounds import Rewrite
from cocoa_core.seeds import seed_of

_MOST_LITERALS: Final = 8
"""The most literals of a rule that are said in a proposed wording, with their negations, and read again."""
_SENTENCE: Final = re.compile(r"(?<=\.) ")
_VERB: Final = re.compile(r"[a-z]+")
_SUBJECT: Final = r"(?P<subject>(?:the|my|its) [a-z][a-z -]{1,40})"

Demand = tuple[LiteralRecord, Question]
"""A literal, and the question that demands it."""


@define
class Proposal:
    """A wording for a rule."""

    slot: str
    rule: str
    key: str
    """`say` or `want`."""
    wording: Mapping[str, Any]
    """The wording as rules.yaml has it."""
    example: str
    """A sentence with it."""
    passed: int = 0
    """How many rewrites have it."""


def proposals_of(rewrites: Iterable[Rewrite], domain: Domain) -> list[Proposal]:
    """Returns wordings of single literals in passed rewrites that no rule has, the most frequent first.

    A proposal is kept if the domain's rules can be loaded with it, if its sentence has one reading, and if
    other literals of the rule and their negations in this wording have one reading, which is the literal
    itself.
    """
    miner = _Miner(domain)
    proposals: dict[str, Proposal | None] = {}
    passed = [rewrite for rewrite in rewrites if rewrite.passed]
    literals_by_rule = grouped(
        (literal.rule, (literal, rewrite.subject.question))
        for rewrite in passed
        for literal in _alone(rewrite.subject.question)
    )
    for rewrite in passed:
        question, last = rewrite.subject.question, rewrite.rounds[-1].text
        counted: set[str] = set()
        for sentence in (text for line in last.split("\n") for text in _SENTENCE.split(line)):
            for literal in _alone(question):
                for proposal in miner.candidates(literal, sentence):
                    name = json.dumps([proposal.rule, proposal.key, proposal.wording])
                    if name not in proposals:
                        proved = miner.proves(proposal, literal, question, literals_by_rule[literal.rule])
                        proposals[name] = proposal if proved else None
                    accepted = proposals[name]
                    if accepted is not None and name not in counted:
                        counted.add(name)
                        accepted.passed += 1
    kept = [proposal for proposal in proposals.values() if proposal is not None]
    return sorted(kept, key=lambda entry: (-entry.passed, entry.slot, entry.rule, entry.example))


def proposals_text(proposals: Sequence[Proposal]) -> str:
    """Returns a fragment in the form of rules.yaml, whose lists are to be added to those of the rules."""
    lines = [
        "# Wordings that two readers understood, and that the grammar reads in one way. Add those that you",
        "# would say yourself to the lists of the rules; then call cocoa check-domain.",
        "rules:",
    ]
    keys = ("", "", "")
    for proposal in sorted(proposals, key=lambda entry: (entry.slot, entry.rule, entry.key)):
        before, keys = keys, (proposal.slot, proposal.rule, proposal.key)
        heads = (f"  {proposal.slot}:", f"    - id: {proposal.rule}", f"      {proposal.key}:")
        lines += [head for level, head in enumerate(heads, 1) if before[:level] != keys[:level]]
        often = "once" if proposal.passed == 1 else f"{proposal.passed} times"
        lines.append(f"        # passed {often}: {proposal.example}")
        lines.append(f"        - {json.dumps(proposal.wording, ensure_ascii=False)}")
    return "\n".join(lines if proposals else [*lines[:2], "rules: {}"]) + "\n"


def _alone(question: Question) -> Iterator[LiteralRecord]:
    return (term[0] for term in question.requirement.terms if len(term) == 1)


@frozen(eq=False)
class _Miner:
    domain: Domain

    def candidates(self, literal: LiteralRecord, sentence: str) -> Iterator[Proposal]:
        """Yields wordings by which a sentence could state the literal as a demand."""
        rule = next((rule for rule in self.domain.rules if rule.id == literal.rule), None)
        if rule is None or any(wording.item for wording in rule.say) or not sentence.endswith("."):
            return
        body = sentence[:-1]
        body = body if body.startswith(("I ", "I'")) else body[:1].lower() + body[1:]
        for keys, key, rest in _headed(body):
            for comparison, noun in self._comparisons(rule, literal):
                for before, after in _around(rest, comparison):
                    wording: dict[str, Any] = dict(keys)
                    if key == "say" and "verb" not in wording:
                        wording["verb"], _, before = before.partition(" ")
                        if not _VERB.fullmatch(wording["verb"]):
                            continue
                    wording |= {name: text for name, text in (("before", before), ("after", after)) if text}
                    if noun is not None:
                        wording["noun"] = {"one": noun.one, "many": noun.many}
                    if wording:
                        yield Proposal(literal.slot, rule.id, key, wording, sentence)

    def _comparisons(self, rule: Rule, literal: LiteralRecord) -> set[tuple[str, Noun | None]]:
        """Returns the texts that the grammar puts between a wording's words, each with the counted noun."""
        result: set[tuple[str, Noun | None]] = set()
        for noun in {*(wording.noun for wording in rule.say), *(thing.noun for thing in rule.want)}:
            bare = evolve(rule, say=(Wording("be", "is", noun=noun),), also=(), want=())
            wordings = Wordings(evolve(self.domain, rules=(bare,)))
            grounded_literal = grounded(self.domain.schema, literal)
            for choice in wordings.choices(grounded_literal, "cond", affirmative=True):
                rests = (wordings.rest(choice.frame, phrase, grounded_literal) for phrase in choice.phrases)
                result.update((rest, noun) for rest in rests)
        return result

    def proves(
        self,
        proposal: Proposal,
        literal: LiteralRecord,
        question: Question,
        others: Sequence[Demand],
    ) -> bool:
        """Returns whether the grammar with the wording reads its sentence, and its own ones, in one way.

        Args:
            others: literals of the rule in other questions.
        """
        if means(proposal.example, question, (literal,), self.domain):
            return False  # the grammar has these words
        files = {**self.domain.files, RULES: _with_wording(self.domain.files[RULES], proposal)}
        try:
            schema, rules, inert = read_definition(files, self.domain.folder)
        except CocoaError:
            return False
        wider = evolve(self.domain, schema=schema, rules=rules, inert=inert, files=files)
        [rule] = [rule for rule in rules if rule.id == proposal.rule]
        if not means(proposal.example, question, (literal,), wider):
            return False
        only_new: dict[str, Any] = (
            {"want": rule.want[-1:]} if proposal.key == "want" else {"say": rule.say[-1:], "want": ()}
        )
        new = evolve(rule, also=(), **only_new)
        alone = Realizer(evolve(wider, rules=tuple(new if other.id == rule.id else other for other in rules)))
        rng = random.Random(seed_of("wording", proposal.example))
        for other_literal, other_question in others[:_MOST_LITERALS]:
            for positive in (True, False):
                signed = evolve(other_literal, positive=positive)
                try:
                    text = alone.sentence((grounded(self.domain.schema, signed),), rng)
                except LookupError:
                    continue
                if not means(text, other_question, (signed,), wider):
                    return False
        return True


def _headed(body: str) -> Iterator[tuple[dict[str, Any], str, str]]:
    """Yields the ways in which a sentence can begin as a demand, by the lexicon.

    A way consists of the keys of a wording that the beginning gives, the list in which it belongs, and the
    rest of the sentence.
    """
    subjects: Mapping[str, dict[str, Any]] = {
        "it": {},
        "I": {"subject": "I"},
        "there": {"subject": "there"},
        "one": {},
        "many": {},
        "thing": {},
    }
    for (person, negated), heads in HEADS.items():
        if negated or person not in subjects:
            continue
        for head in heads:
            pattern = re.escape(head.words).replace(re.escape("{s}"), _SUBJECT)
            match = re.fullmatch(rf"{pattern} (?P<rest>.+)", body)
            if match is None or head.tail == "denied":
                continue
            keys = {**match.groupdict(), **subjects[person]}
            rest = keys.pop("rest")
            if person in ("one", "many") and _plural(keys["subject"]) != (person == "many"):
                continue
            if person == "many":
                keys["plural"] = True
            if head.tail == "thing" and rest.startswith("to "):
                continue
            if head.tail == "rest":
                keys["verb"] = "be"
            yield keys, "want" if head.tail == "thing" else "say", rest


def _plural(subject: str) -> bool:
    return subject.endswith("s") and not subject.endswith("ss")


def _around(rest: str, comparison: str) -> Iterator[tuple[str, str]]:
    """Yields the texts before and after each occurrence of the comparison; all is before an empty one."""
    if not comparison:
        yield rest, ""
        return
    for match in re.finditer(rf"(?<!\S){re.escape(comparison)}(?!\S)", rest):
        yield rest[: match.start()].strip(), rest[match.end() :].strip()


def _with_wording(rules: bytes, proposal: Proposal) -> bytes:
    yaml = YAML()
    yaml.preserve_quotes = True
    yaml.width = 100_000
    tree = yaml.load(rules.decode())
    [rule] = [rule for rule in tree["rules"][proposal.slot] if rule["id"] == proposal.rule]
    rule.setdefault(proposal.key, []).append(dict(proposal.wording))
    out = io.BytesIO()
    yaml.dump(tree, out)
    return out.getvalue()
