"""Writing a data set in another tool's form."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrs import frozen

from cocoa_core.errors import UsageError
from cocoa_core.export.formats import Format, format_named
from cocoa_core.export.job import Asked, Job, Progress
from cocoa_core.export.placing import placed, write_contents
from cocoa_core.records.dataset import Dataset, read_dataset
from cocoa_core.version import __version__

__all__ = ["Exported", "export"]


@frozen
class Exported:
    """What was written. questions: by split. files: names in the folder. use: a call that reads them."""

    folder: Path
    to: str
    questions: Mapping[str, int]
    files: tuple[str, ...]
    use: str
    notes: tuple[str, ...]


def _silent(_done: int, _total: int | None) -> None:
    """No progress."""


def export(
    folder: str | Path,
    to: str,
    out: str | Path,
    asked: Asked | None = None,
    *,
    force: bool = False,
    progress: Progress = _silent,
) -> Exported:
    """Write the data set in `folder` to the folder `out` in the format `to`.

    The same data set, settings and versions give the same bytes. Memory does not grow with the questions.
    Nothing appears under the name `out` before all of it is written.

    Raises UsageError for an unknown format, settings that it does not take, an unknown side, no questions, a
    package that is missing, and a place that is taken; FindingsError and DomainError where the data set
    cannot be read.
    """
    asked = asked or Asked()
    form = format_named(to)
    _check(form, asked)
    place = Path(out)
    dataset = read_dataset(folder)
    write = form.writer()
    with placed(place, force=force) as passing:
        job = Job(dataset, asked, passing, progress)
        use = write(job)
        files = write_contents(passing, _facts(form, dataset, job))
    return Exported(place, to, dict(job.counts), files, use(place), _notes(dataset))


def _check(form: Format, asked: Asked) -> None:
    given = {
        "--strategy": asked.strategy is not None,
        "--prompt": asked.prompt is not None,
        "--explain": asked.explain,
    }
    for flag, is_given in given.items():
        if is_given and flag not in form.takes:
            raise UsageError(
                f"the format {form.name} has no use for {flag}",
                expected=f"{flag} with " + " or ".join(other for other in form.others_with(flag)),
                fix=f"leave {flag} out",
            )


def _facts(form: Format, dataset: Dataset, job: Job) -> dict[str, Any]:
    manifest = dataset.manifest
    return {
        "format": f"cocoa-export/1 {form.name}",
        "cocoa_version": __version__,
        "dataset": {
            "domain": manifest.domain.name,
            "version": manifest.domain.version,
            "digest": manifest.domain.digest,
            "seed": manifest.seed,
            "cocoa_version": manifest.cocoa_version,
        },
        "side": job.asked.side,
        "limit": job.asked.limit,
        "strategy": job.asked.strategy,
        "explain": job.asked.explain,
        "questions": dict(job.counts),
    }


def _notes(dataset: Dataset) -> tuple[str, ...]:
    if dataset.manifest.complete:
        return ()
    return (f"{dataset.folder} is not complete: the questions that are there were exported",)
