"""Errors cross between inspect and cocoa without losing their words."""

from __future__ import annotations

import pytest
from inspect_ai._util.error import PrerequisiteError, pip_dependency_error

from cocoa_core.errors import UsageError
from cocoa_core.evaluation.provider_messages import as_usage_errors, for_inspect, words_of


def test_an_error_of_ours_is_itself_again_after_inspect() -> None:
    error = UsageError("a [b] problem", got="[red]", fix="mend it")
    with pytest.raises(UsageError) as caught, as_usage_errors(), for_inspect():
        raise error
    assert caught.value is error


def test_inspect_shows_an_error_of_ours_with_its_brackets() -> None:
    with pytest.raises(PrerequisiteError) as caught, for_inspect():
        raise UsageError("a [bold] problem", got="[red]")
    assert words_of(str(caught.value.message)) == "error: a [bold] problem got: [red]"


def test_a_missing_package_is_told_with_what_installs_it() -> None:
    with pytest.raises(UsageError) as caught, as_usage_errors():
        raise pip_dependency_error("Anthropic API", ["anthropic"])
    assert caught.value.got == "Anthropic API requires optional dependencies"
    assert caught.value.fix == "pip install anthropic"


def test_a_missing_key_is_told_with_what_sets_it() -> None:
    with pytest.raises(UsageError) as caught, as_usage_errors():
        raise PrerequisiteError(
            "ERROR: Unable to initialise X client\n\nNo [bold][blue]X_API_KEY[/blue][/bold] here."
        )
    assert caught.value.got == "Unable to initialise X client: No X_API_KEY here."
    assert str(caught.value.fix).startswith("export X_API_KEY=")


def test_other_words_of_inspect_stay_on_one_line() -> None:
    assert (
        words_of("[bold]ERROR[/bold]: no\nsuch  thing. [/nonsense]")
        == "[bold]ERROR[/bold]: no such thing. [/nonsense]"
    )
    assert words_of("[bold]ERROR[/bold]: no\nsuch thing.") == "no such thing."
    assert words_of("") == ""
