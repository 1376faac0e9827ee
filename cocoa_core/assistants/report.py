"""Reports a run: the worst conditions first, and what changed since an earlier run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from cocoa_core.assistants.conditions import FailureCondition, conditions_of, worst_conditions
from cocoa_core.assistants.gates import Gate, rates_of
from cocoa_core.assistants.running import DELIVERIES, ERROR, RIGHT, SKIPPED, WRONG, CaseOutcome
from cocoa_core.assistants.shrinking import SmallFailure
from cocoa_core.atomic_files import write_whole
from cocoa_core.errors import UsageError
from cocoa_core.families.selection.targeting.case import CASE_KINDS, Case
from cocoa_core.grouping import grouped
from cocoa_core.text import visible

_MOST_ERRORS: Final = 0.1
"""The share of cases without a reply above which a run says nothing of the assistant."""
_NAMED: Final = 3
"""The most newly failing cases that a terminal names; the report has all."""
_SMALL: Final = 10
"""The most smallest requests that a report shows."""
_LISTED: Final = 200
"""The most wrong cases that a page lists; results.jsonl has all."""


@frozen
class RunComparison:
    """The differences between a run and an earlier one, case by case."""

    failing: tuple[str, ...]
    """The cases that were right, and are wrong or have no reply."""
    passing: tuple[str, ...]
    """The cases that were wrong and are right."""
    both: int
    """The number of cases with a verdict in the earlier run that were asked in the later one."""
    gone: int
    """The number of cases with a verdict in the earlier run that were not asked in the later one."""
    new: int
    """The number of cases with a verdict in the later run only."""
    unanswered: tuple[str, ...] = ()
    """The cases of `failing` that have no reply."""


def compared(before: Sequence[CaseOutcome], after: Sequence[CaseOutcome]) -> RunComparison:
    """Returns how the verdicts of two runs differ. A case is compared by the same delivery.

    A case that was right fails newly if it has no reply: whoever waits for one has no answer either.
    """
    old = {outcome.name: outcome.outcome == RIGHT for outcome in before if outcome.judged}
    asked = [outcome for outcome in after if outcome.outcome != SKIPPED]
    both = [outcome for outcome in asked if outcome.name in old]
    failing = [outcome for outcome in both if old[outcome.name] and outcome.outcome != RIGHT]
    return RunComparison(
        tuple(outcome.name for outcome in failing),
        tuple(outcome.name for outcome in both if not old[outcome.name] and outcome.outcome == RIGHT),
        len(both),
        len(old) - len(both),
        sum(outcome.judged and outcome.name not in old for outcome in asked),
        tuple(outcome.name for outcome in failing if outcome.outcome == ERROR),
    )


def check_comparable(before: Sequence[CaseOutcome], cases: Sequence[Case], deliveries: Sequence[str]) -> None:
    """Refuses an earlier run that has none of the cases: nothing could ever fail newly.

    Raises:
        UsageError: there is no case, said in the same way, of which the earlier run has a verdict.
    """
    judged = {(outcome.id, outcome.delivery) for outcome in before if outcome.judged}
    if not any((case.id, delivery) in judged for case in cases for delivery in deliveries):
        raise UsageError(
            "the baseline has no verdict on any of these cases",
            got=f"{len(before)} other results",
            expected="a run of the same cases, by --delivery as now",
            fix="give the --seed and catalogue of that run, or --keep-cases after `cocoa refresh`",
        )


@frozen(eq=False)
class TargetReport:
    """A run and what follows from it."""

    cases: Sequence[Case]
    outcomes: Sequence[CaseOutcome]
    gates: Sequence[Gate]
    facts: Mapping[str, str]
    """Domain, digest, seed, target and version, for the reader."""
    small: Sequence[SmallFailure] = ()
    """The smallest requests that still fail."""
    comparison: RunComparison | None = None
    """The comparison with an earlier run; None where none was named."""
    no_regression: bool = False
    """Whether newly failing cases make the run fail."""
    changed_keys: Sequence[str] | None = None
    """The ids of kept cases whose keys changed with the catalogue; None where no cases were kept."""

    @property
    def conditions(self) -> list[FailureCondition]:
        """All conditions, the worst first."""
        return conditions_of(self.cases, self.outcomes)

    @property
    def rates(self) -> Mapping[str, float]:
        """The shares by name, as in `rates_of`."""
        return rates_of(self.outcomes)

    @property
    def failed_gates(self) -> list[Gate]:
        """The gates that are not met."""
        return [gate for gate in self.gates if not gate.met(self.rates)]

    @property
    def exit_code(self) -> int:
        """0 if the gates are met; 1 if one is not, or if a case newly fails where that counts; 3 if there are
        too few replies.
        """
        asked = [outcome for outcome in self.outcomes if outcome.outcome != SKIPPED]
        errors = sum(outcome.outcome == ERROR for outcome in asked)
        if errors > _MOST_ERRORS * len(asked) or not any(outcome.judged for outcome in asked):
            return 3
        regressed = self.no_regression and self.comparison is not None and self.comparison.failing
        return 1 if regressed or self.failed_gates else 0

    def count(self, outcome: str) -> int:
        """Returns how many cases have this outcome."""
        return sum(case_outcome.outcome == outcome for case_outcome in self.outcomes)

    def newly_failing(self) -> list[tuple[CaseOutcome, str]]:
        """Returns the newly failing cases, each with the reason."""
        by_name = {outcome.name: outcome for outcome in self.outcomes}
        reasons = []
        for name in self.comparison.failing if self.comparison is not None else ():
            outcome = by_name[name]
            reason = "no reply: " * (outcome.outcome == ERROR) + "".join(outcome.problems[:1])
            if outcome.id in (self.changed_keys or ()):
                reason += " (its key changed with the catalogue)"
            reasons.append((outcome, reason))
        return reasons

    def lines(self) -> list[str]:
        """Returns the lines for a terminal, the worst conditions first."""
        if not any(outcome.judged for outcome in self.outcomes):
            return [f"no reply to judge{self._unjudged()}"]
        worst, wrong = worst_conditions(self.conditions), self.count(WRONG)
        lines = [f"{number}. {condition.line()}" for number, condition in enumerate(worst, 1)]
        if wrong and not any(outcome.rows or outcome.unread for outcome in self.outcomes if outcome.judged):
            # its conditions would be those of the cases that some row fits
            lines = ["every reply says that nothing fits, whatever is asked"]
        elif not worst:
            lines = [
                "no condition stands out among those that go wrong" if wrong else "no condition goes wrong"
            ]
        judged = self.count(RIGHT) + self.count(WRONG)
        lines.append(f"right: {self.count(RIGHT)} of {judged} cases" + self._unjudged())
        if error := next((outcome for outcome in self.outcomes if outcome.outcome == ERROR), None):
            lines.append(f"no reply to {error.name}: {''.join(error.problems[:1])}")
        kinds = {outcome.kind for outcome in self.outcomes}
        absent = ", ".join(kind for kind in CASE_KINDS if kind not in kinds)
        lines.append(f"by kind: {self._shares(CASE_KINDS)}{f'; no case of: {absent}' * bool(absent)}")
        if len({outcome.delivery for outcome in self.outcomes if outcome.judged}) > 1:
            lines.append(f"by delivery: {self._shares(DELIVERIES)}")
        most = max((outcome.tries for outcome in self.outcomes), default=1)
        if most > 1:
            lines.append(f"of single tries {self.rates['tries']:.0%} are right; a case is, if all {most} are")
        unread = [outcome.name for outcome in self.outcomes if outcome.unread and outcome.judged]
        if unread:
            number = "1 reply names" if len(unread) == 1 else f"{len(unread)} replies name"
            digits = all(row.isdecimal() for case in self.cases for row in case.rows)
            hint = "; ids of digits alone are read from a list `rows`, not from text" * digits
            lines.append(f"unread: {number} nothing that can be read as a row{hint}")
        if self.small:
            first = self.small[0]
            conditions = "', '".join(first.conditions)
            change = f" after '{first.case.history[-1].text}'" if first.case.history else ""
            problems = "; ".join(first.outcome.problems[:1])
            lines.append(f"fails already on: '{conditions}'{change} ({problems})")
        if self.changed_keys is not None:
            lines.append(f"keys: {len(self.changed_keys)} of {len(self.cases)} changed with the catalogue")
        if self.comparison is not None:
            silent = len(self.comparison.unanswered)
            among = f" ({silent} without a reply)" * bool(silent)
            lines.append(
                f"newly failing: {len(self.comparison.failing)}{among}, newly passing: "
                f"{len(self.comparison.passing)}, of {self.comparison.both} cases in both runs"
                f"{self._unpaired(self.comparison)}"
            )
            failing = self.newly_failing()
            lines += [f"newly failing {outcome.name}: {reason}" for outcome, reason in failing[:_NAMED]]
            if failing[_NAMED:]:
                lines.append(f"newly failing: {len(failing) - _NAMED} more, see report.md")
        lines += [f"gate {gate.text}: {self._state(gate)}" for gate in self.gates]
        return lines

    def _state(self, gate: Gate) -> str:
        if gate.rate not in self.rates:
            return "met (there is no such case)"
        return f"{'met' if gate.met(self.rates) else 'FAILED'} ({gate.rate} is {self.rates[gate.rate]:.3f})"

    def _shares(self, parts: Sequence[str]) -> str:
        rates = self.rates
        return ", ".join(f"{part} {rates[name]:.0%}" for part in parts if (name := f"right.{part}") in rates)

    @staticmethod
    def _unpaired(comparison: RunComparison) -> str:
        """Returns how many cases have a verdict in one run only; empty where there are none."""
        return _counts((comparison.gone, "in the earlier run only"), (comparison.new, "in this run only"))

    def _unjudged(self) -> str:
        """Returns how many cases have no reply, or no key any more; empty where there are none."""
        return _counts((self.count(ERROR), "without a reply"), (self.count(SKIPPED), "without a key by now"))

    def to_json(self) -> dict[str, Any]:
        """Returns the object that `--json` prints."""
        result = {
            **dict(self.facts),
            "exit_code": self.exit_code,
            "cases": len(self.outcomes),
            "outcomes": {name: self.count(name) for name in (RIGHT, WRONG, ERROR, SKIPPED)},
            "rates": {name: round(rate, 4) for name, rate in self.rates.items()},
            "gates": [{"gate": gate.text, "met": gate.met(self.rates)} for gate in self.gates],
            "worst": [worst_condition.to_json() for worst_condition in worst_conditions(self.conditions, 10)],
            "smallest": [failure.to_json() for failure in self.small],
            "unread": [outcome.name for outcome in self.outcomes if outcome.unread],
        }
        if self.changed_keys is not None:
            result["changed_keys"] = list(self.changed_keys)
        if self.comparison is not None:
            result["baseline"] = {
                "newly_failing": list(self.comparison.failing),
                "without_reply": list(self.comparison.unanswered),
                "newly_passing": list(self.comparison.passing),
                "cases": self.comparison.both,
                "gone": self.comparison.gone,
                "new": self.comparison.new,
            }
        return result

    def markdown(self) -> str:
        """Returns the report in Markdown, for a job's summary."""
        lines = [f"# {_cell(self.facts['target'])} over {_cell(self.facts['domain'])}", ""]
        lines += [f"- {_cell(line)}" for line in self.lines()]
        lines += [
            "",
            "| condition | cases | wrong | share | other conditions | such as |",
            "|---|---|---|---|---|---|",
        ]
        lines += [
            f"| {_cell(f'{condition.facet} {condition.value}')} | {condition.cases} | {condition.failed} | "
            f"{condition.failed / condition.cases:.0%} | {condition.others:.0%} | "
            f"{_cell('; '.join(condition.examples[:1]))} |"
            for condition in self.conditions
            if condition.failed
        ]
        if self.small:
            lines += ["", "## Smallest requests that still fail", ""]
            for failure in self.small[:_SMALL]:
                lines.append(f"- {_cell(failure.said)} — {_cell('; '.join(failure.outcome.problems[:2]))}")
        if failing := self.newly_failing():
            lines += ["", "## Newly failing", ""]
            lines += [
                f"- {outcome.name}: {_cell(outcome.request)} — {_cell(reason)}" for outcome, reason in failing
            ]
        return "\n".join(lines) + "\n"


