"""Writes a data set in the format of another tool."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrs import frozen

from cocoa_core.errors import UsageError
from cocoa_core.export.formats import formats_of
from cocoa_core.export.staging import placed, write_contents
from cocoa_core.items import FULL, ExportJob, ExportOptions, Family, Format, Progress, read_dataset
from cocoa_core.suggestions import not_among
from cocoa_core.version import __version__


@frozen
class Exported:
    """A finished export."""

    folder: Path
    to: str
    """The name of the format."""
    questions: Mapping[str, int]
    """The number of questions by split."""
    files: tuple[str, ...]
    """The names of the files in the folder."""
    use: str
    """A command or a line of code that loads the files."""
    notes: tuple[str, ...]
    """Remarks for the user."""


def export(
    folder: str | Path,
    to: str,
    out: str | Path,
    options: ExportOptions | None = None,
    *,
    force: bool = False,
    progress: Progress = lambda done, total: None,
) -> Exported:
    """Writes the data set in `folder` to the folder `out` in the format `to`.

    The same data set, settings and versions give the same bytes. The memory does not grow with the number of
    questions. Nothing appears under the name `out` before all of it is written.

    Args:
        folder: the data set's folder.
        to: the name of the format.
        options: the options of the export; None for the defaults.
        force: whether an export that is at the destination is replaced.
        progress: is called with the number of questions written and their total, None where that is not
            known.

    Raises:
        UsageError: the format or the side is unknown, the format does not take an option or cannot hold the
            questions, there are no questions, a package is missing, or the destination is refused.
        FindingsError: the data set cannot be read.
        DomainError: the domain of the data set cannot be read.
    """
    options = options or ExportOptions()
    target = Path(out)
    dataset = read_dataset(folder, options.family)
    form = _format(dataset.family, to, options)
    with placed(target, force=force) as staging:
        job = ExportJob(dataset, form, options, staging, progress)
        use = form.write(job)
        if not any(job.counts.values()) and any(job.left_out.values()):
            raise UsageError(
                "no question can be asked in this way",
                got=f"{options.delivery or FULL}, of {dataset.folder}",
                expected="a delivery or a strategy that its questions have, such as revise for --revisions",
                fix="take another --delivery or --strategy",
            )
        files = write_contents(staging, _facts(job))
    return Exported(target, to, dict(job.counts), files, use(target), _notes(job))


def _format(family: Family[Any], name: str, options: ExportOptions) -> Format:
    formats = formats_of(family)
    if name not in formats:
        raise UsageError(
            f"there is no such export format for questions of the family {family.name}",
            **not_among(name, formats),
        )
    form = formats[name]
    unused = ("strategy", "prompt", "explain", "shots", "demonstrations", "order", "delivery", "answering")
    for option in unused:
        flag, default = f"--{option}", getattr(ExportOptions(), option)
        if getattr(options, option) != default and flag not in form.takes:
            other_formats = [other.name for other in formats.values() if flag in other.takes]
            raise UsageError(
                f"the format {name} has no use for {flag}",
                expected=f"{flag} with {' or '.join(other_formats)}",
                fix=f"leave {flag} out",
            )
    return form


def _facts(job: ExportJob) -> dict[str, Any]:
    manifest = job.dataset.manifest
    domain = manifest.domain
    source = (
        {} if domain is None else {"domain": domain.name, "version": domain.version, "digest": domain.digest}
    )
    return {
        "format": f"cocoa-export/1 {job.form.name}",
        "cocoa_version": __version__,
        "dataset": {
            "family": manifest.family,
            **source,
            "seed": manifest.seed,
            "cocoa_version": manifest.cocoa_version,
        },
        "side": job.options.side,
        "limit": job.options.limit,
        "strategy": job.options.strategy,
        "explain": job.options.explain,
        **{
            name: value
            for name in ("shots", "delivery", "demonstrations", "order")
            if (value := getattr(job.options, name)) not in (None, "", FULL)
        },
        "questions": dict(job.counts),
    }


def _notes(job: ExportJob) -> tuple[str, ...]:
    notes = []
    if not job.dataset.manifest.complete:
        notes.append(f"{job.dataset.folder} is not complete: the questions that are there were exported")
    if left_out := sum(job.left_out.values()):
        questions = "1 question was" if left_out == 1 else f"{left_out:,} questions were"
        notes.append(f"{questions} left out, which cannot be asked in this way")
    return tuple(notes)
