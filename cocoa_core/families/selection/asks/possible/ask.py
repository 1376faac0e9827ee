"""Asks whether any option at all could meet the request and, if not, which conditions clash."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from attrs import frozen

from cocoa_core.answers import Reading, Shape, YesNo
from cocoa_core.errors import SettingsError
from cocoa_core.families.selection.asking import (
    YES,
    Ask,
    ParsedPrompt,
    PromptText,
    UnreadablePromptError,
    pick_variant,
)
from cocoa_core.families.selection.asks.numbering import (
    listed_numbers,
    numbered_request,
    numbers,
    numbers_in,
    shown_conditions,
)
from cocoa_core.families.selection.generation.context import (
    DrawnQuestion,
    LabelledAnswer,
    QuestionSetSearch,
    Sets,
)
from cocoa_core.families.selection.record import Question
from cocoa_core.families.selection.settings import Settings
from cocoa_core.independent import StepBudgetExceededError, can_be_met

if TYPE_CHECKING:
    from cocoa_core.families.selection.asks.possible.clashing import ClashForm
    from cocoa_core.families.selection.generation.candidates import CandidatePool
    from cocoa_core.families.selection.generation.groups import Groups

_FORM_TRIES: Final = 12
"""Tries of a form of clash before the next form is drawn in its place: a domain with few values may have no
twins of one form. All forms together take 48 of the 60 tries after which a question is given up.
"""


@frozen
class Possible(Ask):
    """Asks about requests without options. Half of the requests can be met; each of the others holds one
    small clash.

    A request that can be met differs from one that clashes in the arguments of one literal. The record has
    rows that prove the answer: one that meets everything; or, for each condition of the clash, one that meets
    all the others.
    """

    name: str = "possible"
    mark: str = "The question is whether anything could meet all of them"
    figures: tuple[str, ...] = ("yes_or_no",)

    def refuse(self, settings: Settings) -> None:
        dials = [name for name in ("terms", "component", "degree", "near_misses") if getattr(settings, name)]
        if dials:
            raise SettingsError(
                f"the ask {self.name} has requests that are constructed around a clash",
                got=f"the dial {dials[0]}",
                expected="slots and wishes, which say how many further conditions there are",
                fix=f"leave out --{dials[0].replace('_', '-')}",
            )

    def options(self, settings: Settings) -> int:
        return 0

    def members(self, settings: Settings) -> int:
        return 1

    def balance_levels(self, settings: Settings) -> int:
        """Returns the number of forms of clash, each with the answers yes and no."""
        from cocoa_core.families.selection.asks.possible.clashing import FORMS

        return 2 * len(FORMS)

    def draw(self, search: QuestionSetSearch) -> Sets | None:
        """Returns a requirement that clashes or almost does: by the balance level, one of two drawn alike."""
        from cocoa_core.families.selection.asks.possible.clashing import FORMS, TwinDraw, printed_axioms
        from cocoa_core.families.selection.generation.violations import in_request_order
        from cocoa_core.families.selection.generation.wording import RequestSpec
        from cocoa_core.language import axiom_words

        source, plan, rng, failed = search.source, search.plan, search.rng, search.failed
        groups, [counted], [setting] = source.groups, search.rejections, plan.members
        pool = search.draw_pool()
        possible, first_form = not plan.balance_level % 2, plan.balance_level // 2
        forms = (*FORMS[first_form:], *FORMS[:first_form])
        form = next((form for form in forms if failed[_clash_of(form)] < _FORM_TRIES), forms[-1])
        further = max(setting.slots - 2, 0) + setting.wishes
        domain = groups.domain
        knowledge = domain.schema.derived_among(pool.usable()) if plan.settings.knowledge else ()
        twins = TwinDraw(pool, source.clashes, form, rng).draw(further, knowledge, counted)
        if twins is None:
            failed[_clash_of(form)] += 1
            return None
        clash = twins.possible if possible else twins.impossible
        # The twin is not put into words. This introduces no bias: none of 8,000 was refused for its words.
        rows = clash.witnesses
        spec = RequestSpec.of(search, pool, apart=True, plain=True, open_lists=True)
        request = source.wording.request(clash.draft, rows, spec, rng, counted)
        if request is None:
            failed["no wording"] += 1
            return None
        draft, request = in_request_order(clash.draft, request)
        slots = [literal.primitive.slot for term in draft.requirement for literal in term]
        axioms = printed_axioms(domain.schema, slots)
        number_of = {term: number for number, term in enumerate(draft.requirement, 1)}
        form_numbers = sorted(number_of[clash.draft.requirement[term]] for term in clash.form)
        based = {domain.schema.catalogue_slot(slot) for slot in slots}
        asked: dict[str, Any] = {
            "group": _group(groups, pool),
            "axioms": [axiom_words(domain.schema, axiom) for axiom in axioms],
            "about": [slot.label for slot in domain.schema.slots if slot.name in based],
            "form": form_numbers,
            "witnesses": [
                {
                    "without": 0 if possible else number_of[clash.draft.requirement[term]],
                    "shown": dict(zip(groups.labels, groups.look(pool.group.rows[row]), strict=True)),
                }
                for term, row in zip(clash.form, rows, strict=False)
            ],
        }
        asked["witnesses"].sort(key=lambda witness: witness["without"])
        return [[DrawnQuestion(pool=pool, request=request, draft=draft, asked=asked)]]

    def answer(self, drawn: DrawnQuestion, letters: Sequence[str], right: Sequence[str]) -> LabelledAnswer:
        can = any(witness["without"] == 0 for witness in drawn.asked["witnesses"])
        return LabelledAnswer(
            [YES] if can else [str(number) for number in drawn.asked["form"]], asked=drawn.asked
        )

    def request(self, question: Question) -> str:
        axioms = question.asked["axioms"]
        facts = "\n".join(["", "What always holds:", *(f"- {axiom}" for axiom in axioms)]) if axioms else ""
        return numbered_request(question) + ("\n" + facts if facts else "")

    def words(self, question: Question) -> PromptText:
        ways = (
            "Could any option at all meet every condition? If not, which conditions clash?",
            "Can all of these conditions be met at once? If not, which of them contradict each other?",
            "Is there anything that could meet them all? If not, which conditions cannot go together?",
        )
        return PromptText(
            shown="a request with numbered conditions",
            task="The question is whether anything could meet all of them, whatever there is on offer. If "
            "nothing could, name the conditions that clash: those without each of which the others could be "
            "met.",
            question=pick_variant(question, ways),
            method="Find out by looking for conditions that cannot all hold, or for an example that meets "
            "everything.",
            partial="Its solution is cut short.",
            now="Now answer the same for the following request.",
            listing="List the conditions, look for those that cannot hold together, and",
            step="Say in your own words what this condition asks for, and with which of the conditions so "
            "far it may clash.",
            decision="Use what you found to say whether anything could meet all of them, and",
            form='"yes", or "no" with the numbers of all conditions that clash:\nAnswer: yes\nor\n'
            "Answer: no: 1, 2",
        )

    def target_reply(self, question: Question) -> str:
        """Returns "yes", or "no" with the numbers: "no: 1, 3"."""
        return YES if question.key == [YES] else f"no: {', '.join(question.key)}"

    def conclusion(self, question: Question) -> str:
        about = question.asked["about"]
        rows = {witness["without"]: _row(witness["shown"], about) for witness in question.asked["witnesses"]}
        if 0 in rows:
            return f"This one would meet them all: {rows[0]}. So the answer is yes."
        alone = "; ".join(f"without condition {number}, this one: {row}" for number, row in rows.items())
        clash = listed_numbers(question.key)
        return (
            f"The {clash} cannot hold together. If one of them goes, the others can be met: {alone}. "
            f"So the answer is no: {', '.join(question.key)}."
        )

    def shape(self, question: Question) -> Shape:
        """Returns yes, or no with a set of numbers."""
        return YesNo(numbers(question))

    def metrics(self, question: Question, reading: Reading) -> Mapping[str, float]:
        """Returns `yes_or_no`: whether yes or no is right, whatever numbers are stated."""
        yes = question.key == [YES]
        return {"yes_or_no": float(reading.value is not None and (reading.value is True) == yes)}

    def reference_answer(self, prompt: ParsedPrompt, draw: random.Random) -> str | None:
        """Returns the conditions without each of which the others can be met, if all together cannot be met.

        A model that does not look at all of them says yes, since any single condition can be met. A model
        that errs says the opposite of what it found; in place of yes it says that the first two conditions
        clash.
        """
        numbers = numbers_in(prompt, 2)
        if not prompt.whole:
            return YES
        terms = [prompt.reader.sentence(text, {}) for text in shown_conditions(prompt.text)]
        can = _can_be_met(prompt, terms)
        if draw.random() < prompt.slips:
            return f"no: {', '.join(numbers[:2])}" if can else YES
        if can:
            return YES
        without = ([*terms[:index], *terms[index + 1 :]] for index in range(len(terms)))
        clash = [
            number for number, others in zip(numbers, without, strict=True) if _can_be_met(prompt, others)
        ]
        return f"no: {', '.join(clash)}"

    def random_answer(self, prompt: ParsedPrompt, draw: random.Random) -> str:
        numbers = numbers_in(prompt, 2)
        return YES if draw.random() < 0.5 else f"no: {', '.join(sorted(draw.sample(numbers, 2)))}"

    def chance(self, question: Question) -> float:
        """Returns 0.5: yes is right half of the time."""
        return 0.5


def _can_be_met(prompt: ParsedPrompt, conditions: Sequence[Sequence[Any]]) -> bool:
    """Returns whether anything meets all of these conditions."""
    try:
        result = can_be_met(prompt.reader.domain, [term for terms in conditions for term in terms])
    except StepBudgetExceededError:
        result = None
    if result is None:
        raise UnreadablePromptError("the conditions can be met in more ways than are gone through")
    return result


def _clash_of(form: ClashForm) -> str:
    return f"a clash of the form {form.name}"


def _group(groups: Groups, pool: CandidatePool) -> dict[str, str]:
    row = pool.group.rows[0]
    return {name: groups.show(name, row) for name in groups.domain.schema.group_by}


def _row(shown: Mapping[str, str], about: Sequence[str]) -> str:
    return ", ".join(f"{label}: {shown[label]}" for label in about)


POSSIBLE: Final = Possible()
