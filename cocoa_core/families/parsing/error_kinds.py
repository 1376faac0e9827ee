"""Classifies wrong forms by the way that they differ from the right one."""

from __future__ import annotations

from collections import Counter
from typing import Final, TypeAlias

from cocoa_core.errors import MismatchError
from cocoa_core.families.parsing.forms import RECOGS, Conjunct, Form, variables

ERROR_KINDS: Final = {
    "no form": "the text cannot be read",
    "other variables": "every conjunct is right but for its variables",
    "merged variables": "a variable stands for two things",
    "missing conjunct": "something is left out, the rest is right",
    "extra conjunct": "something is added, the rest is right",
    "wrong role": "conjuncts are right but for agent, theme, recipient, ccomp or xcomp",
    "subject's phrase at object": "a phrase or clause of the subject modifies another noun",
    "phrase elsewhere": "a phrase or clause modifies another noun",
    "wrong word": "conjuncts are right but for nouns, names or verbs",
    "several": "more than one of these, or another word alone",
}
"""Each kind of error, in the order in which they are tried."""

_Fact: TypeAlias = tuple[str, ...]


def error_kind(gold: str, predicted: str) -> str:
    """Returns the kind of a wrong prediction, one of `ERROR_KINDS`; both texts are in the notation of ReCOGS.

    Raises:
        MismatchError: the gold text is no form.
    """
    gold_form = RECOGS.read(gold)
    try:
        predicted_form = RECOGS.read(predicted)
    except MismatchError:
        return "no form"
    if not (isinstance(gold_form, Form) and isinstance(predicted_form, Form)):
        return "several"
    gold_facts, predicted_facts = _facts(gold_form), _facts(predicted_form)
    if gold_facts == predicted_facts:
        merged = len(set(variables(predicted_form))) < len(set(variables(gold_form)))
        return "merged variables" if merged else "other variables"
    if _most_names(predicted_form) > max(1, _most_names(gold_form)):
        return "merged variables"
    if not predicted_facts - gold_facts:
        return "missing conjunct"
    if not gold_facts - predicted_facts:
        return "extra conjunct"
    if _without_roles(gold_facts) == _without_roles(predicted_facts):
        return "wrong role"
    moved = [fact for fact in gold_facts - predicted_facts if fact[0] == "modifier"]
    predicted_heads = {
        (fact[1], fact[3]): fact[2] for fact in predicted_facts - gold_facts if fact[0] == "modifier"
    }
    heads = {fact[2] for fact in moved if (fact[1], fact[3]) in predicted_heads}
    if heads & _subjects(gold_form):
        return "subject's phrase at object"
    if heads and all(
        fact[0] == "modifier" for fact in (gold_facts - predicted_facts) + (predicted_facts - gold_facts)
    ):
        return "phrase elsewhere"
    wordless = Counter(_without_words(gold_form)), Counter(_without_words(predicted_form))
    return "wrong word" if wordless[0] == wordless[1] else "several"


def _names(form: Form) -> dict[int, list[str]]:
    """Returns the predicates that each variable has alone, in alphabetical order."""
    names: dict[int, list[str]] = {variable: [] for variable in variables(form)}
    for conjunct in (*form.nouns, *form.body):
        if len(conjunct.args) == 1:
            names[conjunct.variable].append(f"{'* ' * conjunct.definite}{conjunct.path[0]}")
    return {variable: sorted(predicates) for variable, predicates in names.items()}


def _most_names(form: Form) -> int:
    return max(map(len, _names(form).values()))


def _facts(form: Form) -> Counter[_Fact]:
    """Returns the conjuncts, with each variable replaced by its predicates."""
    names = {variable: " & ".join(predicates) for variable, predicates in _names(form).items()}
    facts: Counter[_Fact] = Counter(
        ("thing", name) for predicates in _names(form).values() for name in predicates
    )
    for conjunct in form.body:
        if len(conjunct.args) == 2:
            kind = "role" if _is_role(conjunct) else "modifier"
            facts[kind, " . ".join(conjunct.path), *(names[int(arg)] for arg in conjunct.args)] += 1
    return facts


def _without_roles(facts: Counter[_Fact]) -> Counter[_Fact]:
    result: Counter[_Fact] = Counter()
    for fact, count in facts.items():
        result[("role", *fact[2:]) if fact[0] == "role" else fact] += count
    return result


def _without_words(form: Form) -> list[_Fact]:
    """Returns the conjuncts without words, variables numbered in their order."""
    numbers: dict[int, str] = {}
    for variable in variables(form):
        numbers.setdefault(variable, str(len(numbers)))
    facts: list[_Fact] = [("thing", numbers[noun.variable]) for noun in form.nouns]
    for conjunct in form.body:
        kind = conjunct.path[0] if len(conjunct.args) == 2 else "event"
        facts.append((kind, *(numbers[int(arg)] for arg in conjunct.args)))
    return facts


def _is_role(conjunct: Conjunct) -> bool:
    return len(conjunct.path) == 1 and len(conjunct.args) == 2


def _subjects(form: Form) -> set[str]:
    """Returns the agents, and the themes of events that have no agent."""
    names = {variable: " & ".join(own) for variable, own in _names(form).items()}
    roles = [conjunct for conjunct in form.body if _is_role(conjunct)]
    events_with_agent = {conjunct.variable for conjunct in roles if conjunct.path == ("agent",)}
    return {
        names[int(conjunct.args[1])]
        for conjunct in roles
        if conjunct.path == ("agent",)
        or (conjunct.path == ("theme",) and conjunct.variable not in events_with_agent)
    }
