"""What a model said comes back for the answers that are asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from analysis_logs import made_log, write_log
from inspect_ai.model import ChatMessageAssistant, ContentReasoning, ContentText, ModelOutput

from cocoa_core.analysis.completions import completions_of
from cocoa_core.analysis.results import read_results


@pytest.mark.parametrize("ending", ["eval", "json"])
def test_what_was_said_comes_back_for_what_was_asked_for(
    records: list[dict[str, Any]], tmp_path: Path, ending: str
) -> None:
    log = made_log(records[:6])
    assert log.samples is not None
    for sample in log.samples:
        sample.output = ModelOutput.from_content("m", f"I say {sample.id}")
    parts = [ContentReasoning(reasoning="hm"), ContentText(text="one"), ContentText(text="two")]
    log.samples[1].output = ModelOutput.from_message(ChatMessageAssistant(content=parts))
    log.samples[2].output = ModelOutput()
    path = write_log(tmp_path / f"one.{ending}", log)
    reading = read_results([path])
    wanted = [one for one in reading.results if one.sample in {record["id"] for record in records[:3]}]
    assert completions_of(reading, wanted) == {
        (path.name, records[0]["id"], 1): f"I say {records[0]['id']}",
        (path.name, records[1]["id"], 1): "one\ntwo",
        (path.name, records[2]["id"], 1): "",
    }
    path.unlink()
    assert completions_of(reading, wanted) == {}