def _counts(*parts: tuple[int, str]) -> str:
    return "".join(f"; {number} {words}" for number, words in parts if number)


def _cell(text: str) -> str:
    """Returns the text on one line, with every sign escaped that is markup in Markdown."""
    shown = " ".join(visible(text).split())
    return "".join(f"\\{sign}" if sign in "\\`*_{}[]<>|#!" else sign for sign in shown)


def write_report(folder: Path, report: TargetReport) -> list[Path]:
    """Writes report.md, and report.html if jinja2 is installed, and returns their paths."""
    contents = {"report.md": report.markdown().encode()}
    if find_spec("jinja2"):
        contents["report.html"] = _page(report)
    for name, content in contents.items():
        write_whole(folder / name, content)
    return [folder / name for name in contents]


def _page(report: TargetReport) -> bytes:
    from cocoa_core.templates import templates_of

    wrong = [outcome for outcome in report.outcomes if outcome.outcome in (WRONG, ERROR)]
    by_id = {case.id: case for case in report.cases}
    page = templates_of(__package__).get_template("target.html")
    text = page.render(
        report=report,
        facts=report.facts,
        lines=report.lines(),
        conditions=[condition for condition in report.conditions if condition.failed],
        small=report.small[:_SMALL],
        failing=report.newly_failing(),
        wrong=[(by_id.get(outcome.id), outcome) for outcome in wrong[:_LISTED]],
        left_out=max(0, len(wrong) - _LISTED),
    )
    return text.encode()


