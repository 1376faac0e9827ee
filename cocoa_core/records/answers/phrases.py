"""The words by which people commit to an option, reject one, or hold back: tables of lower-case phrases."""

from __future__ import annotations

from typing import Final

__all__ = [
    "ADVERBS",
    "AFTER_NOUN",
    "ANSWERS",
    "CHOOSE",
    "CONCLUDE",
    "CONTRAST",
    "FIRM",
    "FULFIL",
    "GOOD",
    "IDENTIFY",
    "OPTION_WORDS",
    "OTHERS",
    "REJECT",
    "SUPPOSE",
    "THINGS",
    "UNSETTLED",
    "UNWILLING",
    "WEAK_NOUNS",
]

_Phrases = tuple[str, ...]

OPTION_WORDS: Final[_Phrases] = (
    *("option", "options", "choice", "choices", "letter", "flight", "candidate", "item", "itinerary"),
    *("hotel", "laptop", "plan", "product", "offer"),
)
"""What may stand between "the answer is" and the label."""

THINGS: Final[_Phrases] = (
    *OPTION_WORDS,
    *(
        "answer",
        "one",
        "alternative",
        "selection",
        "pick",
        "match",
        "fit",
        "possibility",
        "solution",
        "label",
    ),
)
"""What the answer can be called, if a word of GOOD or "only" stands before it."""

GOOD: Final[_Phrases] = (
    *("correct", "right", "best", "chosen", "selected", "recommended", "matching", "winning", "preferred"),
    *("ideal", "optimal", "appropriate", "suitable", "proper", "final", "desired"),
)

FIRM: Final[_Phrases] = (
    *("correct", "chosen", "selected", "recommended", "matching", "winning", "preferred"),
)
"""Those words of GOOD that name the answer together with any noun."""

ANSWERS: Final[_Phrases] = (
    *("answer", "finalanswer", "correctanswer", "selectedanswer", "bestanswer", "ans", "finaloption"),
    *("correctoption", "selectedoption", "chosenoption", "bestoption", "solution", "verdict", "selection"),
    *("selected", "pick", "choice", "recommendation", "decision", "response", "winner", "conclusion"),
    *("prediction", "best match", "best fit", "best overall", "best bet"),
)
"""What names the answer by itself: "verdict: B". The compounds are keys of JSON in camel case."""

WEAK_NOUNS: Final[_Phrases] = ("option", "label", "letter", "result", "flight", "output", "guess")
"""What may be the answer if a label follows: "option: B"."""

AFTER_NOUN: Final[_Phrases] = (
    *("is", "here", "key", "letter", "below", "option", "choice", "chosen", "selected", "would be"),
    *("is clear", "is obvious", "is simple", "to this question", "to the question", "to your question"),
)

IDENTIFY: Final[_Phrases] = ("is", "was", "be", "are", "remains", "becomes", "equals")

CHOOSE: Final[_Phrases] = (
    *("go with", "goes with", "going with", "went with", "stick with", "sticking with", "stay with"),
    *("go for", "going for", "opt for", "opting for", "opted for", "vote for", "voting for"),
    *("settle on", "settled on", "settling on", "choose", "chooses", "choosing", "chose", "chosen"),
    *("pick", "picks", "picked", "picking", "select", "selects", "selected", "selecting"),
    *("recommend", "recommends", "recommended", "recommending", "suggest", "suggests", "book", "booking"),
    *("change my answer to", "changing my answer to", "change it to", "switch to", "switching to"),
)

CONCLUDE: Final[_Phrases] = (
    *(
        "so",
        "thus",
        "therefore",
        "hence",
        "ergo",
        "consequently",
        "finally",
        "conclusion",
        "conclude",
        "overall",
    ),
    *(
        "namely",
        "think",
        "believe",
        "guess",
        "say",
        "answer",
        "mean",
        "meant",
        "leaves",
        "leaving",
        "leaves us with",
    ),
    *("leaves me with", "leaving us with", "left with", "down to", "points to", "leads to", "no", "actually"),
    *("correction", "edit", "make that", "make it"),
)

