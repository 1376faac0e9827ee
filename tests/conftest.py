"""What tests of every folder may ask for."""

from __future__ import annotations

import functools
import gc
import importlib
import importlib.metadata
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import FrameType, MappingProxyType
from typing import Any, Final

import pytest
import toy_families
from browsing import launched
from hypothesis import HealthCheck, Phase, settings

from cocoa_core.domain import Domain
from cocoa_core.loading import DiscoveredDomain, find_domain

gc.set_threshold(50_000, 20, 20)
"""Garbage is collected less often: with Python's own 700 that takes 1.8 s of the 9.4 s of CPU in which tests
are found, and a tenth of what they take."""
_PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
"""No example is refused for its time: a loaded machine is no fault of the code."""
settings.register_profile("fixed", _PATIENT, derandomize=True, max_examples=20)
_FIXED_IN_CI: Final = settings(_PATIENT, derandomize=True, max_examples=40)
"""Where a fault of tests/mutants.py is not noticed in 40 examples, its test asks for more."""
settings.register_profile("mutants", _FIXED_IN_CI, phases=(Phase.explicit, Phase.generate))
settings.register_profile("all", _FIXED_IN_CI if "CI" in os.environ else _PATIENT)
settings.load_profile(os.environ.get("COCOA_TESTS", "fixed"))
# `make test` draws the same few examples every time, `make mutants` the same forty, and so does CI: what
# fails there was changed there. That a mutant fails is enough: how small it fails is not asked.
# `make test-all` by hand draws new ones.

importlib.metadata.packages_distributions = functools.cache(importlib.metadata.packages_distributions)
"""inspect looks through all installed packages in each of its runs, which takes 0.2 s of CPU."""


def _once_by_packages(read: Callable[..., Any]) -> Callable[..., Any]:
    """Reads the entry points of installed packages once a process: 0.02 s of CPU for each domain found.

    They are read anew where the path, or a package on it, is another: tests put packages of their own there.
    """
    kept: dict[object, Any] = {}

    def entry_points(**parameters: str) -> Any:
        names = (name for folder in sys.path if os.path.isdir(folder) for name in os.listdir(folder))
        key = (*sys.path, *sorted(name for name in names if name.endswith("-info")), *parameters.items())
        if key not in kept:
            kept[key] = read(**parameters)
        return kept[key]

    return entry_points


def _once(load: Callable[[str | Path], Domain]) -> Callable[[str | Path], Domain]:
    """Loads each domain of the repository once a process: 0.2 s of CPU each, and tests do it all the time.

    By working folder, since messages name files as seen from there.
    """
    root = Path(__file__).resolve().parents[1]
    kept: dict[tuple[DiscoveredDomain, Path], Domain] = {}

    def load_domain(name_or_path: str | Path) -> Domain:
        discovered = find_domain(name_or_path)
        if root not in discovered.folder.parents:
            return load(name_or_path)
        key = discovered, Path.cwd()
        if key not in kept:
            kept[key] = load(name_or_path)
        return kept[key]

    return load_domain


def _once_by_content(read: Callable[..., Any]) -> Callable[..., Any]:
    """Reads the schema and rules of each data set's domain once a process: 0.1 s of CPU in each command.

    A mistake is no result: it is read anew, and names the folder of its own call.
    """
    kept: dict[frozenset[tuple[str, bytes]], Any] = {}

    def read_definition(files: Mapping[str, bytes], folder: Path) -> Any:
        key = frozenset(files.items())
        if key not in kept:
            kept[key] = read(files, folder)
        return kept[key]

    return read_definition


def _once_by_files(read: Callable[..., Any]) -> Callable[..., Any]:
    """Reads the domain of a data set, as the verifier does, once a process.

    With that, what the verifier keeps by domain is found in the next `verify`: of forty questions that takes
    0.06 s of CPU in place of 0.19.
    """
    kept: dict[object, Any] = {}

    def read_domain(
        schema: bytes,
        rules: bytes,
        tables: Mapping[str, bytes] = MappingProxyType({}),
        bundle: bytes | None = None,
    ) -> Any:
        key = schema, rules, frozenset(tables.items()), bundle
        if key not in kept:
            if len(kept) == _DOMAINS:
                kept.clear()
            kept[key] = read(schema, rules, tables, bundle)
        return kept[key]

    return read_domain


def _once_by_rules(build: Callable[..., Any]) -> Callable[..., Any]:
    """Builds the grammar of each of the verifier's domains once: 0.04 s of CPU in each `verify`."""
    kept: dict[object, tuple[object, Any]] = {}

    def build_clause_grammar(rules: Iterable[Any], slots: Mapping[str, Any]) -> Any:
        read = tuple(rules)
        key = id(slots), *map(id, read)
        if key not in kept:
            if len(kept) == _DOMAINS:
                kept.clear()
            kept[key] = (slots, read), build(read, slots)
        return kept[key][1]

    return build_clause_grammar


