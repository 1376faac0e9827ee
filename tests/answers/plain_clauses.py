"""Rules 5 and 6, slowly: whether a clause behind an answer has one of the closed forms."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any, Final

from answers.plain_answers import digits, labels_of, longest_first
from answers.plain_texts import is_word, skip, words_from

from cocoa_core.answers import reader as tables
from cocoa_core.answers.reader import Letter, Letters, Number, Shape, Value, YesNo

CONNECTING_WORDS_PASSED: Final = 4

SAME: Final = "\1"
OTHER: Final = "\2"
CROSSES: Final = "✗✘❌🚫"

PROSE_NOUNS: Final = ["option", "choice", "letter", "condition", "number", "answer"]


def confidence(text: str) -> bool:
    """Whether the sentence of an answer says how sure it is of it."""
    for index, letter in enumerate(text):
        after = text[index + 1 :]
        if letter == "\n" or (letter in ".!?" and after[:1].isspace()):
            return False
        sure = (
            after.lstrip(" ")
            .lower()
            .startswith(("sure", "certain", "confiden", "likely", "probab", "chance"))
        )
        if letter == "%" and sure:
            return True
        if letter == "." and after[:1].isdigit():
            start = index - 1 if text[index - 1 : index] == "0" else index
            behind = after[skip(after, 0, "0123456789", len(after)) :].lstrip(" ")[:1]
            if behind in ("", ")", ",", ";", ".", "!", "?", "\n") and text[
                max(start - 1, 0) : start
            ] not in tuple("0123456789$€£"):
                return True
    return False


def contradicted(text: str, value: Value, shape: Shape) -> str | None:
    options = isinstance(shape, (Letter, Letters)) and not any(label.isdigit() for label in shape.labels)
    names = [("negated", "DENIED"), ("hedged", "TAKEN_BACK"), ("hedged", "DOUBTED"), ("several", "CLAIMED")]
    if options and value not in (frozenset(), tables.NONE):
        names.append(("negated", "OPTION_DENIED"))
    if options:
        names.append(("several", "OPTION_CLAIMED"))
    if isinstance(shape, Letter):
        names.append(("several", "BOTH_CLAIMED"))
    same_sentence = [("hedged", "SUPPOSED")]
    for words, ends_sentence in clauses(text, value, shape):
        failure = meaning(tuple(words), (*names, *same_sentence))
        if failure is not None:
            return failure
        same_sentence = [] if ends_sentence else same_sentence
    return None


@lru_cache(maxsize=1 << 16)
def meaning(words: tuple[str, ...], names: tuple[tuple[str, str], ...]) -> str | None:
    """What a clause says of the answer by the tables named: one of the failures, or nothing."""
    if not words:
        return None
    starts = starts_of(list(words))
    for failure, name in names:
        for tree in table(name):
            if any(ends_of(tree, list(words), start) for start in starts):
                return failure
    return None


def starts_of(words: list[str]) -> set[int]:
    """Where a form may begin in a clause: at its first word, and behind connecting words."""
    connecting, starts, last = tree_of(tables.WORDS["CONNECTING"]), {0}, {0}
    for _ in range(CONNECTING_WORDS_PASSED):
        last = {end for start in last for end in ends_of(connecting, words, start)}
        starts |= last
    return starts


Tree = tuple[str, Any]


@cache
def table(name: str) -> tuple[Tree, ...]:
    """The forms of a table as trees."""
    forms, form = [], ""
    for line in getattr(tables, name).split("\n"):
        before, mark, _ = line.partition("#")
        form += " " + before
        if mark:
            forms.append(tree_of(form))
            form = ""
    return tuple(forms)


@cache
def tree_of(notation: str) -> Tree:
    """A tree of ("all", parts), ("one", alternatives), ("maybe", alternatives) and ("word", word)."""
    tokens = notation
    for sign in "()[]|$":
        tokens = tokens.replace(sign, f" {sign} ")
    tree, rest = sequence(tokens.split())
    assert not rest, notation
    return tree


def sequence(tokens: list[str]) -> tuple[Tree, list[str]]:
    alternatives: list[list[Tree]] = [[]]
    while tokens and tokens[0] not in (")", "]"):
        token, tokens = tokens[0], tokens[1:]
        if token == "|":
            alternatives.append([])
        elif token in ("(", "["):
            inner, tokens = sequence(tokens)
            tokens = tokens[1:]
            alternatives[-1].append(inner if token == "(" else ("maybe", inner))
        elif token in tables.WORDS:
            alternatives[-1].append(tree_of(tables.WORDS[token]))
        else:
            alternatives[-1].append(("word", token))
    return ("one", [("all", parts) for parts in alternatives]), tokens


def ends_of(tree: Tree, words: list[str], start: int) -> set[int]:
    """Every place where words that begin at a place can have gone through a tree."""
    kind, parts = tree
    if kind == "word":
        if parts == "$":
            return {start} if words[start : start + 1] in ([], ["?"]) or words[start:] == [":"] else set()
        return {start + 1} if words[start : start + 1] == [parts] else set()
    if kind == "maybe":
        return {start} | ends_of(parts, words, start)
    if kind == "one":
        return {end for part in parts for end in ends_of(part, words, start)}
    ends = {start}
    for part in parts:
        ends = {end for place in ends for end in ends_of(part, words, place)}
        if not ends:
            break
    return ends


def clauses(text: str, value: Value, shape: Shape) -> Iterator[tuple[list[str], bool]]:
    """The clauses of a text as words, and whether a sentence ends behind each."""
    text = signed(without_shares(without_list_numbers(text)), value, shape)
    for cross in CROSSES:
        text = text.replace(cross, " wrong ")
    clause, index = "", 0
    while index < len(text):
        cut, length = clause_cut(text, index)
        if not length:
            clause += text[index]
            index += 1
            continue
        ends_sentence = cut == "\n" or (cut in (".", "!", "?") and text[index + 1 : index + 2].isspace())
        yield clause_words(clause + (cut if cut in ("?", ":") else "")), ends_sentence
        clause = ""
        index += length
    yield clause_words(clause), True


def clause_cut(text: str, index: int) -> tuple[str, int]:
    letter, before, after = text[index], text[index - 1 : index], text[index + 1 : index + 2]
    if letter in "?!…,;()[]{}\n—–→":
        return letter, 1
    if letter == "." and not after.isdigit():
        return letter, 1
    if letter == ":" and not text[:index].removesuffix(" ").endswith((SAME, OTHER)):
        return letter, 1
    if text.startswith("->", index):
        return "->", 2
    if letter in "-–•" and (before.isspace() or index == 0):
        end = index
        while text[end : end + 1] in ("-", "–", "•"):
            end += 1
        if text[end : end + 1].isspace():
            return " - ", end - index
    if letter.isspace() and letter != "\n":
        word, end = words_from(text, index + 1)
        within = word == "but" and word_before(text, index) in ("anything", "everything")
        if word in tables.CLAUSES_BEGIN.split() and not within and text[end : end + 1].isspace():
            return word, end - index
    return "", 0


def word_before(text: str, end: int) -> str:
    start = end
    while start > 0 and is_word(text[start - 1]):
        start -= 1
    return text[start:end].lower()


def clause_words(clause: str) -> list[str]:
    """The words of a clause, signs of labels, ? and : among them; other signs are blanks."""
    spaced = ""
    for letter in clause:
        if letter in (SAME, OTHER, "?", ":"):
            spaced += f" {letter} "
        else:
            spaced += letter if is_word(letter) or letter in "'’" else " "
    words = []
    for word in spaced.split():
        if word in (SAME, OTHER):
            words.append("SAME" if word == SAME else "OTHER")
        else:
            words.extend(contraction(word.lower()).split())
    return words


def contraction(word: str) -> str:
    word = (
        word.replace("’", "'").replace("can't", "can not").replace("won't", "will not").replace("n't", " not")
    )
    word = word.replace("let's", "let us").replace("cannot", "can not")
    word = f"{word} ".replace("'s ", " is ").strip()
    for ending, meant in (("'re", "are"), ("'m", "am"), ("'ve", "have"), ("'ll", "will"), ("'d", "would")):
        word = word.replace(ending, f" {meant}")
    whole = {"dont": "do not", "isnt": "is not", "doesnt": "does not", "thats": "that is", "im": "i am"}
    return whole.get(word, word)


def signed(text: str, value: Value, shape: Shape) -> str:
    """The text with SAME and OTHER for the labels that it names."""
    stated = {str(part) for part in value} if isinstance(value, frozenset) else {str(value)}
    if value == frozenset():
        stated = {"none"}
    if isinstance(shape, YesNo):
        stated = {"yes"} if value is True else {"no", *(stated if isinstance(value, frozenset) else ())}
    signs, index = "", 0
    while index < len(text):
        named, end = labels_at(text, index, shape)
        if not named:
            signs += text[index]
            index += 1
            continue
        signs += SAME if named <= stated else OTHER
        index = end
    return signs


def labels_at(text: str, index: int, shape: Shape) -> tuple[set[str], int]:
    """The labels of the list that begins at an index, and where it ends."""
    named: set[str] = set()
    end = last = index
    while True:
        label, after = label_at(text, end, shape)
        if label is None:
            label, after = bracketed_at(text, end, shape)
        if label is None:
            return named, last
        named.add(label)
        last = after
        end = after
        joined = joint(text, end)
        if joined is None:
            return named, last
        end = joined


def noun_at(text: str, index: int) -> tuple[str, int]:
    """The noun before a label, as in "the option A", and where the label begins."""
    word, end = words_from(text, index)
    if word == "the" and text[end : end + 1] == " ":
        word, end = words_from(text, end + 1)
    noun = word.removesuffix("s") in PROSE_NOUNS and text[end : end + 1] == " "
    return (word, end + 1) if noun else ("", index)


def bracketed_at(text: str, index: int, shape: Shape) -> tuple[str | None, int]:
    """A label in brackets, with or without a noun before them."""
    _, start = noun_at(text, index)
    if text[start : start + 1] not in ("(", "[") or is_word(text[index - 1 : index]):
        return None, index
    if noun_at(text, start + 1)[0]:
        return None, index
    label, after = label_at(text, start + 1, shape)
    closed = text[after : after + 1] in (")", "]")
    return (label, after + 1) if label is not None and closed else (None, index)


def joint(text: str, end: int) -> int | None:
    """Where the next label of a list begins: behind a blank, a mark, "and" or "or"."""
    start = skip(text, end, " ", len(text))
    marked = skip(text, start, ",/&+", 1)
    after = skip(text, marked, " ", len(text))
    if text[end : end + 1] == "-" and text[end + 1 : end + 2] != " ":
        after = end + 1
    word, word_end = words_from(text, after)
    if word in ("and", "or") and text[word_end : word_end + 1] == " " and after > end:
        after = skip(text, word_end, " ", len(text))
    return after if after > end else None


def without_shares(text: str) -> str:
    """A text with a blank for each share such as "0.8"."""
    kept, index = "", 0
    while index < len(text):
        point = index + 1 if text[index] == "0" else index
        share = text[point : point + 1] == "." and text[point + 1 : point + 2].isdigit()
        if share and text[index - 1 : index] not in tuple("0123456789$€£"):
            index = point + 1
            while text[index : index + 1].isdigit():
                index += 1
            kept += " "
        else:
            kept += text[index]
            index += 1
    while "  " in kept:
        kept = kept.replace("  ", " ")
    return kept


def without_list_numbers(text: str) -> str:
    """A text without the letters and numbers of a list, as in "A. Too late", behind its line breaks."""
    first, *lines = text.split("\n")
    return "\n".join([first, *map(without_list_number, lines)])


def without_list_number(line: str) -> str:
    start = skip(line, 0, " >#", len(line))
    if line[start : start + 1] in ("-", "•") and line[start + 1 : start + 2] == " ":
        start += 2
    end = start + 1
    while line[start : start + 1].isdigit() and line[end : end + 1].isdigit() and end < start + 2:
        end += 1
    if not (line[start:end].isdigit() or "A" <= line[start:end] <= "Z"):
        return line
    numbered = line[end : end + 1] in (".", ")") and line[end + 1 : end + 2] == " "
    return line[end + 2 :] if numbered and is_word(line[end + 2 : end + 3]) else line


def label_at(text: str, index: int, shape: Shape) -> tuple[str | None, int]:
    if is_word(text[index - 1 : index]) or text[index - 1 : index] in ("'", "’") or index >= len(text):
        return None, index
    noun, start = noun_at(text, index)
    spells = noun in ("option", "choice", "letter", "answer")
    labels: tuple[str, ...] = ()
    if isinstance(shape, (Letter, Letters)):
        labels = (*shape.labels, "none") if isinstance(shape, Letters) or shape.none else shape.labels
    elif isinstance(shape, YesNo):
        labels = (*shape.clash, "yes", "no")
    elif isinstance(shape, Number):
        return number_at(text, start)
    for label in longest_first(labels):
        after = start + len(label)
        same = (
            text[start:after] == label
            or (spells and text[start:after].lower() == label.lower())
            or (label in ("yes", "no", "none") and text[start:after].lower() == label)
        )
        if same and not (is_word(label[-1]) and goes_on(text, after)):
            if (
                label in ("yes", "no", "none")
                and label not in labels_of(shape)
                and not ends_clause(text, after)
            ):
                continue
            if label.isdigit() and not stands_alone(text, start, after):
                continue
            if not spells and is_word_of_english(label, text, after):
                continue
            return label, after
    return None, index


def goes_on(text: str, end: int) -> bool:
    """Whether a word goes on here: "A's" and "A" are words of a label, "A'll" is another one."""
    if text[end : end + 1] in ("'", "’"):
        return words_from(text, end + 1)[0] != "s"
    return is_word(text[end : end + 1])


def number_at(text: str, start: int) -> tuple[str | None, int]:
    """A number in running text: money is none."""
    if text[start : start + 1] not in tuple("-−0123456789"):
        return None, start
    line = text[start : start + 60]
    read = digits(line)
    if read is None:
        return None, start
    end = start + len(line) - len(read[1])
    return (str(read[0]), end) if stands_alone(text, start, end) else (None, start)


def stands_alone(text: str, start: int, end: int) -> bool:
    """Whether a number is no part of another one, of money, or of a word."""
    after = text[end : end + 1]
    goes_on = after in (".", ",") and text[end + 1 : end + 2].isdigit()
    return not (
        is_word(text[start - 1 : start])
        or text[start - 1 : start] in tuple(".,$€£'’-")
        or is_word(after)
        or after in tuple("%'’")
        or goes_on
    )


def ends_clause(text: str, end: int) -> bool:
    return (
        text[end:].strip(" ")[:1] in ("", "?")
        or clause_cut(text, end)[1] > 0
        or clause_cut(text, skip(text, end, " ", len(text)))[1] > 0
    )


def is_word_of_english(label: str, text: str, end: int) -> bool:
    """Whether "A" is an article, or "I" a pronoun."""
    if label not in tables.WORDS_AFTER_LABEL:
        return False
    start = skip(text, end, " ", len(text))
    if label == "I" and text[end : end + 1] in ("'", "’"):
        return True
    if start == end or not "a" <= text[start : start + 1] <= "z":
        return False
    return words_from(text, start)[0] not in tables.WORDS_AFTER_LABEL[label].split()
