from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.language.tries import Trie

texts = st.lists(st.sampled_from("ab"), max_size=4).map(tuple)


@given(st.lists(st.tuples(texts, st.integers(0, 3))), texts, st.integers(0, 4))
def test_every_text_that_stands_at_a_position_is_looked_up(entries, tokens, position):
    trie = Trie()
    for text, value in entries:
        trie.add(text, value)
    position = min(position, len(tokens))
    assert sorted(trie.at(tokens, position)) == sorted(
        {
            (position + len(text), value)
            for text, value in entries
            if tokens[position : position + len(text)] == text
        }
    )
