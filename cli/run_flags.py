"""The flags that say which run is meant: its domain, seed, family, and the settings of its questions."""

from __future__ import annotations

from collections.abc import Mapping
from inspect import Parameter
from typing import TYPE_CHECKING, Annotated, Any

from attrs import evolve, frozen

from cocoa_core.errors import UsageError
from cocoa_core.families.selection.setting_specs import SETTING_SPECS, SettingSpec, flag_of

from .flag_groups import FlagGroup, flag, option
from .flags import Family, OptionalDomain, Seed, read_named
from .terminal import print_notes

if TYPE_CHECKING:
    from cocoa_core.running import RunSpec


class SettingFlags(FlagGroup):
    """A flag for each setting of questions over options."""

    def __init__(self, **values: Any) -> None:
        self.given = {
            name: value for name, value in values.items() if value is not None and value is not False
        }
        """The settings that the call names."""

    @classmethod
    def parameters(cls) -> list[Parameter]:
        return [
            Parameter(
                name,
                Parameter.KEYWORD_ONLY,
                default=False if spec.kind is bool else None,
                annotation=_flag(spec),
            )
            for name, spec in SETTING_SPECS.items()
            if spec.panel
        ]


def _flag(spec: SettingSpec) -> Any:
    declared = option(f"{flag_of(spec.name)} {spec.metavar}", spec.flag_help, rich_help_panel=spec.panel)
    return Annotated[spec.kind if spec.kind is bool else spec.kind | None, declared]


@frozen
class RunFlags(FlagGroup):
    """The domain and the seed of a run."""

    domain: OptionalDomain = None
    seed: Seed = 0


@frozen
class FamilyFlags(FlagGroup):
    """The family of a run, and the settings that it has besides those of questions over options."""

    panel = "Other families of tasks"

    family: Family = None
    hold_out: str | None = flag(
        "--hold-out CASE,...",
        "For the family parsing: what is kept from training, such as pp-recursion; or all.",
    )
    given: list[str] | None = flag("--set NAME=VALUE", "A setting of the family. May be given again.")


def run_spec_of(run: RunFlags, family: FamilyFlags, settings: Mapping[str, Any]) -> RunSpec:
    """Returns the specification of the run that the flags name, and prints the notes of its domain."""
    from cocoa_core.checking import refuse_wrong_words
    from cocoa_core.domain import Domain
    from cocoa_core.items import BUILT_IN, family_named
    from cocoa_core.running import RunSpec

    if family.hold_out is not None and family.family is None:
        raise UsageError(
            "--hold-out is a setting of the family parsing", got="no --family", fix="add --family parsing"
        )
    named = {**settings, "hold-out": family.hold_out, **read_named(family.given or [], "--set")}
    given = {name: value for name, value in named.items() if value is not None}
    task_family = family_named(family.family or next(iter(BUILT_IN)))
    source = task_family.source(run.domain)
    if source is not None:
        print_notes(*source.notes)
        if isinstance(source.origin, Domain):
            refuse_wrong_words(source.origin)
    fitted = RunSpec.fitted(task_family, source, task_family.settings(given), run.seed)
    if fitted.remark:
        print_notes(fitted.remark)
    return evolve(fitted, given=given)