ADVERBS: Final[_Phrases] = (
    *(
        "therefore",
        "thus",
        "hence",
        "clearly",
        "probably",
        "likely",
        "most likely",
        "very likely",
        "definitely",
    ),
    *("indeed", "simply", "just", "still", "actually", "really", "certainly", "obviously", "only", "either"),
    *("both", "now", "then", "also", "again", "in fact", "of course", "the following", "as follows", "below"),
    *("undoubtedly", "surely", "ultimately", "namely", "consequently", "instead", "rather", "labeled"),
    *("labelled", "the one labeled", "the one labelled", "the flight labeled", "the option labeled", "the"),
)

REJECT: Final[_Phrases] = (
    *("not", "never", "cannot", "neither", "nor", "eliminate", "eliminates", "eliminated", "eliminating"),
    *("exclude", "excludes", "excluded", "excluding", "rule out", "rules out", "ruled out", "ruling out"),
    *("cross out", "crossed out", "discard", "discards", "discarded", "discarding", "reject", "rejects"),
    *("rejected", "rejecting", "dismiss", "dismissed", "dismissing"),
)

CONTRAST: Final[_Phrases] = (
    *("than", "instead of", "except", "except for", "unlike", "besides", "versus", "vs", "over", "without"),
    "from",
)

FULFIL: Final[_Phrases] = (
    *(
        "satisfy",
        "satisfies",
        "satisfying",
        "satisfied",
        "meet",
        "meets",
        "meeting",
        "met",
        "match",
        "matches",
    ),
    *("matching", "fit", "fits", "fitting", "work", "works", "fulfil", "fulfils", "fulfill", "fulfills"),
    *("fulfilling", "comply", "complies", "complying", "pass", "passes", "passing", "qualify", "qualifies"),
    *("adhere", "adheres", "suits", "conforms", "survives", "remain", "remains", "remaining", "left"),
    *("standing", "valid", "viable", "acceptable", "possible"),
)

UNSETTLED: Final[_Phrases] = (
    *(
        "not",
        "never",
        "cannot",
        "neither",
        "nor",
        "no",
        "might",
        "may",
        "could",
        "perhaps",
        "maybe",
        "possibly",
    ),
    *(
        "fail",
        "fails",
        "violates",
        "wrong",
        "incorrect",
        "eliminated",
        "excluded",
        "whether",
        "if",
        "depends",
    ),
    *("because", "since", "but", "when", "while", "start", "starting", "between", "than"),
)
"""Between "the answer" and "is B": then it is not B that is said to be the answer, or not for sure."""

SUPPOSE: Final[_Phrases] = (
    *("if", "whether", "suppose", "supposing", "assume", "assuming", "unless", "imagine", "pretend"),
    *("otherwise", "i thought", "initially thought", "first thought", "originally thought", "had thought"),
    *("at first", "at first glance", "at first sight", "initially", "perhaps", "maybe", "possibly"),
    *("followed by", "might think", "may think", "could think", "not sure", "i doubt", "don't think"),
    *("not think", "not say", "why not", "not"),
)
"""Before "the answer is B": then nobody commits to B."""

OTHERS: Final[_Phrases] = (
    *("first", "second", "third", "next", "other", "another", "wrong", "incorrect", "previous", "initial"),
    *("tentative", "preliminary", "original", "earlier", "cheapest"),
)
"""Just before "answer": then it is not the answer that counts."""

UNWILLING: Final[_Phrases] = (
    *("not", "never", "cannot", "if", "whether", "why", "when", "unless", "may", "might", "could"),
    *("no reason to", "should i", "would i", "do i", "avoid", "refuse to", "one", "someone"),
)
"""Before "choose B"."""
