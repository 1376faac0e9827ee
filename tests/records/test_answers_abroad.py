"""Laws of reading an answer that is not in English, or set in TeX: plain statements count."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.records.answers.reader import LABELS, read_answer
from cocoa_core.records.answers.text import plain

STATED = (
    "Die Antwort ist {}.",
    "Die richtige Antwort ist also Option {}.",
    "Somit ist {} die richtige Antwort.",
    "Antwort: {}",
    "Ich würde Option {} wählen.",
    "Der passende Flug ist {}.",
    "Ich wähle {}, da der Preis stimmt.",
    "Het juiste antwoord is {}.",
    "La bonne réponse est {}.",
    "Réponse : {}",
    "{} est la bonne réponse.",
    "Je choisis l'option {}.",
    "La respuesta correcta es la opción {}.",
    "La opción correcta es la {}.",
    "{} es la respuesta correcta.",
    "La risposta corretta è la {}.",
    "A melhor opção é a {}.",
    "A resposta é a letra {}.",
    "Правильный ответ: {}",
    "Выбираю вариант {}.",
    "答案是{}",
    "因此，正确答案是选项{}。",
    "故选：{}",
    "我会选择选项{}，因为价格合适。",
    "选项{}是正确答案。",
    "答案：**{}**",
    "正解は{}です。",
    "{}が正解です。",
    "答えは選択肢{}です。",
    "정답은 {}입니다.",
    "{}가 정답입니다.",
    "Đáp án: {}",
    "Odpowiedź: {}",
)
"""Each commits to one option."""

RESERVED = (
    "Die Antwort ist nicht {}.",
    "Wenn die Antwort {} ist, dann kostet es zu viel.",
    "Wenn {} die richtige Antwort ist",
    "Vielleicht ist die Antwort {}.",
    "Ist die Antwort {}?",
    "Antwort {} ist falsch.",
    "Ich würde Option {} nicht wählen.",
    "La réponse n'est pas {}.",
    "Si la réponse est {} alors",
    "La respuesta no es {}.",
    "¿Es {} la respuesta correcta?",
    "A resposta não é {}.",
    "Ответ не {}.",
    "答案不是{}。",
    "如果答案是{}，那么价格太贵。",
    "答案可能是{}。",
    "答案是{}吗？",
    "不选{}。",
    "选项{}太贵。",
    "{}不是正确答案。",
    "正解は{}ではありません。",
    "{}は正解ではない。",
    "正解は{}ですか？",
    "정답은 {}가 아닙니다.",
    "{}가 정답이 아닙니다.",
)
"""None commits to the option."""

OPEN = (
    "Die Antwort ist {} oder {}.",
    "La réponse est {} ou {}.",
    "答案是{}或{}。",
    "答案是{}和{}。",
    "Antwort: {}, {}",
)

labels = st.sampled_from(LABELS)


@pytest.mark.parametrize("form", STATED)
@pytest.mark.parametrize("label", LABELS)
def test_plain_statement_in_another_language_names_its_option(form: str, label: str) -> None:
    text = form.format(label)
    reading = read_answer(text)
    assert reading.label == label
    assert reading.span is not None
    assert text[slice(*reading.span)] == label


@pytest.mark.parametrize("form", RESERVED)
@pytest.mark.parametrize("label", LABELS)
def test_negations_conditions_and_questions_name_nothing(form: str, label: str) -> None:
    assert read_answer(form.format(label)).label is None


@given(st.sampled_from(OPEN), st.permutations(LABELS))
def test_two_options_at_once_name_nothing(form: str, order: list[str]) -> None:
    assert read_answer(form.format(*order)).label is None


@given(st.sampled_from(STATED), st.sampled_from(STATED), labels, labels)
def test_two_statements_count_only_if_they_agree(first: str, second: str, one: str, other: str) -> None:
    reading = read_answer(f"{first.format(one)}\n{second.format(other)}")
    if one == other:
        assert reading.label == one
    else:
        assert (reading.label, reading.failure) == (None, "several")


@given(st.lists(st.sampled_from(RESERVED), max_size=6), st.sampled_from(STATED), st.data())
def test_a_statement_wins_over_letters_in_the_reasoning(
    thoughts: list[str], form: str, data: st.DataObject
) -> None:
    lines = [thought.format(data.draw(labels)) for thought in thoughts]
    label = data.draw(labels)
    assert read_answer("\n".join([*lines, form.format(label)])).label == label


TYPESET = (
    "\\text{{{}}}",
    "\\boxed{{\\text{{Option }} {}}}",
    "\\boxed{{\\text{{\\textbf{{{}}}}}}}",
    "$$\\boxed{{\\mathrm{{{}}}}}$$",
)


@given(st.sampled_from(TYPESET), labels)
def test_words_of_tex_are_looked_into(form: str, label: str) -> None:
    text = f"It fits \\text{{best}}.\n{form.format(label)}"
    reading = read_answer(text)
    assert reading.label == label
    assert reading.span is not None
    assert text[slice(*reading.span)] == label


@given(st.permutations(LABELS))
def test_words_of_tex_between_labels_are_read(order: list[str]) -> None:
    first, second, *_ = order
    assert read_answer(f"\\boxed{{{first} \\text{{ or }} {second}}}").failure == "several"


@given(st.text(alphabet="AB答。，、是 \n.(){}\\text*$`"))
def test_every_letter_of_the_plain_text_is_found_where_it_stood(text: str) -> None:
    """Letters come through in order, each once, and the way back leads to the same letter."""
    read = plain(text)
    for position, char in enumerate(read.text):
        if char in "AB答是":
            assert text[read.origin(position)] == char