def junit_xml(report: TargetReport) -> bytes:
    """Returns JUnit: a suite for each kind and delivery, with its cases failed, skipped or right."""
    from xml.etree import ElementTree

    root = ElementTree.Element("testsuites", name="cocoa test")
    suites = grouped(((outcome.kind, outcome.delivery), outcome) for outcome in report.outcomes)
    for (kind, delivery), suite_outcomes in suites.items():
        counts = {
            "tests": len(suite_outcomes),
            "failures": sum(outcome.outcome == WRONG for outcome in suite_outcomes),
            "errors": sum(outcome.outcome == ERROR for outcome in suite_outcomes),
            "skipped": sum(outcome.outcome == SKIPPED for outcome in suite_outcomes),
        }
        suite = ElementTree.SubElement(
            root,
            "testsuite",
            {"name": f"{kind} fit, {delivery}", **{name: str(number) for name, number in counts.items()}},
        )
        properties = ElementTree.SubElement(suite, "properties")
        for name, value in report.facts.items():
            ElementTree.SubElement(properties, "property", name=name, value=_xml(value))
        for outcome in suite_outcomes:
            case = ElementTree.SubElement(
                suite,
                "testcase",
                classname=f"cocoa.{delivery}.{kind}",
                name=_xml(f"{outcome.id} {outcome.request[:60]}"),
            )
            tag = {WRONG: "failure", ERROR: "error", SKIPPED: "skipped"}.get(outcome.outcome)
            if tag is not None:
                element = ElementTree.SubElement(case, tag, message=_xml("; ".join(outcome.problems[:1])))
                if tag != "skipped":
                    element.set("type", outcome.outcome)
                    element.text = _xml("\n".join([outcome.request, *outcome.problems]))
    ElementTree.indent(root)
    content: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return content + b"\n"


def _xml(text: str) -> str:
    """Returns the text without the control characters that XML cannot hold."""
    return "".join(sign for sign in visible(text) if sign in "\n\t" or sign >= " ")
