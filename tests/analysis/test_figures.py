"""Figures draw what the tables say, in colours that all can tell apart, and never fail on a name."""

from __future__ import annotations

import itertools
import math
import re
import struct
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from analysis_logs import made_log, right, write_log
from analysis_reports import analysis_of
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.analysis import Analysis
from cocoa_core.analysis.figures.drawing import Gallery, draw
from cocoa_core.analysis.figures.figure import (
    ACCENTS,
    GROUND,
    INK,
    PAIRS,
    QUIET,
    REFERENCE,
    Figure,
    Skipped,
    figure_files,
    painted,
    svg,
)
from cocoa_core.analysis.figures.figure_context import MOST_MODELS, figure_context_of, shortened

MACHADO = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no green": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.01182, 0.04294, 0.968881),
    ),
    "no red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
}


@pytest.fixture(scope="module")
def analysis(mixed_analysis: Analysis) -> Analysis:
    return mixed_analysis


@pytest.fixture(scope="module")
def gallery(analysis: Analysis) -> Gallery:
    (only,) = draw(analysis)
    return only


@pytest.fixture(scope="module")
def drawings(gallery: Gallery) -> dict[str, str]:
    return {figure.name: svg(figure.spec) for figure in gallery.figures}


def linear(colour: str) -> list[float]:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def contrast(first: str, second: str) -> float:
    """As WCAG 2 defines it."""
    low, high = sorted(
        sum(w * part for w, part in zip((0.2126, 0.7152, 0.0722), linear(one), strict=True))
        for one in (first, second)
    )
    return (high + 0.05) / (low + 0.05)


def lab(colour: str, eye: tuple[tuple[float, ...], ...]) -> tuple[float, float, float]:
    """CIELAB, D65, of the colour as an eye sees it."""
    seen = [sum(w * part for w, part in zip(row, linear(colour), strict=True)) for row in eye]
    r, g, b = (min(1.0, max(0.0, part)) for part in seen)
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883
    x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("eye", MACHADO)
def test_models_can_be_told_apart_by_every_eye(eye: str, theme: str) -> None:
    colours = [lab(getattr(accent, theme), MACHADO[eye]) for accent in ACCENTS]
    assert min(math.dist(a, b) for a, b in itertools.combinations(colours, 2)) >= 20


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_marks_and_letters_stand_out_from_their_ground(theme: str) -> None:
    ground = getattr(GROUND, theme)
    assert all(contrast(getattr(one, theme), ground) >= 3 for one in (*ACCENTS, REFERENCE))
    assert all(contrast(getattr(one, theme), ground) >= 4.5 for one in (INK, QUIET))


def test_repainting_touches_paint_only() -> None:
    drawing = f'<rect fill="{GROUND.light}" stroke="#123456"/><text fill="{INK.light}">{GROUND.light}</text>'
    repainted = painted(drawing, {pair.name: pair.dark for pair in PAIRS})
    assert repainted == (
        f'<rect fill="{GROUND.dark}" stroke="#123456"/><text fill="{INK.dark}">{GROUND.light}</text>'
    )


def test_no_two_pairs_share_a_light_colour() -> None:
    assert len({pair.light for pair in PAIRS}) == len(PAIRS) == len({pair.name for pair in PAIRS})


def test_every_figure_of_the_paper_is_drawn(gallery: Gallery) -> None:
    assert [one.name for one in gallery.drawn if isinstance(one, Skipped)] == ["by_knowledge"]
    assert {figure.name for figure in gallery.figures} == {
        *("accuracy", "differences", "by_setting", "by_sum_terms", "by_width", "by_component"),
        *("by_max_degree", "by_entropy", "by_slot", "by_test", "by_position"),
    }


def test_breakdowns_by_numbers_come_first_because_they_have_one_height(gallery: Gallery) -> None:
    names = [
        figure.name
        for figure in gallery.figures
        if figure.name.startswith("by_") and figure.name != "by_position"
    ]
    assert names == [
        *("by_setting", "by_sum_terms", "by_width", "by_component", "by_max_degree", "by_entropy"),
        *("by_slot", "by_test"),
    ]


def datasets(spec: Any) -> list[dict[str, Any]]:
    return [row for rows in spec["datasets"].values() for row in rows]


def test_figures_hold_the_numbers_of_their_tables(analysis: Analysis, gallery: Gallery) -> None:
    for figure in gallery.figures:
        known = {
            (row.get("model"), row.get("strategy"), name.removesuffix("_holm"), value)
            for table in figure.tables
            for row in analysis.tables[table].dicts()
            for name, value in row.items()
        }
        drawn = 0
        for row in datasets(figure.spec):
            for name in {"accuracy", "low", "high", "share", "density", "chosen_share", "difference"} & set(
                row
            ):
                assert (row.get("model"), row.get("strategy"), name, row[name]) in known, figure.name
                drawn += 1
        assert drawn > 3, figure.name


