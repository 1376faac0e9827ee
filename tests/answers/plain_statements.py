"""Rules 2 and 3, slowly: the last statement of a completion."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from answers.plain_answers import begins, ends_answer
from answers.plain_clauses import label_at
from answers.plain_texts import is_word, phrase_end, skip, without_commands, word_list, words_from

from cocoa_core.answers import reader as tables
from cocoa_core.answers.reader import Shape, Text, Value

CONCLUDING: Final = [
    "so",
    "thus",
    "therefore",
    "hence",
    "then",
    "and",
    "now",
    "finally",
    "consequently",
    "overall",
    "conclusion",
]

INTERJECTIONS: Final = ["oh", "wait", "no", "hmm", "sorry", "actually", "correction", "edit"]

OPTION_ADJECTIVES: Final = ("final ", "correct ", "right ", "best ", "chosen ", "selected ")

BEST: Final = [
    "correct",
    "right",
    "best",
    "final",
    "chosen",
    "selected",
    "only",
    "valid",
    "winning",
    "matching",
    "broken",
    "violated",
]

OPTION: Final = [
    noun + plural
    for noun in [
        "answer",
        "option",
        "choice",
        "one",
        "pick",
        "letter",
        "selection",
        "match",
        "candidate",
        "condition",
        "number",
    ]
    for plural in ("s", "")
]

SPEAKS_OF_AN_ANSWER: Final = [
    "correct",
    "right",
    "final",
    "based",
    "supported",
    "wrong",
    "incorrect",
    "false",
    "mistaken",
]

CHOOSE: Final = [
    "choose",
    "pick",
    "select",
    "go with",
    "recommend",
    "opt for",
    "settle on",
    "decide on",
    "conclude with",
    "suggest",
    "take",
    "answer with",
    "answer",
]

WILL: Final = [
    "will",
    "would",
    "do",
    "shall",
    "must",
    "can",
    "now",
    "therefore",
    "thus",
    "have to",
    "am going to",
]

MAY_BE: Final = [
    "isn",
    "aren",
    "was",
    "wasn",
    "were",
    "can",
    "cannot",
    "could",
    "may",
    "might",
    "would",
    "should",
    "seem",
    "seems",
    "appear",
    "appears",
    "must",
]


SEVERAL: Final = "\0"
"""What an object states whose keys differ."""


@dataclass(frozen=True)
class Stated:
    """A statement: the text that begins with its answer, and what follows."""

    answer: str
    after: str = ""
    failure: str | None = None
    boxed: bool = False
    start: tuple[Value, str] | None = None


def last_statement(text: str, shape: Shape) -> Stated | None:
    block = last_block(text)
    held, after = (block[0], text[block[1] :]) if block else ("", text)
    for position in reversed(range(len(after))):
        statement = statement_at(after, position, shape)
        if statement is not None:
            return statement
    if block is None:
        return None
    for position in reversed(range(len(held))):
        statement = statement_at(held, position, shape)
        if statement is not None:
            ends = statement.boxed or not statement.after
            return replace(statement, after=statement.after + " " + after, boxed=ends)
    failure = "several" if held == SEVERAL else None
    return Stated(held.strip(), " " + after, failure, boxed=True)


def last_block(text: str) -> tuple[str, int] | None:
    """What the last block holds, and where it ends."""
    tag, last_object = next(tagged(text), None), next(objects(text), None)
    if last_object is not None and (tag is None or last_object[2] >= tag[2]):
        return last_object[:2]
    return None if tag is None else tag[:2]


def tagged(text: str) -> Iterator[tuple[str, int, int]]:
    """What the last tag holds, where its block ends, and where what it holds begins."""
    folded = text.lower()
    start = max(folded.rfind(tag) for tag in ("<answer>", "<final_answer>"))
    if start < 0:
        return
    inner = text.index(">", start) + 1
    ends = [end for tag in ("</answer>", "</final_answer>") if (end := folded.find(tag, inner)) >= 0]
    held = text[inner : min(ends)] if ends else text[inner:]
    yield held, (text.index(">", min(ends)) + 1 if ends else len(text)), inner


def objects(text: str) -> Iterator[tuple[str, int, int]]:
    """What the objects of JSON state, the last first, where each ends, and where its line begins."""
    lines = text.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    for first, line in reversed(list(enumerate(lines))):
        start = skip(line, 0, " \t>`*", 20)
        if line[start:].lower().startswith(("<answer>", "<final_answer>")):
            start = skip(line, line.index(">", start) + 1, " \t>`*", 20)
        if not line[start:].startswith("{"):
            continue
        for last in range(first, len(lines)):
            lines_of_it = [line[start:], *lines[first + 1 : last + 1]]
            end = starts[last] + len(lines[last])
            for tag in ("</answer>", "</final_answer>"):
                before, found, behind = split_at(lines_of_it[-1], tag)
                if found:
                    lines_of_it[-1], end = before, end - len(behind)
            held = "\n".join(lines_of_it).strip(" \t>`*")
            if not held.endswith("}"):
                continue
            try:
                value = json.loads(held)
            except (ValueError, RecursionError):
                continue
            answers = [
                written(value[key])
                for key in value
                if key.casefold().replace(" ", "_") in tables.JSON_KEYS.split()
            ]
            if answers:
                yield answers[0] if len({*answers}) == 1 else SEVERAL, end, starts[first] + start
            break


def split_at(line: str, tag: str) -> tuple[str, str, str]:
    """A line before, at and behind a tag, in any case, that follows an object."""
    start = line.lower().find(tag)
    while start >= 0 and not line[:start].rstrip(" \t>`*").endswith("}"):
        start = line.lower().find(tag, start + 1)
    return (line[:start], tag, line[start + len(tag) :]) if start >= 0 else (line, "", "")


def written(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (str, int, float)):
        return str(value)
    if isinstance(value, list) and all(isinstance(part, (str, int, float)) for part in value):
        return ", ".join(map(written, value)) if value else "none"
    return ""


def statement_at(text: str, position: int, shape: Shape) -> Stated | None:
    """The box, label or sentence whose first word begins at a position."""
    if text.startswith(("\\boxed", "\\fbox"), position):
        return box_at(text, position, shape)
    if not text[position].isalpha() or text[position - 1 : position].isalnum():
        return None
    end, failure = end_of_answer_is(text, position), None
    weak = end is None or (text[end - 2 : end - 1] in tuple("-–—") and text[end - 1].isspace())
    end = end_of_choice_is(text, position) if end is None else end
    if end is None:
        if not is_heading(text, position):
            return None
        return stated_from(text, position + len("answer"), None, shape)
    line = text[end : end + 300].partition("\n")[0]
    if weak and begins(line, shape) is None:
        return None
    word, _ = words_from(line, skip(line, 0, " \t*_", len(line)))
    if word in SPEAKS_OF_AN_ANSWER and begins(line, shape) is None:
        return None
    failure = why_no_statement(text, position, any_words=False)
    if failure and not isinstance(shape, Text) and not names_a_label(text, end, shape):
        return None
    return stated_from(text, end, failure, shape)


def names_a_label(text: str, start: int, shape: Shape) -> bool:
    """Whether the first sentence from a place on names a label."""
    for index in range(start, min(start + 300, len(text))):
        if text[index] == "\n" or (text[index] in ".!?" and text[index + 1 : index + 2].isspace()):
            return False
        if label_at(text, index, shape)[0] is not None:
            return True
    return False


def without_claim(stated: str) -> str:
    """What is stated behind a claim nested in it, as in "Answer: I choose B"."""
    begin = skip(stated, 0, " \t\n*_`", len(stated))
    for end in (end_of_i_choose(stated, begin), end_of_best_option(stated, begin)):
        if end is not None:
            return stated[end:]
    return stated


def stated_from(text: str, start: int, failure: str | None, shape: Shape) -> Stated:
    line, newline, after = text[start:].partition("\n")
    if not any(letter.isalnum() for letter in line):
        line, newline, after = after.strip().partition("\n")
        while True:  # a list below its heading
            part, more, rest = after.partition("\n")
            listed = begins(part, shape)
            if listed is None or any(letter.isalnum() for letter in listed[1]):
                break
            line, newline, after = f"{line}, {part.strip(' -*•')}", more, rest
    return Stated(without_claim(line).strip(), newline + after, failure)


def end_of_answer_is(text: str, position: int) -> int | None:
    word, end = words_from(text, position)
    if word not in ("answer", "answers"):
        return None
    for noun in ("choice", "option", "letter"):
        if words_from(text, end + 1)[0] == noun and text[end] == " ":
            end = end + 1 + len(noun)
            break
    for to in (
        f" to {which} {asked}"
        for which in ("the", "your", "this")
        for asked in ("question", "request", "problem")
    ):
        if text[end : end + len(to)].lower() == to and not is_word(text[end + len(to) : end + len(to) + 1]):
            end += len(to)
            break
    ends = [end]
    while len(ends) < 9 and (
        text[ends[-1] : ends[-1] + 1].isspace() or text[ends[-1] : ends[-1] + 1] in tuple("*_`)]")
    ):
        ends.append(ends[-1] + 1)
    for end in reversed(ends):
        after = end_of_is(text, end)
        if after is not None:
            return after
    return None


def end_of_is(text: str, position: int) -> int | None:
    for mark in (":", "=>", "=", "→", "➜", "->"):
        if text.startswith(mark, position):
            return position + 1 if mark == "=>" else position + len(mark)
    if text[position : position + 2].lower() in ("'s", "’s") and not is_word(
        text[position + 2 : position + 3]
    ):
        return position + 2
    for verb in ("is", "are", "must be", "would be"):
        end = position + len(verb)
        if text[position:end].lower() != verb or is_word(text[end : end + 1]):
            continue
        adverb, after = words_from(text, end + 1)
        if text[end : end + 1] == " " and adverb in (
            "therefore",
            "thus",
            "clearly",
            "then",
            "indeed",
            "simply",
        ):
            end = after
        colon = end
        while colon - end < 8 and (
            text[colon : colon + 1].isspace() or text[colon : colon + 1] in tuple("*_`")
        ):
            colon += 1
        return colon + 1 if text[colon : colon + 1] == ":" else end
    if words_from(text, position)[0] in MAY_BE:
        return position
    if text[position : position + 1] in tuple("-–—") and text[position + 1 : position + 2].isspace():
        return position + 2
    return None


def end_of_choice_is(text: str, position: int) -> int | None:
    word, end = words_from(text, position)
    adjective = text[max(0, position - 10) : position].lower().endswith(OPTION_ADJECTIVES)
    if word not in tables.CHOICE_WORDS.split() and not (word == "option" and adjective):
        return None
    blanks = 0
    while blanks < 8 and (text[end : end + 1].isspace() or text[end : end + 1] in tuple("*_`")):
        end, blanks = end + 1, blanks + 1
    return end + 1 if text[end : end + 1] in (":", "=", "→", "➜") else None


def is_heading(text: str, position: int) -> bool:
    """Whether "Answer" stands alone in a line, as above an answer."""
    word, end = words_from(text, position)
    if word != "answer":
        return False
    start = text.rfind("\n", 0, position) + 1
    after = text[end:].partition("\n")[0]
    before = text[start:position].lstrip(" \t*_#>:-")
    lead_in = before[-1:].strip() == "" and all(
        part.lower() in ("the", "my", "final", "correct") for part in before.split()
    )
    return lead_in and not after.strip(" \t*_#:-")


def box_at(text: str, position: int, shape: Shape) -> Stated | None:
    begin = brace_of_box(text, position)
    if begin is None:
        return None
    end = end_of_box(text, begin)
    held = without_commands(text[begin + 1 : end])
    failure = why_no_statement(text, position, any_words=True)
    sentence = sentence_before(text, position)
    another = any(brace_of_box(sentence, index) is not None for index in range(len(sentence)))
    if failure is None and (another or states_another(sentence, held, shape)):
        failure = "several"
    return Stated(held, text[end:].removeprefix("}"), failure, boxed=True)


def end_of_box(text: str, begin: int) -> int:
    """Where the brace stands that closes the one here, or the end of its line."""
    depth = 0
    for end in range(begin, len(text)):
        if text[end - 1] != "\\":
            depth += {"{": 1, "}": -1}.get(text[end], 0)
        if not depth or text[end] == "\n":
            return end
    return len(text)


def brace_of_box(text: str, position: int) -> int | None:
    """Where the brace of a box opens."""
    for box in ("\\boxed", "\\fbox"):
        if text.startswith(box, position):
            start = position + len(box)
            end = skip(text, start, " \t\n", 9)
            return end if text[end : end + 1] == "{" else None
    return None


def states_another(sentence: str, held: str, shape: Shape) -> bool:
    """Whether a sentence states another answer before its box."""
    start = begins(held, shape)
    for position in range(len(sentence)):
        if not sentence[position - 1 : position].isalnum():
            end = end_of_answer_is(sentence, position)
            stated = None if end is None else begins(sentence[end:], shape)
            if stated is not None and (start is None or stated[0] != start[0]):
                return True
    return False


def sentence_before(text: str, position: int) -> str:
    line = text[max(text.rfind("\n", 0, position) + 1, position - 300) : position]
    start = 0
    for index, letter in enumerate(line):
        if letter in ".!?" and line[index + 1 : index + 2].isspace():
            start = index + 1
    return line[start:]


def why_no_statement(text: str, position: int, *, any_words: bool) -> str | None:
    """Why what stands before a statement in its line makes it unread."""
    sentence = without_interjection(sentence_before(text, position))
    clause, cut = sentence, False
    for index, letter in enumerate(sentence):
        spaced_dash = (
            letter == "-"
            and sentence[index - 1 : index].isspace()
            and sentence[index + 1 : index + 2].isspace()
        )
        if letter in ",;—–" or spaced_dash:
            clause, cut = sentence[index + 1 :], True
    words = word_list(clause)
    first = next((index for index, letter in enumerate(clause) if letter.isalnum()), 0)
    concludes = cut and phrase_end(clause, first, [*CONCLUDING, "in conclusion"]) is not None
    if negates(clause if concludes else sentence):
        return "negated"
    if holds(sentence, tables.SUPPOSING):
        return "hedged"
    if not any_words:
        return None if all(word in tables.LEAD_WORDS.split() for word in words) else "hedged"
    return "hedged" if hedges(clause) else None


def negates(text: str) -> bool:
    return holds(text, tables.NEGATING) or any(word.endswith(("n't", "n’t")) for word in word_list(text))


def hedges(text: str) -> bool:
    if "?" in text or "%" in text:
        return True
    for index, letter in enumerate(text[:-1]):
        if letter == "." and text[index + 1].isdigit():
            start = index - 1 if text[index - 1 : index] == "0" else index
            if text[start - 1 : start] not in tuple("0123456789$€£"):
                return True
    return holds(text, tables.HEDGING)


def holds(text: str, words: str) -> bool:
    """Whether a text has one of the words, apostrophes being ends of words."""
    spaced = "".join(letter.lower() if is_word(letter) else " " for letter in text)
    return any(word in words.split() for word in spaced.split())


def without_interjection(sentence: str) -> str:
    while True:
        start = 0
        while start < len(sentence) and start < 9 and not sentence[start].isalnum():
            start += 1
        word, end = words_from(sentence, start)
        if word not in INTERJECTIONS and not (word.startswith("hmm") and not word.strip("hm")):
            return sentence
        while end < len(sentence) and sentence[end].isspace():
            end += 1
        if sentence[end : end + 1] not in tuple(",.:;!–—-"):
            return sentence
        sentence = sentence[end + 1 :]


def last_claim(text: str, shape: Shape) -> Stated | None:
    """The last of the claims, of which none begins within another one."""
    claims, position = [], 0
    while position < len(text):
        before, behind = end_of_claim_before(text, position), end_of_claim_behind(text, position)
        if before is not None:
            claims.append(claim_before(text, position, before, shape))
        elif behind is not None:
            claims.append(claim_behind(text, position, behind, shape))
        position = before or behind or position + 1
    return next((claim for claim in reversed(claims) if claim is not None), None)


def end_of_claim_before(text: str, position: int) -> int | None:
    """ "I choose B", "the best option is B"."""
    if is_word(text[position - 1 : position]):
        return None
    end = end_of_i_choose(text, position)
    return end_of_best_option(text, position) if end is None else end


def claim_before(text: str, position: int, end: int, shape: Shape) -> Stated | None:
    start = begins(text[end:].partition("\n")[0].strip(), shape)
    if start is None or not ends_answer(start[1]):
        return None
    return None if why_no_statement(text, position, any_words=False) else stated_from(text, end, None, shape)


def end_of_i_choose(text: str, position: int) -> int | None:
    end = phrase_end(text, position, ["i'll", "i’ll", "i'd", "i’d", "i"])
    if end is None:
        return None
    for _ in range(4):
        chosen = phrase_end(text, end, [f" {verb}" for verb in CHOOSE])
        if chosen is not None:
            return chosen + (text[chosen : chosen + 1] == ":")
        more = phrase_end(text, end, [f" {will}" for will in WILL])
        if more is None:
            return None
        end = more
    return None


def end_of_best_option(text: str, position: int) -> int | None:
    """The end of "the best option that fits is"."""
    end = phrase_end(text, position, ["the", "my", *BEST])
    for _ in range(3):
        if end is None:
            return None
        noun = phrase_end(text, end, [f" {option}" for option in OPTION])
        if noun is not None:
            for fits in ends_of_that_fits(text, noun):
                verb = phrase_end(text, fits, [" is", " are", " would be", " must be"])
                if verb is not None:
                    return verb + (text[verb : verb + 1] == ":")
            return None
        end = phrase_end(text, end, [f" {best}" for best in BEST])
    return None


def ends_of_that_fits(text: str, start: int) -> Iterator[int]:
    """The ends of "that fits": none, or up to sixty characters."""
    yield start
    that = phrase_end(text, start, [" that", " which"])
    if that is None or text[that : that + 1] != " ":
        return
    for end in range(that + 2, that + 62):
        if end > len(text) or text[end - 1] in ".!?\n":
            return
        yield end


def end_of_claim_behind(text: str, position: int) -> int | None:
    """ "Option B is correct", "B is the right answer": the verb stands behind a blank here."""
    for verb in (" is", " are"):
        for adverb in (" therefore", " thus", " clearly", " all", " both", ""):
            end = phrase_end(text, position, [verb + adverb])
            for after in [] if end is None else ends_of_correct(text, end):
                tail = text[skip(text, after, " \t\n*_`", 8) :]
                if claim_ends(text[after - 1], text[after : len(text) - len(tail)], tail):
                    return after
    return None


def claim_behind(text: str, verb: int, end: int, shape: Shape) -> Stated | None:
    """A claim of the answer that makes up its clause, from the last cut to the verb, but for lead words."""
    start = without_lead_words(text[:verb], start_of_clause(text, verb))
    answer = begins(text[start:verb], shape)
    if answer is None or answer[1].strip(" )]}") or why_no_statement(text, start, any_words=False):
        return None
    return Stated("", text[end:], boxed=True, start=(answer[0], ""))


def start_of_clause(text: str, end: int) -> int:
    for index in reversed(range(end)):
        after = text[index + 1 : index + 2]
        if text[index] in "\n,;:–—":
            return index + 1
        spaced_dash = text[index] == "-" and text[index - 1 : index].isspace()
        if (text[index] in ".!?" or spaced_dash) and after.isspace():
            return index + 2
    return 0


def without_lead_words(text: str, start: int) -> int:
    """Where the lead words that begin here end."""
    words = ["i conclude", *(word for word in tables.LEAD_WORDS.split() if word != "i")]
    while True:
        word = start
        while word < len(text) and not text[word].isalnum():
            word += 1
        ends = [end for lead in words if (end := phrase_end(text, word, [lead])) is not None]
        if not ends or max(ends) == len(text):
            return start
        start = max(ends)


def claim_ends(last: str, before: str, tail: str) -> bool:
    """Whether the blanks and the text behind the last letter of "is correct" leave it a claim."""
    if not tail or "\n" in before or tail[0] in ".!,;:(…—":
        return True
    if tail[0] in "-–" and tail[1:2].isspace():
        return True
    glued = is_word(last) and not before
    return not glued and words_from(tail, 0)[0] in ("because", "since", "as")


def ends_of_correct(text: str, start: int) -> Iterator[int]:
    end = phrase_end(text, start, [" correct", " right", " broken", " violated"])
    if end is not None:
        yield end
    end = phrase_end(text, start, [" the", " my"])
    for _ in range(3):
        if end is None:
            return
        noun = phrase_end(text, end, [f" {option}" for option in OPTION])
        if noun is not None:
            yield from ends_of_that_fits(text, noun)
        end = phrase_end(text, end, [f" {best}" for best in BEST])
