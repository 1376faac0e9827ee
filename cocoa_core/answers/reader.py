"""What a model's completion states as its answer, read strictly: nothing is guessed.

An answer is what is stated: a line "Answer: X", "The answer is X", `\\boxed{X}`, `<answer>X</answer>`, a JSON
object with the key `answer`, or a completion that is nothing but the answer. The last statement counts. One
that hedges, negates or lists is unread, as is one that later words take back. Thinking never counts.

Exports copy this file, so that other runners read by the same code: it imports the standard library alone.
The work is linear in the length of the completion: expressions that search all of it begin with a rare
character, which `re` looks for fast.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal, Protocol, TypeAlias
from unicodedata import category, decomposition, normalize

READER_VERSION: Final = 2  # rises whenever some completion is read otherwise than before; cocoa 0.1 had 1
LABELS: Final = ("A", "B", "C", "D", "E")
NONE: Final = "none"  # what Letter(none=True) reads from "none of these"

Value: TypeAlias = str | bool | int | float | frozenset[str]
Failure: TypeAlias = Literal["empty", "unstated", "unknown", "several", "negated", "hedged"]


@dataclass(frozen=True)
class Reading:
    """What a completion states, in the shape that was asked for, or why nothing can be read; never both.

    failure: `empty`: no text outside of thinking; `unstated`: no statement of an answer; else there is one:
             `unknown`: of something else, as of a label that no option has; `several`: of several answers;
             `negated`: of what it is not; `hedged`: that is supposed, asked, doubted or taken back
    """

    value: Value | None = None
    failure: Failure | None = None


class Shape(Protocol):
    """What an answer looks like. How a statement of it is found is the same for all shapes."""

    def read(self, stated: str) -> Value | None:
        """The answer that a text is, markdown aside, and nothing else; None if it is none."""

    def mentions(self, text: str) -> frozenset[str]:
        """The words of a text that could be answers: beside a stated one they make it one of several."""


@dataclass(frozen=True)
class Letter:
    """One of the given labels; with `none` also "none of these", read as `NONE`."""

    labels: tuple[str, ...] = LABELS
    none: bool = False

    def read(self, stated: str) -> str | None:
        text = _bare(stated)
        return NONE if self.none and re.fullmatch(_NONE_OF, text) else _label(text, self.labels)

    def mentions(self, text: str) -> frozenset[str]:
        found = frozenset(_alone(self.labels).findall(text))
        return found | {NONE} if self.none and re.search(r"(?i)\bnone\b", text) else found


@dataclass(frozen=True)
class Letters:
    """A set of the given labels, in any order: "A, C", "A and C", "none", "all". Numbers can be labels."""

    labels: tuple[str, ...] = LABELS

    def read(self, stated: str) -> frozenset[str] | None:
        text = " ".join(re.sub(r"[()\[\]{}]", " ", _bare(stated)).split())
        if re.fullmatch(_NONE_OF, text) or re.fullmatch(_ALL_OF, text):
            return frozenset(() if text[0] in "nN" else self.labels)
        parts = re.split(r" ?[,;&+/] ?(?:and )?| and | ", re.sub(f"(?i){_NOUN}", "", text).strip())
        found = {_label(part, self.labels) for part in parts[: 2 * len(self.labels)]}
        return None if None in found or len(parts) > 2 * len(self.labels) else frozenset(filter(None, found))

    def mentions(self, text: str) -> frozenset[str]:
        return Letter(self.labels).mentions(text)


@dataclass(frozen=True)
class Number:
    """A number in digits; commas between thousands are allowed."""

    def read(self, stated: str) -> int | float | None:
        text = _bare(stated).replace("−", "-")
        if not re.fullmatch(r"[-+]?(?:[0-9]{1,3}(?:,[0-9]{3}){1,9}|[0-9]{1,30})(?:\.[0-9]{1,30})?", text):
            return None
        whole, _, part = text.replace(",", "").partition(".")
        return float(f"{whole}.{part}") if part.strip("0") else int(whole)

    def mentions(self, text: str) -> frozenset[str]:
        return frozenset(re.findall(r"\d+(?:[.,]\d+)*", text))


@dataclass(frozen=True)
class YesNo:
    """Yes, read as True, or no, read as False; with labels in `clash`, "no" is read as the set of those that
    are named ("no: 2, 5", "2 and 5"), and the word alone as an empty one."""

    clash: tuple[str, ...] = ()

    def read(self, stated: str) -> bool | frozenset[str] | None:
        text = _bare(stated)
        if text.casefold() in ("yes", "no"):
            return text.casefold() == "yes" or (frozenset() if self.clash else False)
        return Letters(self.clash).read(re.sub(r"(?i)^no\b[\s:,;]*", "", text)) or None

    def mentions(self, text: str) -> frozenset[str]:
        words = frozenset(re.findall(r"\b(?:yes|no)\b", text.casefold()))
        return words | Letters(self.clash).mentions(text) if self.clash else words


@dataclass(frozen=True)
class Text:
    """One line of words, at most 10,000 characters, without marks around it and without a full stop."""

    def read(self, stated: str) -> str | None:
        text = stated.strip(_MARKS).removesuffix(".").strip(_MARKS)
        return None if "\n" in text or len(text) > 10_000 else text or None

    def mentions(self, text: str) -> frozenset[str]:
        return frozenset()


_MARKS: Final = ' \t\n*_`"“”'
_THESE: Final = r"(?: (?:of )?(?:these|them|those|the above|(?:the )?(?:options|choices)))?"
_NONE_OF: Final = rf"(?i)(?:none{_THESE}|no options?)"
_ALL_OF: Final = rf"(?i)all{_THESE}"
_NOUN: Final = r"\b(?:the )?(?:options?|choices?|letters?)\b:?"
_NEGATED: Final = r"(?i)\b(?:not|no|never|neither|nor|cannot|incorrect|wrong|false|doubt\w*)\b|n['’]t\b"
_DENIED: Final = r"(?i)\W{0,9}(?:not|no|never|false|wrong|incorrect)\b"
_SUPPOSED: Final = r"(?i)\b(?:if|unless|whether|when|suppos\w+|assum\w+|imagine|were)\b"
_HEDGED: Final = (
    r"(?i)\b(?:or|but|maybe|perhaps|possibl[ey]|probabl[ey]|likely|might|may|could|would|should|seems?|appears?"
    rf"|either|between|except|unsure|uncertain|guess)\b|[?%]|(?<![\d$€£])0?\.\d|{_SUPPOSED[4:]}"
)
_TAKEN_BACK: Final = (
    r"(?i)[.!?\n…][^\w\n.!?…]{0,9}(?:(?:oh|but|and|or|no|hmm)\b[^\w\n]{0,9})?(?:wait|actually|correction|hmm+|or"
    r"|scratch that|on second thoughts?|sorry|oops|maybe|perhaps|alternatively|no(?=[,.;:!—–]|\s*$)"
    r"|(?:i['’]m |i am )?not (?:sure|certain)|i take (?:it|that) back)\b"
)
_TAILS: Final = (r"[.!](?=\s)", r"[,\s]\s?(?:because|since|as|which)\b", r"\s[-–—]\s|[:;]\s|\s\(", r"[),]\s")
"""What may part an answer from what explains it in the same line, the strongest first: a new sentence."""
_SO: Final = r"(?:so|thus|therefore|hence|then|and|now|finally|consequently|overall|(?:in )?conclusion)\b"
_AHA: Final = r"(?i)^(?:[\W_]{0,9}(?:oh|wait|no|hmm+|sorry|actually|correction|edit)\s{0,3}[,.:;!–—-])+"
_THAT: Final = r"(?:i (?:can )?conclude|this means|which means|it follows)(?: that)?\b"
_LEAD: Final = rf"(?i)[\W_]*(?:(?:{_SO}|{_THAT})[\W_]*)*(?:(?:the|my|our|final|correct|right|best)\b[\W_]*)*"
_IS: Final = r"(?:is|are|must be)\b(?: (?:therefore|thus|clearly|then)\b)?(?:[\s*_`]{0,8}:)?|['’]s\b|[:=]"
_MAY_BE: Final = r"(?:isn|aren|was|wasn|were|can|cannot|could|may|might|would|should|seems?|appears?|must)\b"
_PHRASE: Final = rf"(?i)(?<![^\W_])answers?\b[\s*`)\]]{{0,8}}(?:{_IS}|(?={_MAY_BE}))"
_HEADING: Final = r"(?i)[\s*_#>:-]{0,9}(?:(?:the|my|final|correct)\s{1,3})*answer[\s*_#:-]{0,9}"
_CLAIM: Final = r"(?i)\b(?:is|are) (?:the|my) (?:[a-z]{1,20} )?answer\b"

_THOUGHT: Final = r"(?:think(?:ing)?|thoughts?|reasoning|scratchpad)\s{0,9}[>\]▷]"
_THINKING: Final = (
    rf"(?i)[<\[◁](?:{_THOUGHT}|(?<=<)\|channel\|>analysis|(?P<ends>/{_THOUGHT}|(?<=<)\|channel\|>final))"
)
_TAGS: Final = (
    r"(?i)[<_](?:(?<=<)(?:\|[^<>|\n]{1,40}\|>|/?(?:s|b|i|u|p|em|strong|code|br)\s?/?>)"
    r"|(?<=_)(?:(?<![^\W_]_)_*|_*(?!\w)))"
)
_QUOTES: Final = r"['’](?:(?!\w)|(?<=')(?<!\w'))"
"""Quotation marks that are no apostrophes within a word."""
_LATEX: Final = r"\\(?:boxed|text\w{0,9}|math\w{0,9})\s{0,9}\{([^{}]*)\}|\\[()\[\]]"


def read_answer(completion: str, shape: Shape | None = None) -> Reading:
    """What the completion states, in a shape (without one: a letter from A to E). Never raises for a text."""
    shape = shape or Letter()
    text = _visible(completion)
    if not text.strip(" \n\t*_`~#>-"):
        return Reading(failure="empty")
    block = _block(text)
    found = _in_lines(text[block[1] :] if block else text, shape)
    if found is None and block:
        stated, after, failure = _in_lines(block[0], shape) or (block[0].strip(), "", None)
        found = stated, after + text[block[1] :], failure
    if found is None:
        return Reading(value := shape.read(text.strip()), "unstated" if value is None else None)
    return Reading(failure=found[2]) if found[2] else _judged(found[0], found[1], shape)


def _visible(completion: str) -> str:
    """The text outside of thinking, without hidden and wide characters, end marks and tags of emphasis."""
    text = completion.replace("\r\n", "\n")
    for end in "\r\u2028\u2029\x85":
        text = text.replace(end, "\n")
    kinds = re.compile("<(?:wide|narrow|font|noBreak)>")
    strange = set("".join(re.findall(r"[^\x00-\x7f]+", text)))
    signs = {char: normalize("NFKC", char) for char in strange if kinds.match(decomposition(char))}
    signs |= {char: "" for char in strange if category(char) == "Cf"}
    if signs:
        text = text.translate({ord(char): sign for char, sign in signs.items()})
    kept, start, thinking = [""], 0, False
    for mark in re.finditer(_THINKING, text):
        if not thinking:
            kept.append(text[start : mark.start()])
            if mark["ends"]:  # what ends here began in the prompt
                kept.clear()
        start, thinking = mark.end(), not mark["ends"]
    return re.sub(_TAGS, "", "".join(kept) + ("" if thinking else text[start:]))


def _block(text: str) -> tuple[str, int] | None:
    """What the last block states that is marked as the answer, by a tag or in JSON, and where it ends."""
    begin, stated, end, at = -1, "", 0, 0
    for tag in re.finditer(r"(?i)<answer>", text):
        begin = tag.end()
    if begin >= 0 and (close := re.compile(r"(?i)</answer>|\Z").search(text, begin)):
        stated, end = text[begin : close.start()], close.end()
    decoder = json.JSONDecoder(parse_int=str, parse_float=str, parse_constant=str)
    while (brace := text.find("{", at)) >= 0:
        line = text.rfind("\n", 0, brace) + 1 if "\n" in text[max(0, brace - 29) : brace] else 0
        if line < at or not re.fullmatch(r"(?i)[ \t>*`-]{0,20}(?:<answer>)?", text[line:brace][:40]):
            at = text.find("\n", brace) + 1 or len(text)  # of a line the first brace counts, or none
            continue
        try:
            found, at = decoder.raw_decode(text, brace)
        except (json.JSONDecodeError, RecursionError) as error:  # what was parsed is not parsed again
            at = max(getattr(error, "pos", len(text)), brace + 1)
            continue
        alone = re.compile(r"(?i)[ \t`*]{0,20}(?:\n|\Z|</answer>)").match(text, at)
        if "answer" in found and alone and brace >= begin:
            begin, stated, end = brace + 1, _written(found["answer"]), at
    return None if begin < 0 else (stated, end)


def _written(part: Any) -> str:
    """A value of JSON as an answer would be written; nothing for an object or a list in a list."""
    if isinstance(part, list):
        return ", ".join("" if isinstance(one, list) else _written(one) for one in part) or "none"
    return (
        part if isinstance(part, str) else {True: "yes", False: "no"}[part] if isinstance(part, bool) else ""
    )


def _in_lines(text: str, shape: Shape) -> tuple[str, str, Failure | None] | None:
    """What the last line with a statement states, the text after it, and why it does not count."""
    text, folded = text + "\n", _folded(text)
    named, boxed = folded.rfind("answer"), text.rfind("\\boxed")
    while (sign := max(named, boxed)) >= 0:
        before, end = text.rfind("\n", 0, sign) + 1, text.index("\n", sign)
        for begin, failure in _statements(text[before:end], shape):
            stated, after = text[before + begin : end], text[end:]
            if not re.search(r"[^\W_]", stated):  # a heading: the answer is below it
                stated, _, after = after.strip().partition("\n")
            return stated.strip(), after, failure
        named = folded.rfind("answer", 0, before) if named >= before else named
        boxed = text.rfind("\\boxed", 0, before) if boxed >= before else boxed
    return None


def _folded(text: str) -> str:
    """The text in small letters, each where it was: an s may be a long one, and some letters would grow."""
    return text.replace("ſ", "s").replace("İ", "I").lower()


def _statements(line: str, shape: Shape) -> Iterator[tuple[int, Failure | None]]:
    """Where in a line something is stated as the answer, from its end, and why it does not count."""
    if re.fullmatch(_HEADING, line):
        yield len(line), None
    for phrase in list(re.finditer(_PHRASE, line))[:-4:-1]:  # three at most, to bound the work
        failure = _doubted(line[: phrase.start()], _LEAD)
        sentence = re.split(r"[.!?]\s", line[phrase.end() :], maxsplit=1)[0]
        if failure is None or isinstance(shape, Text) or shape.mentions(sentence):
            yield phrase.end(), failure
    if "\\boxed" in line:
        yield line.index("\\boxed"), _doubted(line[: line.index("\\boxed")], r"(?s:.*)")


def _doubted(lead: str, asserting: str) -> Failure | None:
    """Why the words before "answer is" make it no statement. asserting: what its last clause may be."""
    sentence = re.sub(_AHA, "", re.split(r"[.!?]\s", lead)[-1])
    clause = re.split(r"[,;–—]|\s-\s", sentence)[-1]
    if re.search(_NEGATED, clause if re.match(rf"(?i)[\W_]*{_SO}", clause) else sentence):
        return "negated"
    hedged = re.search(_SUPPOSED, sentence[: -len(clause) or None]) or re.search(_HEDGED, clause)
    return "hedged" if hedged or not re.fullmatch(asserting, clause) else None


def _judged(stated: str, after: str, shape: Shape) -> Reading:
    """The reading of what is stated, with regard to the rest of its line and to the text after it."""
    for _ in range(3):  # one in another
        stated = re.sub(_LATEX, r" \1 ", stated)
    value, head, tail = shape.read(stated), stated, ""
    for separator in _TAILS:
        if value is None and (parting := re.search(separator, stated)):
            head, tail = stated[: parting.start()], stated[parting.start() :]
            value = None if isinstance(shape, Letters) and tail[0] == "," else shape.read(head)
    if value is None:
        several = len(shape.mentions(stated)) > 1
        unread: Failure = "hedged" if re.search(_HEDGED, stated) else "several" if several else "unknown"
        return Reading(failure="negated" if re.search(_NEGATED, stated) else unread)
    same_sentence, rest = "" if re.match("[.!]", tail) else tail, tail + after
    if re.match(_DENIED, same_sentence):
        return Reading(failure="negated")
    sentence = re.split(r"[.!]\s", same_sentence, maxsplit=1)[0]
    if re.search(_HEDGED, sentence) or re.search(_TAKEN_BACK, "\n" + rest):
        return Reading(failure="hedged")
    named = shape.mentions(tail)
    for claim in re.finditer(_CLAIM, rest) if "answer" in _folded(rest) else ():
        named |= shape.mentions(re.split(r"[.!?\n]", rest[max(0, claim.start() - 99) : claim.start()])[-1])
    below = after.strip().partition("\n")[0]
    other = shape.mentions(below) and shape.read(below) not in (None, value)
    return Reading(failure="several") if other or named - shape.mentions(head) else Reading(value)


@lru_cache(maxsize=64)
def _alone(labels: tuple[str, ...]) -> re.Pattern[str]:
    """Each of the labels where it is a word of its own."""
    named = (f"{label}(?<![\\w'’]{label})" for label in map(re.escape, labels))
    return re.compile(f"(?:{'|'.join(named)})(?![\\w'’])")


def _label(text: str, labels: tuple[str, ...]) -> str | None:
    """The label that a text is, with "option" before it or brackets around it; small letters are read."""
    found = re.fullmatch(rf"(?i)(?:{_NOUN})?[\s(\[{{]*(.*?)[\s)\]}}.:!,]*", text) if len(text) < 200 else None
    name = found[1] if found else ""
    folded = [label for label in labels if label.casefold() == name.casefold()]
    return name if name in labels else folded[0] if len(folded) == 1 else None


def _bare(text: str) -> str:
    """The text without markdown, quotation marks, bullets, brackets around it and a full stop at its end."""
    text = re.sub(_QUOTES, " ", text)
    for mark in '*_`$"“”„«»‘':
        text = text.replace(mark, " ")
    return re.sub(r"^\s*(?:[#>|•–—-]+\s+)*", "", " ".join(text.split())).lstrip("([{ ").rstrip(")]}.! ")
