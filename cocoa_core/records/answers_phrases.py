"""The words by which people commit to an option, take it back, or decline to choose.

Patterns run on lower-case text over windows of bounded length. None repeats a repetition, so no text can make
one backtrack for more than the square of its window.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from attrs import frozen

__all__ = ["OPTION_WORDS", "Phrases", "phrases"]

OPTION_WORDS: Final = (
    "option",
    "options",
    "choice",
    "choices",
    "letter",
    "flight",
    "candidate",
    "item",
    "itinerary",
    "hotel",
    "laptop",
    "plan",
    "product",
    "offer",
)
"""What may stand between "the answer is" and the label."""

_THING: Final = (
    rf"(?:{'|'.join(OPTION_WORDS)}|answer|one|alternative|selection|pick|match|fit|possibility|solution|label)"
)
_GOOD: Final = (
    "(?:correct|right|best|chosen|selected|recommended|matching|winning|preferred|ideal|optimal|appropriate"
    "|suitable|proper|final|best[- ]matching|best[- ]fitting)"
)
_ANSWER: Final = (
    "(?:(?:final|correct|selected|chosen|best)?answer|ans|solution"
    "|verdict|selection|selected|pick|choice|recommendation|decision|response|winner|conclusion|prediction"
    "|best match|best fit|best overall|(?:final|correct|selected|chosen|best)(?:option|choice))"
)
_FULFILS: Final = (
    "(?:satisf(?:y|ies|ying|ied)|meet(?:s|ing)?|met|match(?:es|ing)?|fits?|fitting|works?|fulfil(?:l|ls|s|ling)?"
    "|compl(?:y|ies|ying)|pass(?:es|ing)?|qualif(?:y|ies|ying)|adheres?|suits?|conforms?|survives?|remain(?:s|ing)?"
    "|left|standing|valid|viable|acceptable|possible)"
)
_WHOLE: Final = (
    "(?:all|every|each|everything|both|(?:the|your|their|my|these|those|any)(?: [\\w']{1,12}){0,2}"
    " (?:criteria|requirements?|conditions|constraints|request|needs|specifications|preferences|query))"
)
_ADVERB: Final = (
    "(?:therefore|thus|hence|clearly|probably|(?:most |very )?likely|definitely|indeed|simply|just|still|actually"
    "|really|certainly|obviously|only|either|both|now|then|also|again|in fact|of course|the following|as follows"
    "|below|undoubtedly|surely|ultimately|namely|consequently|instead|rather|labell?ed|the \\w{1,12} labell?ed|the)"
)
_IS: Final = "(?:is|was|be|are|remains|becomes|equals|=)"
_CHOOSE: Final = (
    "(?:(?:go|goes|going|went|gone|stick|sticking|stay|staying) with|(?:go|going|opt|opting|opted|vote|voting) for"
    "|settl(?:e|ed|ing) on|choos(?:e|es|ing)|chose|chosen|pick(?:s|ed|ing)?|select(?:s|ed|ing)?"
    "|recommend(?:s|ed|ing)?|suggest(?:s|ed|ing)?|book(?:s|ing)?)"
)
_SAY: Final = (
    "(?:so|thus|therefore|hence|ergo|consequently|finally|conclusion|conclude|overall|namely|i\\.e|think|believe"
    "|say|answer|meant?|leav(?:es|ing)(?: us| me)?(?: with)?|left with|down to|points to|leads to|no(?=,|:| -| —| –)|actually|correction|edit|make (?:that|it)|∴)"
)
_REFUSED: Final = (
    "(?:not|never|cannot|neither|nor|eliminat(?:e|es|ed|ing)|exclud(?:e|es|ed|ing)|(?:rul|cross)(?:e|es|ed|ing) out|discard(?:s|ed|ing)?"
    "|reject(?:s|ed|ing)?|dismiss(?:es|ed|ing)?)"
)
_CONTRAST: Final = "(?:than|instead of|except(?: for)?|unlike|besides|versus|vs|over|without|from|to)"
_VERB: Final = (
    r"(?:is|was|are|(?:must|would|should|will|has to|have to|seems? to|appears? to|turns out to) be"
    r"|looks like|seems|becomes|remains)"
)


@frozen
class Phrases:
    """Compiled once, on first use. "Before" patterns end at the label, "after" patterns start behind it."""

    link: re.Pattern[str]
    labelled: re.Pattern[str]
    labelled_weakly: re.Pattern[str]
    boxed: re.Pattern[str]
    subject: re.Pattern[str]
    subject_weakly: re.Pattern[str]
    pronoun: re.Pattern[str]
    not_but: re.Pattern[str]
    owned: re.Pattern[str]
    replied: re.Pattern[str]
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
def phrases() -> Phrases:
    """The patterns by which one mention of a label is judged."""
    return Phrases(**{name: re.compile(pattern) for name, pattern in (_before() | _after()).items()})


def _before() -> dict[str, str]:
    noun = rf"(?:{_ANSWER}|\b{_GOOD}(?: \w{{1,12}})?(?: {_THING})?)"
    more = (
        r"(?: (?:is|here|key|letter|below|option|choice|chosen|selected|would be|is clear|is obvious|is simple|to (?:this|the|your) question)"
        r"| ?\([^()\n]{1,40}\))"
    )
    return {
        "link": rf"(?:(?:\b{_CONTRAST}|(?P<no>\b{_REFUSED}|n't)(?: be)?)(?: either| both)?[^\w.!;?]{{0,4}}\Z(?P<refused>)|(?:\b{_IS}|'s)(?P<copula>)|\b{_CHOOSE}(?P<choose>)"
        rf"|\b{_SAY}(?P<say>))(?:[ ,:]{{1,3}}{_ADVERB}){{0,3}}(?:[^\w.!;?]{{1,12}}|\.{{2,3}}\s|…\s)?\Z",
        "labelled": rf"\b{noun}{more}{{0,2}}(?P<mark>[^\w.!]{{1,12}}|\.{{2,3}}\s|(?<=\bans)\. )\Z",
        "labelled_weakly": r"\b(?:option|label|letter|result|flight|output|final|guess)"
        r"(?: is)?(?P<mark>[^\w.!]{0,3}[:=>→][^\w.!]{0,6})\Z",
        "boxed": r"\\(?:boxed|fbox)\W{0,4}\Z",
        "subject": rf"\b(?:{_ANSWER}|{_GOOD}(?: [\w-]{{1,16}}){{0,2}} {_THING}|correct|best|{_GOOD} [\w-]{{1,16}})\b",
        "subject_weakly": rf"\b(?:{_FULFILS}|guess|only(?: [\w-]{{1,16}}){{0,2}} {_THING}|the {_THING})\b",
        "pronoun": r"\b(?:it|that|this)(?: (?:must|has to|would|should|will|can only|could only|probably))?[ ]?\Z",
        "owned": r"(?:answer|\b(?:my|our|final|correct) (?:\w{1,12} )?\w{1,16}|\bans)\Z",
        "not_but": r"\bnot (?:option )?\W{0,2}\w{1,2}\W{0,2} (?:but|it's|rather|instead)(?: rather| instead)?\W{0,3}\Z",
        "replied": r"(?:\A|\n)a[:.] ?\Z",
        "in_brackets": rf"\b(?:{_ANSWER} (?:is|would be)|{_CHOOSE})(?: [^\s,;()]{{1,20}}){{1,9}} \(\Z",
        "unsettled": r"\b(?:not|never|cannot|neither|nor|no|might|may|could|perhaps|maybe|possibly|fails?|violates?"
        r"|wrong|incorrect|eliminat\w{1,4}|exclud\w{1,4}|whether|if|depends|(?<!for )(?:we|you|i|he|she|they)|because|since|but"
        r"|when|while|start\w{0,3}|between|than)\b|n't",
        "supposed": r"\b(?:if|whether|suppose|supposing|assum(?:e|ing)|unless|imagine|pretend|otherwise|then maybe"
        r"|i (?:\w{1,12} )?thought(?: that)?|at first(?: glance| sight)?|initially|perhaps|maybe|possibly"
        r"|followed by|might think|may think|could think|not sure|doubt|don't think|not think|not say|first"
        r"|second|third|next|other|another|wrong|incorrect|previous|initial|tentative|preliminary|original|earlier"
        r"|cheapest|why not|not)"
        r"(?: that)?,?(?: (?:the|my|our|its?|your|this))?(?: \w{1,12})?[ ,:]{0,2}\Z",
        "partial": r"\b(?:first|second|third|fourth|fifth|one|two|three|four|this|that|these|most|some|many|last|next)"
        r" (?:of\b|condition|criteri|requirement|constraint|clause|part|step|sentence)"
        r"|\b(?:condition|criterion|requirement|constraint|clause|part|step) \(?\d|so far\b",
        "unwilling": r"(?:\b(?:not|never|cannot|if|whether|why|when|unless|may|might|could|no reason to|should i"
        r"|would i|do i|avoid|refuse to|one|someone)\b|n't)(?: \w{1,12}){0,2} ?\Z",
        "doubted": r"(?:\b(?:if|whether|suppose|supposing|assuming|unless|than|unlike|neither|nor|not|doubt|why not"
        r"|maybe|perhaps|say)|(?:not|n't) (?:think|believe|say|see|feel))(?: that)?\W{0,3}\Z",
        "conclusive": r"\b(?:only|overall|in conclusion|to conclude|in summary|in short|leaving|leaves)\b",
    }


def _after() -> dict[str, str]:
    close = r"[\"')\]}>]{0,4}(?: ?\([^()\n]{0,60}\))?"
    adverb = rf"(?:{_ADVERB}|alone|fully|perfectly|completely|does|best|exactly)"
    softly = rf"(?:,? {adverb}\b,?){{0,2}} "
    pause = r"(?= ?(?:[.,;!)\n]|\Z|(?:because|since|as|for|among|of|overall|here)\b))"
    praise = r"(?: (?:the|my|our|your|a|an|final|correct|right|best|only|single|overall|most|ideal|clear|one)){0,4}"
    only = r"(?: the)?(?: (?:only|one|sole|single|last|remaining)){1,3}"
    relative = r"(?: (?:that|which|to|who|left|remaining|standing))?(?: [\w-]{1,12})?"
    good = r"(?:answer|valid|possible|viable|acceptable|correct|right|best|option|choice|match|fit|suitable)"
    return {
        "ended": rf"{close} ?(?:\Z|[.,;!)\n(]|[-–—] |(?:because|since|as|for|with|given|which|instead)\b)",
        "right": rf"{close}(?:{softly}{_VERB}(?:,? {_ADVERB}(?=[ ,])){{0,2}},?{praise}(?:"
        rf" (?:answer|choice|pick|selection|winner|solution|recommendation|what i)\b"
        rf"| (?:correct|right|best|ideal|optimal|most suitable|most appropriate|match|fit){pause}"
        rf"| (?:best|better|right|correct|perfect|ideal|matching)(?: [\w-]{{1,12}})? {_THING}\b"
        rf"| (?:best|right|correct|matching) \w{{1,16}}{pause})"
        r"|,? (?:it is\b|final answer|is my final))",
        "fulfils": rf"{close}{softly}(?:"
        rf"{_VERB}{only}(?: [\w-]{{1,16}}){{0,2}}{relative} {_FULFILS}\b"
        rf"|{_VERB} the(?: [\w-]{{1,16}}){{1,2}} (?:that|which) {_FULFILS} {_WHOLE}"
        rf"|{_VERB}{only}(?: (?:{_THING}|\w{{1,16}}))?(?: (?:left|remaining|standing))?{pause}"
        rf"|{_FULFILS}(?: with| to)? {_WHOLE}"
        rf"|(?:works?|remains?|is left|are left|wins|qualif(?:y|ies)|(?:is|are) valid|passes|fits|survives?){pause}"
        rf"|(?:both|all) (?:work|fit|qualify|satisfy|match|pass)\b)",
        "wrong": rf"{close} (?:(?:is|was|are|were|also|both|all|would|will|therefore|thus|clearly) ){{0,2}}(?:"
        rf"(?:not|isn't|wasn't|aren't)(?: [\w-]{{1,12}}){{0,2}} {good}\b|(?:cannot|can't|couldn't) be\b"
        rf"|(?:does not|doesn't|do not|don't)(?: fully| even)? {_FULFILS}\b|fails?\b"
        r"|(?:incorrect|wrong|invalid|eliminated|excluded|ruled out|rejected|disqualified|out)\b(?! of))",
        "denied": rf"{close} ?(?:(?:is|was|are|were|does|do|did|has|have|can|could|would|should|will)(?: \w{{1,12}})? not\b"
        r"|\w{2,6}n't\b|cannot\b|never\b|if\b(?! i\b)|fail|violat|exceed|lacks\b|no longer|❌|✗|✘|✖)",
        "limited": r"[^.!?\n]{0,120}?\b(?:but|except|so far|apart from|however|until|yet|though|only if|other than)\b",
        "asked": r"[^.!?\n(]{0,200}\?",
        "whole": rf"\b{_WHOLE}(?!\w)",
    }
