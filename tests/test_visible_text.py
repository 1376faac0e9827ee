"""What stands in YAML is read as what it was, and what stands in Markdown is text."""

from __future__ import annotations

import json

import yaml
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.visible_text import in_yaml, whole

TEXTS = st.text(st.characters(codec=None))


@given(st.recursive(TEXTS, lambda parts: st.lists(parts) | st.dictionaries(TEXTS, parts), max_leaves=8))
def test_yaml_and_json_read_it_as_the_same(value: object) -> None:
    written = in_yaml(value)
    expected = json.loads(whole(json.dumps(value, ensure_ascii=False)))
    assert json.loads(written) == expected
    assert yaml.safe_load(f"- x: [{written}]\n") == [{"x": [expected]}]
    assert len(written.splitlines()) == 1
