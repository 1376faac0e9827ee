"""The grammar of commitment: patterns over the tables of phrases.

They run on lower-case text over windows of bounded length, and none repeats a repetition without a bound, so
that the work for each label that a text mentions is bounded, whatever the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from attrs import frozen

from cocoa_core.records import answers_phrases as tables

__all__ = ["Patterns", "any_of", "patterns"]


@frozen
class Patterns:
    """Compiled on first use. Those in the first block end at the label, those in the second start behind it.

    link_words and noun_words: the last word before the label, without which `link` and `labelled` cannot match.
    """

    link_words: frozenset[str]
    noun_words: frozenset[str]

    link: re.Pattern[str]
    labelled: re.Pattern[str]
    labelled_weakly: re.Pattern[str]
    owned: re.Pattern[str]
    replied: re.Pattern[str]
    boxed: re.Pattern[str]
    subject: re.Pattern[str]
    subject_weakly: re.Pattern[str]
    pronoun: re.Pattern[str]
    not_but: re.Pattern[str]
    in_brackets: re.Pattern[str]
    unsettled: re.Pattern[str]
    supposed: re.Pattern[str]
    partial: re.Pattern[str]
    unwilling: re.Pattern[str]
    doubted: re.Pattern[str]
    conclusive: re.Pattern[str]

    ended: re.Pattern[str]
    right: re.Pattern[str]
    fulfils: re.Pattern[str]
    wrong: re.Pattern[str]
    denied: re.Pattern[str]
    limited: re.Pattern[str]
    asked: re.Pattern[str]
    whole: re.Pattern[str]


@cache
def patterns() -> Patterns:
    """The patterns by which one mention of a label is judged."""
    link_tables = (tables.IDENTIFY, tables.CHOOSE, tables.CONCLUDE, tables.ADVERBS, tables.REJECT, tables.CONTRAST)
    nouns = (*tables.ANSWERS, *tables.THINGS, *tables.GOOD, *_AFTER_NOUN, *_WEAK_NOUNS)
    compiled = {name: re.compile(pattern) for name, pattern in (_before() | _after()).items()}
    return Patterns(
        frozenset(phrase.split()[-1] for table in (*link_tables, ("but",)) for phrase in table),
        frozenset(phrase.split()[-1] for phrase in nouns),
        **compiled,
    )


def any_of(phrases: Iterable[str]) -> str:
    """A pattern for any of the phrases, the longest first."""
    return "(?:" + "|".join(sorted(phrases, key=lambda phrase: (-len(phrase), phrase))) + ")"


_AFTER_NOUN = ("is", "here", "key", "letter", "below", "chosen", "would be", "is clear", "is obvious", "question")
_WEAK_NOUNS = ("option", "label", "letter", "result", "flight", "output", "final", "guess")
_WHOLE = (
    r"(?:all|every|each|everything|both|(?:the|your|their|my|these|those|any)(?: [\w']{1,12}){0,2}"
    r" (?:criteria|requirements?|conditions|constraints|request|needs|specifications|preferences|query))"
)
_VERB = (
    r"(?:is|was|are|(?:must|would|should|will|has to|have to|seems? to|appears? to|turns out to) be"
    r"|looks like|seems|becomes|remains)"
)


def _before() -> dict[str, str]:
    thing, good, answer, adverb = map(any_of, (tables.THINGS, tables.GOOD, tables.ANSWERS, tables.ADVERBS))
    noun = rf"(?:{answer}|{good}(?: \w{{1,12}})?(?: {thing})?)"
    more = (
        r"(?: (?:is|here|key|letter|below|option|choice|chosen|selected|would be|is clear|is obvious"
        r"|to (?:this|the|your) question)| ?\([^()\n]{1,40}\))"
    )
    ordinal = "(?:first|second|third|fourth|fifth|one|two|three|four|this|that|these|most|some|many|last|next)"
    part = "(?:condition|criteri(?:on|a)|requirement|constraint|clause|part|step)"
    return {
        "link": rf"(?:(?:\b{any_of(tables.CONTRAST)}|(?P<no>\b{any_of(tables.REJECT)}|n't)(?: be)?)"
        rf"(?: either| both)?[^\w.!;?]{{0,4}}\Z(?P<refused>)"
        rf"|(?:\b{any_of(tables.IDENTIFY)}|'s)(?P<copula>)|\b{any_of(tables.CHOOSE)}(?P<choose>)"
        rf"|\b{any_of(tables.CONCLUDE)}(?P<conclude>))"
        rf"(?:[ ,:]{{1,3}}{adverb}){{0,3}}(?:[^\w.!;?]{{1,12}}|\.{{2,3}}\s|…\s)?\Z",
        "labelled": rf"\b{noun}{more}{{0,2}}(?P<mark>[^\w.!]{{1,12}}|\.{{2,3}}\s|(?<=\bans)\. )\Z",
        "labelled_weakly": rf"\b{any_of(_WEAK_NOUNS)}(?: is)?[^\w.!]{{0,3}}[:=>→][^\w.!]{{0,6}}\Z",
        "owned": r"(?:answer|\b(?:my|our|final|correct) (?:\w{1,12} )?\w{1,16}|\bans)\Z",
        "replied": r"(?:\A|\n)a[:.] ?\Z",
        "boxed": r"\\(?:boxed|fbox)\W{0,4}\Z",
        "subject": rf"\b(?:{answer}|{good}(?: [\w-]{{1,16}}){{0,2}} {thing}|correct|best|{good} [\w-]{{1,16}})\b",
        "subject_weakly": rf"\b(?:{any_of(tables.FULFIL)}|guess|only(?: [\w-]{{1,16}}){{0,2}} {thing}|the {thing})\b",
        "pronoun": r"\b(?:it|that|this)(?: (?:must|has to|would|should|will|can only|could only|probably))? ?\Z",
        "not_but": r"\bnot (?:option )?\W{0,2}\w{1,2}\W{0,2} (?:but|it's|rather|instead)(?: rather| instead)?\W{0,3}\Z",
        "in_brackets": rf"\b(?:{answer} (?:is|would be)|{any_of(tables.CHOOSE)})(?: [^\s,;()]{{1,20}}){{1,9}} \(\Z",
        "unsettled": rf"\b{any_of(tables.UNSETTLED)}\b|n't|\b(?<!for )(?:we|you|i|he|she|they)\b",
        "supposed": rf"\b{any_of(tables.SUPPOSE)}(?: that)?,?(?: (?:the|my|our|its?|your|this))?"
        r"(?: \w{1,12})?[ ,:]{0,2}\Z",
        "partial": rf"\b{ordinal} (?:of\b|{part})|\b{part} \(?\d|so far\b",
        "unwilling": rf"(?:\b{any_of(tables.UNWILLING)}\b|n't)(?: \w{{1,12}}){{0,2}} ?\Z",
        "doubted": r"(?:\b(?:if|whether|suppose|supposing|assuming|unless|than|unlike|neither|nor|not|doubt|why not"
        r"|maybe|perhaps|say)|(?:not|n't) (?:think|believe|say|see|feel))(?: that)?\W{0,3}\Z",
        "conclusive": r"\b(?:only|overall|in conclusion|to conclude|in summary|in short|leaving|leaves)\b",
    }


def _after() -> dict[str, str]:
    thing, fulfil = any_of(tables.THINGS), any_of(tables.FULFIL)
    close = r"[\"')\]}>]{0,4}(?: ?\([^()\n]{0,60}\))?"
    adverb = rf"(?:{any_of(tables.ADVERBS)}|alone|fully|perfectly|completely|does|best|exactly)"
    softly = rf"(?:,? {adverb}\b,?){{0,2}} "
    pause = r"(?= ?(?:[.,;!)\n]|\Z|(?:because|since|as|for|among|of|overall|here)\b))"
    praise = r"(?: (?:the|my|our|your|a|an|final|correct|right|best|only|single|overall|most|ideal|clear|one)){0,4}"
    only = r"(?: the)?(?: (?:only|one|sole|single|last|remaining)){1,3}"
    relative = r"(?: (?:that|which|to|who|left|remaining|standing))?(?: [\w-]{1,12})?"
    good = r"(?:answer|valid|possible|viable|acceptable|correct|right|best|option|choice|match|fit|suitable)"
    return {
        "ended": rf"{close} ?(?:\Z|[.,;!)\n(]|[-–—] |(?:because|since|as|for|with|given|which|instead)\b)",
        "right": rf"{close}(?:{softly}{_VERB}(?:,? {adverb}(?=[ ,])){{0,2}},?{praise}(?:"
        rf" (?:answer|choice|pick|selection|winner|solution|recommendation|what i)\b"
        rf"| (?:correct|right|best|ideal|optimal|most suitable|most appropriate|match|fit){pause}"
        rf"| (?:best|better|right|correct|perfect|ideal|matching)(?: [\w-]{{1,12}})? {thing}\b"
        rf"| (?:best|right|correct|matching) \w{{1,16}}{pause})"
        r"|,? (?:it is\b|final answer|is my final))",
        "fulfils": rf"{close}{softly}(?:"
        rf"{_VERB}{only}(?: [\w-]{{1,16}}){{0,2}}{relative} {fulfil}\b"
        rf"|{_VERB} the(?: [\w-]{{1,16}}){{1,2}} (?:that|which) {fulfil} {_WHOLE}"
        rf"|{_VERB}{only}(?: (?:{thing}|\w{{1,16}}))?(?: (?:left|remaining|standing))?{pause}"
        rf"|{fulfil}(?: with| to)? {_WHOLE}"
        rf"|(?:works?|remains?|is left|are left|wins|qualif(?:y|ies)|(?:is|are) valid|passes|fits|survives?){pause}"
        r"|(?:both|all) (?:work|fit|qualify|satisfy|match|pass)\b)",
        "wrong": rf"{close} (?:(?:is|was|are|were|also|both|all|would|will|therefore|thus|clearly) ){{0,2}}(?:"
        rf"(?:not|isn't|wasn't|aren't)(?: [\w-]{{1,12}}){{0,2}} {good}\b|(?:cannot|can't|couldn't) be\b"
        rf"|(?:does not|doesn't|do not|don't)(?: fully| even)? {fulfil}\b|fails?\b"
        r"|(?:incorrect|wrong|invalid|eliminated|excluded|ruled out|rejected|disqualified|out)\b(?! of))",
        "denied": rf"{close} ?(?:(?:is|was|are|were|does|do|did|has|have|can|could|would|should|will)"
        r"(?: \w{1,12})? not\b|\w{2,6}n't\b|cannot\b|never\b|if\b(?! i\b)|fail|violat|exceed|lacks\b|no longer|❌|✗|✘|✖)",
        "limited": r"[^.!?\n]{0,120}?\b(?:but|except|so far|apart from|however|until|yet|though|only if|other than)\b",
        "asked": r"[^.!?\n(]{0,200}\?",
        "whole": rf"\b{_WHOLE}(?!\w)",
    }
