"""The grammar of commitment: patterns over the tables of phrases.

They run on lower-case text over windows of bounded length, and none repeats a repetition without a bound, so
that the work for each label that a text mentions is bounded, whatever the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from attrs import frozen

from cocoa_core.records.answers import phrases as tables

__all__ = ["Patterns", "any_of", "patterns"]


@frozen
class Patterns:
    """Compiled on first use. link_words, noun_words: the last word before a label, without which `link` and
    `labelled` cannot match.

    The patterns of the first block end at the label, or at what leads up to it; those of the second start
    behind it; those of the third look at a part of the sentence. After each, what it finds where the label
    is B.
    """

    link_words: frozenset[str]
    noun_words: frozenset[str]

    refused: re.Pattern[str]  # "not", "rule out", "rather than"
    link: re.Pattern[str]  # "... is" (copula), "go with" (choose), "so" (conclude)
    labelled: re.Pattern[str]  # "the answer:", "my choice ("
    labelled_weakly: re.Pattern[str]  # "option:", which need not be the answer
    owned: re.Pattern[str]  # of what `labelled` finds: "my choice", which needs no sign before the label
    arrow: re.Pattern[str]  # "=>"
    replied: re.Pattern[str]  # "A:" as the answer to a "Q:"
    boxed: re.Pattern[str]  # "\boxed{"
    not_but: re.Pattern[str]  # "not A but"
    in_brackets: re.Pattern[str]  # "the answer is the Delta flight ("

    ended: re.Pattern[str]  # the end of the sentence, or "because"
    right: re.Pattern[str]  # "is the answer"
    fulfils: re.Pattern[str]  # "meets all conditions"
    wrong: re.Pattern[str]  # "is not a valid option", "fails"
    denied: re.Pattern[str]  # "is not", "if", a cross: nothing is said for the label
    limited: re.Pattern[str]  # after `fulfils`: "..., but"
    asked: re.Pattern[str]  # "?" after a word or two
    asked_at_length: re.Pattern[str]  # "?" anywhere in the sentence

    subject: re.Pattern[str]  # what is said to be B: "the correct option"
    subject_weakly: re.Pattern[str]  # "the only flight"
    pronoun: re.Pattern[str]  # "it"
    unsettled: re.Pattern[str]  # between subject and "is": "might", "if"
    supposed: re.Pattern[str]  # before the subject: "suppose", "the second"
    partial: re.Pattern[str]  # "the first condition", "so far"
    unwilling: re.Pattern[str]  # before "choose": "would not"
    doubted: re.Pattern[str]  # before "B is ...": "if", "I don't think"
    conclusive: re.Pattern[str]  # "overall", "only": what fulfils is then a conclusion
    question: re.Pattern[str]  # the sentence begins as questions do: "is", "why"
    whole: re.Pattern[str]  # "all conditions", "your request"


@cache
def patterns() -> Patterns:
    """The patterns by which one mention of a label is judged."""
    links = (
        *tables.IDENTIFY,
        *tables.CHOOSE,
        *tables.CONCLUDE,
        *tables.ADVERBS,
        *tables.REJECT,
        *tables.CONTRAST,
    )
    nouns = (*tables.ANSWERS, *tables.THINGS, *tables.GOOD, *tables.AFTER_NOUN, *tables.WEAK_NOUNS)
    sources = _links() | _subjects() | _reservations() | _predicates() | _denials()
    return Patterns(
        frozenset(phrase.split()[-1] for phrase in (*links, "but")),
        frozenset(phrase.split()[-1] for phrase in nouns),
        **{name: re.compile(source) for name, source in sources.items()},
    )


def any_of(phrases: Iterable[str]) -> str:
    """A pattern for any of the phrases, the longest first."""
    return "(?:" + "|".join(sorted(phrases, key=lambda phrase: (-len(phrase), phrase))) + ")"


_CLOSE = r"[\"')\]}>]{0,4}(?: ?\([^()\n]{0,60}\))?"
_WHOLE = (
    r"(?:all|every|each|everything|both|(?:the|your|their|my|these|those|any)(?: [\w']{1,12}){0,2}"
    r" (?:criteria|requirements?|conditions|constraints|request|needs|specifications|preferences|query))"
)
_VERB = (
    r"(?:is|was|are|(?:must|would|should|will|has to|have to|seems? to|appears? to|turns out to) be"
    r"|looks like|looks|seems|becomes|remains|stands as)"
)
_PAUSE = r"(?= ?(?:[.,;!)\n]|\Z|(?:because|since|as|for|among|of|overall|here)\b))"


def _noun() -> str:
    """What names the answer: "answer", "correct option", "chosen laptop"."""
    thing, good, firm = any_of(tables.THINGS), any_of(tables.GOOD), any_of(tables.FIRM)
    return rf"(?:{any_of(tables.ANSWERS)}|{good}(?: [\w-]{{1,16}}){{0,2}} {thing}|{firm} [\w-]{{1,16}})"


def _links() -> dict[str, str]:
    adverb, refused, contrast = any_of(tables.ADVERBS), any_of(tables.REJECT), any_of(tables.CONTRAST)
    after_noun = rf"(?: {any_of(tables.AFTER_NOUN)}| ?\([^()\n]{{1,40}}\))"
    return {
        "refused": rf"(?:\b{contrast}|(?P<no>\b{refused}|n't)(?: be)?)(?: either| both)?[^\w.!;?]{{0,4}}\Z",
        "link": rf"(?:(?:\b{any_of(tables.IDENTIFY)}|'s)(?P<copula>)|\b{any_of(tables.CHOOSE)}(?P<choose>)"
        rf"|\b{any_of(tables.CONCLUDE)}(?P<conclude>))"
        rf"(?:[ ,:]{{1,3}}(?:and )?{adverb}){{0,3}}(?:[^\w.!;?]{{1,12}}|\.{{2,3}}\s|…\s)?\Z",
        "labelled": rf"\b(?:{_noun()}|correct|best|final){after_noun}{{0,2}}"
        r"(?P<mark>[^\w.!]{1,12}|\.{2,3}\s|(?<=\bans)\. )\Z",
        "labelled_weakly": rf"\b{any_of(tables.WEAK_NOUNS)}(?: is)?[^\w.!]{{0,3}}[:=>→][^\w.!]{{0,6}}\Z",
        "owned": r"(?:answer|\b(?:my|our|final|correct) (?:\w{1,12} )?\w{1,16}|\bans)\Z",
        "arrow": r"(?<!\W\w)(?<!\W\w )(?:=>|[→⇒∴]) ?\W{0,4}\Z",
        "replied": r"(?:\A|\n)a[:.] ?\Z",
        "boxed": r"\\(?:boxed|fbox)\W{0,4}\Z",
        "in_brackets": rf"\b(?:{_noun()} (?:is|would be)|{any_of(tables.CHOOSE)})"
        r"(?: [^\s,;()]{1,20}){1,9} \(\Z",
        "not_but": r"\bnot (?:option )?\W{0,2}\w{1,2}\W{0,2} (?:but|it's|rather|instead)"
        r"(?: rather| instead)?\W{0,3}\Z",
    }


def _subjects() -> dict[str, str]:
    thing, few = any_of(tables.THINGS), r"(?: [\w-]{1,16}){0,2}"
    modal = "(?:must|has to|would|should|will|can only|could only|probably)"
    return {
        "subject": rf"\b(?:{_noun()}\b|(?:correct|best)(?: (?:for|overall|here)\b| ?\Z)"
        rf"|(?:i|we)(?:'d|'ll| would| will)? {any_of(tables.CHOOSE)} ?\Z)",
        "subject_weakly": rf"\b(?:{any_of(tables.FULFIL)}|guess|only{few} {thing}|the {thing})\b",
        "pronoun": rf"\b(?:it|that|this)(?: {modal})? ?\Z",
    }


def _reservations() -> dict[str, str]:
    determiner = "(?:the|my|our|its?|your|this)"
    ordinal = (
        "(?:first|second|third|fourth|fifth|one|two|three|four|this|that|these|most|some|many|last|next)"
    )
    part = "(?:condition|criteri(?:on|a)|requirement|constraint|clause|part|step)"
    unsure = "(?:if|whether|suppose|supposing|assuming|unless|i doubt|maybe|perhaps|say)"
    return {
        "unsettled": rf"\b{any_of(tables.UNSETTLED)}\b|n't|\b(?<!for )(?:we|you|i|he|she|they)\b",
        "supposed": rf"\b{any_of(tables.SUPPOSE)}(?: that)?,?(?: {determiner})?(?: \w{{1,12}})?[ ,:]{{0,2}}\Z"
        rf"|\b{any_of(tables.OTHERS)}(?: \w{{1,12}})? \Z",
        "partial": rf"\b{ordinal} (?:of\b|{part})|\b{part} \(?\d|so far\b",
        "unwilling": rf"(?:\b{any_of(tables.UNWILLING)}\b|n't)(?: \w{{1,12}}){{0,2}} ?\Z",
        "doubted": rf"(?:\b{unsure}|\b(?:than|unlike|neither|nor|not|why not)"
        r"|(?:not|n't) (?:think|believe|say|see|feel))(?: that)?\W{0,3}\Z",
        "conclusive": r"\b(?:only|overall|in conclusion|to conclude|in summary|in short|leaving|leaves)\b",
    }


def _predicates() -> dict[str, str]:
    thing, fulfil = any_of(tables.THINGS), any_of(tables.FULFIL)
    adverb = rf"(?:{any_of(tables.ADVERBS)}|alone|fully|perfectly|completely|does|best|exactly)"
    softly = rf"(?:,? {adverb}\b,?){{0,2}} "
    firmly = rf"(?:,? {adverb}(?=[ ,])){{0,2}}"
    praise = "(?: (?:the|my|our|your|an?|final|correct|right|best|only|single|overall|most|ideal|clear)){0,4}"
    aside = r", [^,.;!?\n]{1,80},"
    only = r"(?: the)?(?: (?:only|one|sole|single|last|remaining)){1,3}"
    relative = r"(?: (?:that|which|to|who|left|remaining|standing))?(?: [\w-]{1,12})?"
    return {
        "ended": rf"{_CLOSE} ?(?:\Z|[.,;!)\n(]|[-–—] |(?:because|since|as|for|with|given|which|instead)\b)",
        "right": rf"{_CLOSE}(?:{aside})?(?:(?:{softly}{_VERB}|'s){firmly}(?:{aside}|,?){praise}(?:"
        r" (?:answer|choice|pick|selection|winner|solution|recommendation|what i)\b"
        rf"| (?:correct|right|best|ideal|optimal|most suitable|most appropriate){_PAUSE}"
        rf"| (?:best|better|right|correct|perfect|ideal|matching|desired)(?: [\w-]{{1,12}})? {thing}\b"
        rf"| (?:the|best|right|correct|perfect|ideal) (?:match|fit){_PAUSE}"
        rf"| (?:right|correct|matching) \w{{1,16}}{_PAUSE})"
        r"|,? (?:it is\b|final answer|is my final))",
        "fulfils": rf"{_CLOSE}{softly}(?:"
        rf"{_VERB}{only}(?: [\w-]{{1,16}}){{0,2}}{relative} {fulfil}\b"
        rf"|{_VERB} the(?: [\w-]{{1,16}}){{1,2}} (?:that|which) {fulfil} {_WHOLE}"
        rf"|{_VERB}{only}(?: (?:{thing}|\w{{1,16}}))?(?: (?:left|remaining|standing))?{_PAUSE}"
        rf"|{fulfil}(?: with| to)? {_WHOLE}"
        r"|(?:works?|remains?|is left|are left|wins|qualif(?:y|ies)|(?:is|are) (?:valid|a match)|passes|fits"
        rf"|survives?){_PAUSE}|(?:both|all) (?:work|fit|qualify|satisfy|match|pass)\b)",
        "whole": rf"\b{_WHOLE}(?!\w)",
    }


def _denials() -> dict[str, str]:
    good = "(?:answer|valid|possible|viable|acceptable|correct|right|best|option|choice|match|fit|suitable)"
    return {
        "wrong": rf"{_CLOSE} (?:(?:is|was|are|were|also|both|all|would|therefore|thus|clearly) ){{0,2}}(?:"
        rf"(?:not|isn't|wasn't|aren't)(?: [\w-]{{1,12}}){{0,2}} {good}\b|(?:cannot|can't|couldn't) be\b"
        rf"|(?:does not|doesn't|do not|don't)(?: fully| even)? {any_of(tables.FULFIL)}\b|(?:fail|violate)s?\b"
        r"|(?:incorrect|wrong|invalid|eliminated|excluded|ruled out|rejected|disqualified|out)\b(?! of))",
        "denied": rf"[\"'] ?:|{_CLOSE} ?(?:(?:is|was|are|were|do|does|did|has|have|can|could|would|should)"
        r"(?: \w{1,12})? not\b|\w{2,6}n't\b|cannot\b|never\b|if\b(?! i\b)|fail|violat|exceed|lacks\b"
        r"|no longer|❌|✗|✘|✖)",
        "limited": r"[^.!?\n]{0,120}?\b(?:but|except|so far|apart from|however|until|yet|though|only if"
        r"|other than)\b",
        "asked": rf"{_CLOSE}(?:,? \w{{1,12}}){{0,2}} ?\?",
        "asked_at_length": r"[^.!?\n]{0,200}\?",
        "question": r"\W{0,4}(?:and |but |or |so )?(?:is|are|was|could|can|should|would|will|does|do|did"
        r"|might|may|why|what|which|how|whether)\b",
    }