def test_a_dot_lies_where_its_accuracy_is(gallery: Gallery, drawings: dict[str, str]) -> None:
    (figure,) = (one for one in gallery.figures if one.name == "accuracy")
    width = figure.spec["width"]
    shares = {row["accuracy"] for row in datasets(figure.spec) if "written" in row}
    places = [float(x) for x in re.findall(r'<path transform="translate\(([\d.]+),', drawings["accuracy"])]
    for share in shares:
        assert any(abs(place - share * width) < 0.01 for place in places), share
        assert f"{share:.1%}</text>" in drawings["accuracy"]


def pixels_per_metre(pixels: bytes) -> int:
    """What a PNG says of its size; a document sets it by this."""
    at = pixels.index(b"pHYs") + 4
    across, down, unit = struct.unpack(">IIB", pixels[at : at + 9])
    assert across == down
    assert unit == 1
    return int(across)


def test_each_figure_is_there_as_svg_on_both_grounds_and_as_png_on_the_light_one(
    gallery: Gallery, drawings: dict[str, str]
) -> None:
    figures = gallery.figures[:3]
    files = figure_files(figures, drawings)
    assert len(files) == 3 * len(figures)
    for figure in figures:
        for theme in ("light", "dark"):
            drawing = files[f"figures/{figure.name}-{theme}.svg"]
            assert f'fill="{getattr(GROUND, theme)}"'.encode() in drawing
        wide = float(ElementTree.fromstring(drawing).attrib["width"])
        pixels = files[f"figures/{figure.name}-light.png"]
        assert pixels.startswith(b"\x89PNG")
        pixels_wide, _ = struct.unpack(">II", pixels[16:24])
        assert abs(pixels_wide - 3.125 * wide) <= 1
        assert round(pixels_per_metre(pixels) * 0.0254) == 300


def test_figures_fit_a_column_and_a_phone(drawings: dict[str, str]) -> None:
    for name, drawing in drawings.items():
        assert float(ElementTree.fromstring(drawing).attrib["width"]) <= 345, name


def test_every_drawing_is_whole_xml_whatever_models_are_called(drawings: dict[str, str]) -> None:
    for drawing in drawings.values():
        ElementTree.fromstring(drawing)


def test_too_little_to_draw_is_said_in_a_sentence(tmp_path: Path, records: list[dict[str, Any]]) -> None:
    write_log(tmp_path / "2026-one.eval", made_log(records[:1], right))
    (gallery,) = draw(analysis_of(tmp_path))
    assert [figure.name for figure in gallery.figures] == ["accuracy", "by_position"]
    for one in gallery.drawn:
        if not isinstance(one, Figure):
            assert one.why[0].isupper()
            assert one.why.endswith(".")


def test_of_too_many_models_the_best_have_colours_and_all_are_in_the_first_figure(
    tmp_path: Path, records: list[dict[str, Any]]
) -> None:
    for number in range(MOST_MODELS + 2):
        answers = right if number else (lambda record, epoch: "")
        log = made_log(records[:2], answers, model=f"p/m{number}")
        write_log(tmp_path / f"2026-{number}.eval", log)
    analysis = analysis_of(tmp_path)
    context = figure_context_of(analysis.runs, "exam", analysis.tables)
    assert len(context.models) == MOST_MODELS
    assert "p/m0" in context.left_out
    (gallery,) = draw(analysis)
    names = {row["name"] for row in datasets(gallery.figures[0].spec) if "name" in row}
    assert names == {f"m{number}" for number in range(MOST_MODELS + 2)}


def test_figures_of_several_data_sets_have_names_of_their_own(
    tmp_path: Path, records: list[dict[str, Any]]
) -> None:
    write_log(tmp_path / "2026-1.eval", made_log(records[:5], right))
    write_log(tmp_path / "2026-2.eval", made_log(records[:5], right, dataset="other", origin="ffff"))
    galleries = draw(analysis_of(tmp_path))
    names = [figure.name for gallery in galleries for figure in gallery.figures]
    assert len(names) == len(set(names))
    assert {name[:2] for name in names} == {"1-", "2-"}


@given(st.lists(st.text(st.sampled_from("ab/-…"), min_size=1, max_size=60), unique=True), st.integers(6, 30))
def test_short_names_are_short_and_distinct(models: list[str], longest: int) -> None:
    names = shortened(models, longest)
    assert list(names) == models
    assert len(set(names.values())) == len(models)
    assert all(len(name) <= longest + 6 for name in names.values())