def _once_by_domain(build: Callable[[Domain], Any]) -> Callable[[Domain], Any]:
    """Builds the grammar of each domain once: 0.2 s of CPU in each run, and a parser keeps nothing in it."""
    kept: dict[int, tuple[Domain, Any]] = {}

    def grammar_of(domain: Domain) -> Any:
        if id(domain) not in kept:
            if len(kept) == _GRAMMARS:
                kept.clear()
            kept[id(domain)] = domain, build(domain)
        return kept[id(domain)][1]

    return grammar_of


_DOMAINS: Final = 40
_GRAMMARS: Final = 40
"""So many are kept: those of random domains are used once."""
_LOADING: Any = importlib.import_module("cocoa_core.loading.loading")
_PARSER: Any = importlib.import_module("cocoa_core.language.parser")
_VERIFIER: Any = importlib.import_module("cocoa_core.independent")
# before anything imports them by name
importlib.metadata.entry_points = _once_by_packages(importlib.metadata.entry_points)
_LOADING.load_domain = _once(_LOADING.load_domain)
_LOADING.read_definition = _once_by_content(_LOADING.read_definition)
_PARSER.grammar_of = _once_by_domain(_PARSER.grammar_of)
_VERIFIER.read_domain = _once_by_files(_VERIFIER.read_domain)
_VERIFIER.build_clause_grammar = _once_by_rules(_VERIFIER.build_clause_grammar)

collect_ignore = ["environments"]
"""Those of other people's trainers, in environments of their own: `make environments`."""

_DEEP: Final = {
    "": "api docs docs_new_domain docs_training",
    "analysis": (
        "any_family comparison differences figure_marks figures page_tables recounted references report "
        "report_browser report_parts run_labels several_answers ugly_logs"
    ),
    "checking": "acceptance check codes wording_checks",
    "cli": (
        "addresses analyze analyze_numbers analyze_reference analyze_report check_domain "
        "evaluate evaluate_analyze evaluate_faults evaluate_interrupted evaluate_servers evaluate_settings "
        "evaluate_shots_prices evaluate_spending generate knowledge main new_domain packed preview recogs "
        "sample terminal"
    ),
    "domains": "example_package flights_simulator shipped_domains",
    "evaluation": "inspect_command interrupts keys_unseen standings_agree",
    "export": (
        "export families groundcocoa lm_eval lm_eval_alike messages parquet parsing_lm_eval "
        "places_of_their_own "
        "recomputed_samples small_sets trainers"
    ),
    "families": "answer_forms_everywhere contract plugins",
    "families/graph_to_text": "asking building daily_life items relation_models",
    "families/parsing": "family",
    "families/selection": (
        "any_domain composition directions groups_together knowledge known_facts nearest splitting"
    ),
    "families/selection/asks": "asks best every unsettled",
    "families/selection/prompting": "demonstrations sentences worked_examples",
    "families/selection/reference": "blind players",
    "independent": "redundancy",
    "items": "asking packing rewards",
    "loading": "broken_domains hostile_files",
    "net": "forged outputs resumed",
    "preview": "browser",
    "remote": "remote",
    "running": "engines parts run run_processes",
    "scaffolding": "from_table proposal_words refreshing writing",
    "training": "overlap profile",
    "verification": (
        "broken_sets forged_asks graph_items hostile_sets questions request_reading "
        "tampered_files tampered_lines"
    ),
}
"""Folders, and the files in them (test_NAME.py) that run whole programs, servers, other people's tools,
reports or checks of whole domains: `make test-all` and CI run them."""


def _is_deep(path: Path) -> bool:
    here = Path(__file__).parent
    if not path.is_relative_to(here):
        return False
    folder = path.parent.relative_to(here).as_posix().removeprefix(".")
    return path.stem.removeprefix("test_") in _DEEP.get(folder, "").split()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """`-m "not deep"` does not read files that are deep as a whole: that takes as long as many tests."""
    return True if config.getoption("markexpr") == "not deep" and _is_deep(collection_path) else None


def pytest_collection_finish(session: pytest.Session) -> None:
    """Leave the tests themselves out of garbage collection."""
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of those files."""
    for item in items:
        if _is_deep(item.path):
            item.add_marker(pytest.mark.deep)


@pytest.fixture
def no_hanging() -> Iterator[None]:
    """What waits at a pipe fails the test, where it would never end."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise RuntimeError("it hangs")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(900)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture
def untried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Writes a new domain without drawing questions from it first, which takes a second of CPU."""
    monkeypatch.setattr("cocoa_core.scaffolding.writing.draw_trial_questions", lambda _: (True, ""))


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """For tests that are marked as those that need one."""
    with launched() as found:
        yield found


@pytest.fixture(scope="session")
def toys_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that, as a PYTHONPATH, has the toy families installed: for runs of the installed `cocoa`."""
    return toy_families.installed(tmp_path_factory.mktemp("toys"))


@pytest.fixture
def toys(toys_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    """The names of the toy families, which this process and its children find as installed plug-ins."""
    monkeypatch.syspath_prepend(toys_path)
    monkeypatch.setenv("PYTHONPATH", str(toys_path), prepend=os.pathsep)
    return toy_families.NAMES
