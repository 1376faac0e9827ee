"""What a domain's rules let a clause say: for every beginning (subject and verb), the endings it may have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from attrs import define, field, frozen

from cocoa_core.errors import FindingsError, Place
from cocoa_core.language.phrases import BE_COMPARISONS, COMPARISONS, LIMITING, LIMITING_ENDS, NO_NOUN
from cocoa_core.verification.fixes import RESTORE
from cocoa_core.verification.patterns import Pattern, fold
from cocoa_core.verification.rule_reading import FixedWords, Rule, Words
from cocoa_core.verification.semantics import OPPOSITE, Literal
from cocoa_core.verification.slots import Slot
from cocoa_core.verification.verbs import HAVE_TO, ROLES, beginnings

__all__ = ["Beginnings", "Ending", "Lexicon", "lexicon_of"]

_MOST_CLAUSES: Final = 100_000
_OTHER_ITEMS: Final = {"each": "any", "any": "each"}


@frozen(cache_hash=True)
class Ending:
    """What may follow a subject and verb, and what the clause then says.

    slot, over, test, positive: of the literal; args: those that the words imply, or None where they are read
    denied: the verb is negated. limiting: it states a limit, so nothing is allowed with it ("can")
    """

    pattern: Pattern
    slot: str
    over: str | None
    test: str
    positive: bool
    args: tuple[str | bool | int, ...] | None
    denied: bool
    limiting: bool


@define
class Beginnings:
    """Beginnings of clauses, folded, with the endings that may follow.

    longest: words of the longest beginning. added: endings so far, those that stand twice included.

    Every ending stands with the fixed words that it begins and ends with, for a cheap look ahead.
    """

    endings: dict[str, dict[Ending, tuple[str, str]]] = field(factory=dict)
    longest: int = 0
    added: int = 0

    def add(self, words: str, ending: Ending) -> None:
        """Let an ending follow these words."""
        fixed = ending.pattern.words
        self.endings.setdefault(fold(words), {})[ending] = fixed[0], fixed[-1]
        self.longest = max(self.longest, words.count(" ") + 1)
        self.added += 1
        if self.added > _MOST_CLAUSES:
            raise FindingsError(
                "the rules have too many wordings to be read",
                got=f"more than {_MOST_CLAUSES:,} clauses of one kind",
                fix=RESTORE,
                place=Place("domain/rules.yaml"),
            )


@frozen(eq=False)
class Lexicon:
    """roles: beginnings by role of a clause. shared: bare verbs by the subject with "has to" before them."""

    roles: dict[str, Beginnings]
    shared: dict[str, Beginnings]


@frozen
class _Said:
    """What a rule can say: a test, with `denied` where it has no test of its own for the opposite."""

    over: str | None
    test: str
    denied: bool


def lexicon_of(rules: Iterable[Rule], slots: Mapping[str, Slot]) -> Lexicon:
    """Every clause that the rules' words allow; FindingsError where they are more than can be kept."""
    lexicon = Lexicon({role: Beginnings() for role in ROLES if role != "vp"}, {})
    for rule in rules:
        for said in dict.fromkeys(_sayable(rule)):
            for words in rule.say:
                _add_words(lexicon, slots[rule.slot], said, words)
        for fixed in rule.also:
            _add_fixed(lexicon, fixed)
    return lexicon


def _sayable(rule: Rule) -> Iterator[_Said]:
    for test in sorted(rule.tests):
        if test in OPPOSITE:
            yield _Said(rule.over, test, False)
            yield _Said(_OTHER_ITEMS.get(rule.over or "", rule.over), OPPOSITE[test], False)
        else:
            named = "any" if test == "none" else test
            yield _Said(rule.over, named, False)
            yield _Said(rule.over, named, True)


def _add_words(lexicon: Lexicon, slot: Slot, said: _Said, words: Words) -> None:
    person, denied = words.person, said.denied
    if person == "item":
        quantified = _quantified(slot, said)
        if quantified is None:
            return
        person, denied = quantified
    for template, args in _templates(slot, said, words):
        ending = Ending(
            pattern=Pattern.of(" ".join(part for part in (words.before, template, words.after) if part)),
            slot=slot.name,
            over=said.over,
            test=said.test,
            positive=not said.denied,
            args=args,
            denied=denied,
            limiting=template.startswith(LIMITING) or template.endswith(LIMITING_ENDS),
        )
        _add(lexicon, person, words.subject, words.verb, words.third, ending)


def _quantified(slot: Slot, said: _Said) -> tuple[str, bool] | None:
    """Which items a clause speaks of (`every`, `some`, `no`), and whether its verb is denied."""
    if slot.kind == "list":
        return {"each": ("every", False), "any": ("some", False)}.get(said.over or "")
    if said.test == "only":
        return ("some", True) if said.denied else ("every", False)
    if said.test == "any":
        return ("no" if said.denied else "some"), False
    return None


def _templates(slot: Slot, said: _Said, words: Words) -> Iterator[tuple[str, tuple[int | bool, ...] | None]]:
    """Comparison phrases with the arguments they imply, None where they name them."""
    family = _family(slot, said.over)
    implied: tuple[int | bool, ...] | None = None
    templates = COMPARISONS[family].get(said.test, ())
    if words.verb == "be":
        templates += BE_COMPARISONS.get(family, {}).get(said.test, ())
    if family == "relative":
        reference = slot.numbers.relative_to if slot.numbers else ""
        templates, implied = tuple(one.replace("{ref}", reference) for one in templates), (0,)
    elif family == "boolean":
        implied = (True,)
    for template in templates:
        for noun in dict.fromkeys((words.one, words.many) if "{noun}" in template else ("",)):
            yield template.replace("{noun}", noun).replace("{nouns}", words.many), implied
    if family == "count" and said.test == "less":
        yield NO_NOUN.replace("{nouns}", words.many), (1,)


def _family(slot: Slot, over: str | None) -> str:
    """The row of the lexicon for comparisons of the slot."""
    if over == "count":
        return "count"
    numbers = slot.numbers
    if numbers is None:
        return slot.kind
    if numbers.look == "clock":
        return "clock with day" if numbers.days else "clock"
    if numbers.look == "quantity":
        by_unit = numbers.unit if numbers.unit in ("count", "year") else "amount"
        return "relative" if numbers.relative_to else by_unit
    return numbers.look


def _add_fixed(lexicon: Lexicon, fixed: FixedWords) -> None:
    literal: Literal = fixed.literal
    for denied in (False, True):
        ending = Ending(
            pattern=Pattern((fold(fixed.complement),), ()),
            slot=literal.slot,
            over=literal.over,
            test=literal.test,
            positive=literal.positive != denied,
            args=literal.args,
            denied=denied,
            limiting=False,
        )
        _add(lexicon, "it", "it", fixed.verb, fixed.third, ending)


def _add(lexicon: Lexicon, person: str, subject: str, verb: str, third: str, ending: Ending) -> None:
    for role, table in lexicon.roles.items():
        if role == "can" and ending.limiting:
            continue
        for words in beginnings(role, person, subject, verb, third, ending.denied):
            table.add(words, ending)
    if person in HAVE_TO:
        table = lexicon.shared.setdefault(fold(f"{subject} {HAVE_TO[person]}"), Beginnings())
        for words in beginnings("vp", person, subject, verb, third, ending.denied):
            table.add(words, ending)
