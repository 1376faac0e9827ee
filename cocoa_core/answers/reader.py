r"""Reads the answer that a model's completion states, strictly: nothing is guessed.

The rule, version 3:

1. *Text.* Thinking does not count: what stands between `<think>` and `</think>` (`thinking`, `thought`,
   `reasoning`, `scratchpad`, in any brackets of `<[◁`, and the channel marks of GPT-OSS), to the end where
   it is not closed, from the beginning where it was not opened. Nor does what is struck out (`~~B~~`,
   `<s>B</s>`). Wide and styled characters count as common ones, hidden ones as nothing. Of what is left
   the last 200,000 characters are read. In an answer and behind it markdown (`*_`` ` ``), quotation marks,
   `$`, ✓ and commands of LaTeX count as blanks, and where there is a backslash also braces and ~.
2. *Statement.* An answer is stated by one of
       a block      <answer>B</answer> or <final_answer>, closed or not; a JSON object with a key of
                    JSON_KEYS, in any case, that has its lines to itself, but for > ` * and the block's tags
                    (a list is read as its members with commas between them, two keys with different values
                    as no answer)
       a box        \boxed{B}, \fbox{B}, with its brace; of two in one sentence neither counts
       a label      "answer", or a word of CHOICE_WORDS that an answer follows, with ":", "=" or an arrow
                    behind it; "Answer" alone in a line, with B in the next one, or several lines of a list;
                    a claim may stand before the answer ("Answer: I choose B")
       a sentence   the answer is B
       a claim      I choose B; the correct option is B; option B is correct
       itself       a completion that is an answer and nothing else, or behind a word such as "So"
   A line is cut into sentences at . ! ? before a blank, a sentence into clauses at , ; – — and " - ". In
   its clause, words of LEAD_WORDS alone may stand before a statement ("So, final answer: the answer is
   B"), other ones too before a box. A statement does not count where its sentence has, before it, a word
   of NEGATING (only its clause is looked at if that begins with "so" or the like), where earlier clauses
   have one of SUPPOSING, or where a box's clause has one of HEDGING.
3. *The last statement counts.* A claim counts only where nothing above it in the list is stated, and where
   it names an answer. A statement that does not count and names no label is ignored, and so is one about
   the worth of an answer ("the answer is correct").
4. *Answer.* It is compared with the labels, the longest first, in any case where that tells them apart,
   before anything is taken off it; then behind a bullet or a bracket, then behind a noun ("option B",
   "conditions 2 and 5", "only B"). Labels of a set have , ; & + / "and" or blanks between them; "none" and
   "all" are sets. After an answer comes the end, punctuation, a bracket, a dash with a blank or a word of
   WORDS_AFTER_ANSWER. Where anything else follows, such as a question mark, the statement cannot be read:
   it is `negated` where it has a word of NEGATING, `hedged` where one of HEDGING, `several` where it names
   two labels.
5. *What follows*, to the end of the completion, is cut into clauses at line breaks, punctuation, brackets,
   arrows, dashes with blanks and the words of CLAUSES_BEGIN (not in "anything but"); ? and : end the
   clause before them, but for a colon behind a label. In a clause the words, these two signs and the
   labels count; any other sign counts as a blank. A clause that begins with one of the closed forms below,
   after up to four CONNECTING words, makes the answer unread: one that denies it ("That is wrong"), takes
   it back ("Strike that", "EDIT: A"), doubts it ("I'm not sure") or claims another ("A is also correct");
   the first that does gives the failure. Anything else, such as why other options fail, changes nothing.
   In the sentence of the answer the forms of SUPPOSED do the same, and come first, as do "80% sure" and
   "0.8". Where a verb follows a block or a box ("\boxed{B} is wrong"), the text from the verb on is also
   read with the answer put before it.
6. *Labels in what follows* are those written as they are, as words of their own, a noun before them,
   brackets around them or not; several with , / & + "and" "or" or a blank between them, or a hyphen
   without blanks, are one list. "A" before a small letter is an article and "I" a pronoun, unless
   "option", "choice", "letter" or "answer" stands before it ("option A", also "option a") or a word of
   WORDS_AFTER_LABEL behind it. Money, shares ("0.8"), parts of numbers ("1.2", "-1" for 1), and letters
   and numbers of a list at the start of a new line ("A. Too late") are no labels; "yes", "no" and "none"
   are where a clause ends with them.

Exports copy this file, so that other runners read by the same code: it imports the standard library alone.
The work is linear in the length of the completion; `tests.benchmarks.scoring` prints how long the worst
texts take.
"""

import json
import re
from collections import deque
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal, Protocol, TypeAlias
from unicodedata import category, decomposition, normalize

READER_VERSION: Final = 3  # rises whenever some completion is read otherwise than before; cocoa 0.1 had 1
LABELS: Final = ("A", "B", "C", "D", "E")
NONE: Final = "none"  # what Letter(none=True) reads from "none of these"

JSON_KEYS: Final = (
    "answer answers final_answer finalanswer correct_answer choice final_choice selected_option"
)
LEAD_WORDS: Final = (
    "so thus therefore hence then and now finally consequently overall in conclusion i can conclude this"
    " means which it follows that the my our final correct right best answer choice option is here here's to"
    " your question well okay ok sure given above all chosen selected"
)
CHOICE_WORDS: Final = "choice pick selection decision verdict solution result conclusion"
NEGATING: Final = (  # and "n't"
    "not no never neither nor cannot incorrect wrong false doubt doubts doubted doubtful"
)
SUPPOSING: Final = "if unless whether when suppose supposing assume assuming imagine were"
HEDGING: Final = (  # and "?", "%", "0.8"
    "or but maybe perhaps possibly possible probably probable likely might may could would should seem seems"
    f" appear appears either between except unsure uncertain guess {SUPPOSING}"
)
CLAUSES_BEGIN: Final = "but and although though while whereas however because since yet"
WORDS_AFTER_ANSWER: Final = "because since as which where given due only alone both"
_VERBS: Final = (
    "is has does costs leaves departs arrives lands takes meets satisfies fits works qualifies matches fails"
    " violates breaks exceeds lacks needs offers wins and or because since"
)
WORDS_AFTER_LABEL: Final = {
    "I": _VERBS,
    "A": f"{_VERBS} was had did also too only instead would could should may might must can cannot will as"
    " isn doesn wasn but then actually rather either alone here both not seems looks appears",
}

# The closed forms, each with an example after "#". A form is compared with the words of a clause from its
# first one on, in small letters, contractions written out ("isn't" is "is not"), CONNECTING words before it
# passed over. (a|b) is one of several, [a|b] one of them or none, $ the end of the clause; ? and : are words.
# Words in capitals are those of WORDS; SAME stands for labels all of which are stated, OTHER for labels of
# which some are not.
WORDS: Final = {
    "THAT": """
        (it|that|this|which|the above|above|what i (said|wrote)|SAME|[the|my|this|that|our] [final|last
        |first|previous|earlier|above|given|stated] (answer|choice|option|pick|response|solution
        |conclusion|statement|claim|one) [above|given|stated|i gave])""",
    "ADVERB": """
        [also|too|actually|really|equally|just as|as well|still|now|indeed|definitely|in fact|clearly
        |probably|possibly|likely|certainly|both|all|even|instead|perfectly|rather|simply|then|therefore
        |obviously|quite]""",
    "IS": "(is|are|was|were|looks|seems|appears|must be|would be|turns out to be|turned out to be)",
    "WRONG": """
        (wrong|incorrect|false|mistaken|invalid|untrue|inaccurate|erroneous|flawed|in error|an error|a
        mistake|a typo|a lie|a joke|out|impossible|nonsense|ruled out|eliminated|excluded|disqualified
        |[a|the] (wrong|incorrect) ANSWER|no longer (my answer|correct|right|valid)|not ADVERB [at all
        |even|entirely|completely|fully|the|an|a|my] [RIGHT] (correct|right|true $|valid|it|so|answer
        |option|choice|one|acceptable|accurate|the case|possible|what i meant|SAME))""",
    "RIGHT": """
        (correct|right|best|better|final|real|actual|true|proper|valid|intended|acceptable|possible
        |good)""",
    "ANSWER": """
        (answer|answers|option|options|choice|choices|one|ones|pick|letter|solution|number|numbers
        |match)""",
    "MARKED": "[the|my|a|an|our|another] RIGHT [RIGHT] ANSWER",
    "MAY": """
        ((is|are|was|were|would be|should be|could be|might be|may be|must be|has to be|ought to be
        |seems|looks)|(would|should|could|might|may|must|can) ADVERB (be|have been))""",
    "MISTAKEN": "(wrong|mistaken|incorrect|in error|corrected)",
    "WITHDRAWN": """
        (that|this|it|the above|above|what i said|what i wrote|everything|SAME|[my|the|that|this] [last
        |previous|first|earlier|final|above|whole] (answer|choice|line|statement|response|sentence
        |part))""",
    "GUESS": "(a|my) [best|wild|lucky|educated|random|pure] (guess|hunch)",
    "SEVERAL": "(both|either|all|any|several|two|three|more than one|multiple)",
    "ALL": """
        ($|too|also|as well|better|best|perfectly|equally|just as well|fully|everything|all|every|each
        |both|them|it|the request|the (requirement|requirements|conditions|criteria|constraints)|your
        |my)""",
    "CONNECTING": """
        (and|but|or|so|both|either|oh|well|yet|then|however|though|although|also|still|hmm|um|ah|now
        |because|since|as|while|whereas|plus|that said|in fact|in truth|indeed|after all|of course
        |[please] note that|it turns out|it turned out|it seems|unfortunately|clearly|obviously
        |therefore|thus|hence|looking again|lol|haha|definitely|certainly|absolutely|surely|to be
        (honest|fair|clear)|i [now|also|just|only|have] (think|believe|see|realize|realise|realized
        |realised|notice|noticed|find|feel|note|say|said|admit|conclude|know|found|wrote|must say|must
        admit) [that])""",
}
"""Lists of words that the closed forms share, by the name under which a form uses them."""
DENIED: Final = """
    THAT ADVERB IS ADVERB WRONG  # That is wrong.
    THAT (can|could|would|will) not ADVERB (be|have been) ADVERB [the] (correct|right|true|it|so|valid
        |answer|one)  # That can't be right.
    not (SAME|that|this|that one|it|so|quite|correct|right|true|really|the (answer|one)) ($|:)  # Not B.
    (wrong|incorrect|false|untrue|nope|nah|no|not|error|mistake|mistaken|invalid|[a] (wrong|incorrect)
        answer) $  # Wrong!
    [please] do not (choose|pick|take|use|select|trust|accept|count|submit|consider|score|grade) (it|that
        |this|SAME|[my|this|that|the] answer)  # Don't choose B.
    i (do|would|did|can) not [really|actually] (choose|pick|select|recommend|believe|trust|mean|stand by
        |endorse) (it|that|this|so|SAME|my answer)  # I would not recommend B.
    i do not [really|actually] (think|believe) [that] THAT (is|was|can be|would be|could be|satisfies|meets
        |fits|works|qualifies) ADVERB ($|[the] (correct|right|true|valid|it|so|answer|best)|everything|all
        |every)  # I don't think that B is right.
    i do not (think|believe) so $  # I don't think so.
    i no longer (choose|pick|select|recommend|believe|think|mean|stand by|want)  # I no longer think so.
    i (reject|disagree with|rule out|exclude|eliminate) (it|that|this|SAME|my answer)  # I reject B.
    there is no (correct|right|valid) (answer|option|choice)  # There is no correct answer.
    (it|that|this|[the|my] answer) (can|could|would|must) not [possibly] be SAME  # So it can't be B.
    no (option|options|answer|choice) (is|are|can be) (correct|right|valid|acceptable|suitable)
        # No option is correct.
    no (option|options|answer|choice) (fits|works|qualifies|satisfies ALL|meets ALL)
        # No option meets every wish.
    the (opposite|contrary|reverse) is (true|right|correct|the case)  # The opposite is true.
    THAT (do|does|did) not ADVERB (look|seem|appear|sound|feel) [to be] (right|correct|valid|true)
        # It doesn't look right.
    SAME (should|must|can|has to|needs to) be (rejected|eliminated|excluded|ruled out|discarded|dropped)
        # B can be eliminated.
    (we|i|you) (can|must|should|have to) (exclude|eliminate|reject|rule out|discard) SAME  # We can exclude B.
    no (correct|right|valid) (answer|option|choice) (exists|is|fits|can)  # No correct answer exists.
    SAME [:] [is] (wrong|incorrect|false|no|not correct|not right)  # B: wrong
    (anything|everything) but SAME  # Anything but B.
"""
"""The forms of a clause that denies the answer."""
TAKEN_BACK: Final = """
    [please] (strike|scratch|forget|ignore|disregard|cancel|delete|undo|retract|withdraw|discard|drop|erase
        |omit|scrap|revoke|remove) WITHDRAWN  # Strike that.
    (wait ($|no|a (minute|second|moment)|i|that|actually|it|let|maybe|OTHER|SAME)|hold on|hang on|hmm|hm
        |oops|whoops|ah no|oh no|no wait|not so fast)  # Wait.
    ((sorry|apologies|my apologies) ($|OTHER|i|my|it|that|the (answer|correct)|for the (mistake|error
        |confusion))|i (apologize|apologise) [for]|my (mistake|bad|error))  # Sorry, A.
    (actually|correction|edit|edited|erratum|errata|update|updated|revision|revised|amended|amendment|typo)
        # EDIT: A
    ((never mind|nevermind) ($|that|it|this|i|my|the (above|answer)|OTHER)|just kidding|kidding|jk|come to
        think of it|thinking again)  # Never mind.
    (on second (thought|thoughts)|(on|upon) (reflection|reconsideration|review|checking|rechecking|closer
        inspection)|after (rechecking|reconsidering|review|a second look))  # On second thought, A.
    i [now|must|have to|need to|want to|would like to|should|hereby|do|will] [now] (take (it|that|this|SAME
        |my answer) back|take back|retract|withdraw|revise|correct|change|changed|reconsider|amend|rescind
        |recant|revoke)  # I take that back.
    i [have] (changed my mind|changed (my|the) answer|misread|misspoke|miscounted|miscalculated|misjudged
        |misunderstood|erred|messed up|mixed|lied|got (it|that|this) wrong)  # I misread the fare.
    i [have] (made|make) (a|an|some|one) [big|small|silly|slight|careless] (mistake|error|slip)
        # I made a mistake.
    i (was|am|stand|must have been) [clearly|just|actually|simply] MISTAKEN  # I was wrong.
    let (me|us) (reconsider|rethink|redo|revise|correct|fix|change|retry|try again|start over|start again
        |think again)  # Let me reconsider.
    there (is|was) (a|an) (mistake|error|slip|typo) (in|above|$)  # There is a mistake above.
    i am [now] (changing|switching|revising|correcting|retracting|withdrawing|taking back)
        # I'm changing my answer.
    i was [just|only] (joking|kidding|lying|guessing)  # I was joking.
"""
"""The forms of a clause that takes the answer back."""
DOUBTED: Final = """
    i am [just|really|still|honestly|only] (unsure|uncertain|guessing|torn|not [so|too|very|entirely
        |completely|totally|really|100|quite|at all] (sure|certain|confident|convinced))  # I'm not sure.
    not [so|too|very|entirely|completely|totally|really|quite] (sure|certain)  # Not sure.
    (maybe|perhaps|possibly|alternatively|probably|presumably|i guess|i suppose|i doubt)  # Maybe.
    (who knows|[i have] no idea|it depends|hard to say|i do not [really|actually] know)  # I have no idea.
    (it|that|this) (is|was) [just|only|merely|more of] GUESS  # That's just a guess.
    [just|only] GUESS  # Just a guess.
    (i|THAT) (may|might|could) [also|well|very well] be (MISTAKEN|off)  # I could be wrong.
    i can not (determine|decide|tell|say|choose|pick|answer|know|be (sure|certain))  # I cannot decide.
    [there is] (not enough|insufficient) (information|data|context)  # Not enough information.
    (it|this|that) (is (impossible|hard|difficult|not possible) to (say|tell|determine|decide|know)|can not
        be determined)  # It is hard to say.
    [is (it|that|this)] (right|correct|true|sure|ok|okay|yes|no) ?  # Right?
    (unsure|uncertain|guess|guessing|[most|more] likely OTHER|? $)  # Unsure.
    i have [my|some|serious] doubts  # I have doubts.
"""
"""The forms of a clause that doubts the answer."""
CLAIMED: Final = """
    [also|plus|rather|instead|better|more precisely] OTHER [:] ($|too $|as well $|also $|instead|rather
        |not SAME|(is|are) (also|too|as well) $)  # A.
    MARKED ADVERB MAY ADVERB OTHER  # The correct option is A.
    [the|my|a|an] RIGHT [RIGHT] OTHER $  # My better choice (A).
    OTHER ADVERB MAY ADVERB (the|my|a|an|another|your) [RIGHT|second|other|alternative] [RIGHT] (answer
        |option|choice|solution|pick|winner) [too|as well|also|here] $  # A is an option too.
    OTHER ADVERB MAY ADVERB MARKED  # A is the right one.
    (it|that|this|[the|my] answer) (is|was|were) ADVERB OTHER ($|too|as well|instead|rather|not)  # It is A.
    (it|that|this|[the|my] answer) (should|could|might|may|must|would|can|ought to|has to) ADVERB (be|have
        been|read|say) ADVERB OTHER  # It should be A.
    (should|could|might) (be|have been) OTHER  # Should be A.
    (make (that|it)|read|(i|we) (meant|mean) [to (say|write|put|pick|choose)]|meant|i should have (said
        |chosen|picked|written)) [instead|rather] OTHER  # Make that A.
    ([let us] go with|choose|pick|select|use) [instead|rather] OTHER  # Choose A.
    ((change|changing|correct|corrected|switch|switching) [it|that|[my|the] answer] to|replace (it|that|this
        |SAME) (with|by)) OTHER  # Change it to A.
    i [now|actually|also|would|will|do|should|can|might|may] [now|actually|also|rather|instead] (choose
        |chose|pick|picked|select|selected|prefer|recommend|go with|say|take|answer|opt for|settle on|switch
        to|change to|change my answer to|lean toward|lean towards|vote for|suggest) [instead|rather] OTHER
        # I prefer A.
    ([or] is it|was it|could it [also] be|might it [also] be|should it be) OTHER  # Could it be A?
    there (is|are) (another|other|SEVERAL) [equally] RIGHT ANSWER  # There is another correct answer.
    (same (for|with)|along with|together with|its) OTHER  # Same for A.
    [the] [answer] key (says|states|has|gives) OTHER  # The answer key says A.
"""
"""The forms of a clause that claims another answer."""
# Of options that are letters only: that a numbered condition is met or not says nothing about the answer. The
# first ones deny no "none": it says as they do that no option fits.
OPTION_DENIED: Final = """
    (SAME|this [option|choice|one]) (does not|do not|can not|fails to|did not|will not|would not) [actually
        |really|even|fully|quite] (work|fit|satisfy|meet|qualify|match|hold|comply|pass)  # B doesn't fit.
    (SAME|this [option|choice|one]) [actually|clearly|also] (violates|breaks|contradicts|fails) ($|a|an|the
        |one|two|condition|conditions|my|your|it|this|that|on|at|both|several|some|every|all|to)
        # B breaks the first condition.
    none [of (them|these|those|the (options|choices|above|answers))] ($|is|are|works|work|fits|fit|meets
        |meet|satisfies|satisfy|qualifies|does|do)  # None of them fits.
"""
OPTION_CLAIMED: Final = """
    OTHER [:] ADVERB MAY ADVERB (correct|right|valid|acceptable|true|ok|okay|fine|possible|suitable|perfect
        |it|better|best|preferable|good) ($|too|as well|also|instead|here|than SAME)  # A is also correct.
    OTHER : (yes|correct|right|also|valid)  # A: correct
    OTHER ADVERB (would|could|should|can|might|may|does|do|will) ADVERB (satisfy|meet|fit|work|qualify|match
        |do) ALL  # A would work.
    OTHER ADVERB (satisfies|satisfy|meets|meet|fits|fit|works|work|qualifies|qualify|matches|match|fulfils
        |fulfills|passes|suits|wins|complies) ALL  # A also meets every wish.
"""
# Where one option is right.
BOTH_CLAIMED: Final = """
    SEVERAL [of] [them|these|those|the] [two] [options|answers|choices] [are|is|would|could|can|will] [be
        |also] (correct|right|valid|acceptable|work|works|fit|fits|fine|ok|okay|satisfy|satisfies|meet|meets
        |qualify|qualifies|do)  # Both are correct.
    (both|all|any|either) [of (them|these|those|the above)] $  # All of them.
    (more than one|several|two|multiple) (option|options|answer|answers) (fit|fits|work|works|qualify)
        # Two options fit.
"""
# In the sentence of the answer only.
SUPPOSED: Final = """
    (if|unless|assuming|provided|suppose|supposing|apparently|seemingly)  # if it is nonstop
    (i (think|believe)|it seems|[most] likely) $  # I think
"""

Value: TypeAlias = str | bool | int | float | frozenset[str]
Failure: TypeAlias = Literal["empty", "unstated", "unknown", "several", "negated", "hedged"]


@dataclass(frozen=True)
class Reading:
    """The answer that a completion states, in the requested shape, or why none can be read; never both."""

    value: Value | None = None
    failure: Failure | None = None
    """`empty`: there is no text outside of thinking; `unstated`: no answer is stated; `unknown`: something
    else is stated, such as a label that no option has; `several`: several answers are stated; `negated`: the
    statement says what the answer is not; `hedged`: it is supposed, asked, doubted or taken back.
    """


class Shape(Protocol):
    """What an answer looks like. A statement of it is found in the same way for all shapes."""

    def begins(self, stated: str) -> tuple[Value, str] | None:
        """Returns the answer that a text begins with, and the text after it; None if it begins with none."""

    def labels_in_prose(self) -> re.Pattern[str] | None:
        """Returns a pattern of what could be an answer in running text, whose matches go to `is_stated`; None
        where there is no such pattern.
        """

    def is_stated(self, value: Value, label: str) -> bool:
        """Returns whether a label in running text belongs to the answer that was read."""


_OPENERS: Final = r"\s{0,20}(?:[#>|•–—-]{1,9}\s{1,9}){0,3}"
_BRACKETS: Final = r"[\s(\[{#]{0,20}"
_NOUNS: Final = (
    r"(?:(?:only|just|both|exactly|the)\s){0,3}(?:(?:options?|choices?|letters?|numbers?|conditions?|requirements?|values?|items?)"
    r"\b:?|(?<=only\s)|(?<=just\s)|(?<=both\s)|(?<=exactly\s))"
)
_BEFORE: Final = (r"\s*", _OPENERS, _OPENERS + _BRACKETS, _OPENERS + _BRACKETS + _NOUNS + _BRACKETS)
"""What may precede an answer, the shortest first: a label may itself begin with such a sign or noun."""
_THESE: Final = r"(?: (?:of )?(?:these|them|those|the above|(?:the )?(?:options|choices|conditions)))?"
_NONE_OF: Final = re.compile(
    rf"(?i){_BEFORE[2]}(?:{_NOUNS}{_BRACKETS})?(?:none{_THESE}|no (?:options?|conditions?))\b"
)
_ALL_OF: Final = re.compile(rf"(?i){_BEFORE[2]}(?:{_NOUNS}{_BRACKETS})?all{_THESE}\b")
_YES_OR_NO: Final = re.compile(rf"(?i){_BEFORE[2]}(yes|no)\b")
_NUMBER: Final = re.compile(
    rf"(?i){_BEFORE[2]}(?:exactly )?(?<![\w.])"
    r"([-+−]?(?:[0-9]{1,3}(?:,[0-9]{3}){1,9}|[0-9]{1,30})(?:\.[0-9]{1,30})?)"
    r"(?![\w%]|[.,][0-9])(?: (?:options?|choices?|conditions?|of (?:them|these|those|the options))\b)?"
)
_ANY_NUMBER: Final = r"[-−]?\d{1,30}(?:,\d{3}){0,9}(?:\.\d{1,30})?"
_BETWEEN: Final = re.compile(r"(?i)[)\]}]*\s*(?:[,;&+/]\s*(?:and\s)?|and\s|\s)\s*")
_REASON: Final = rf"(?:{WORDS_AFTER_ANSWER.replace(' ', '|')})\b"
_MARKS: Final = ' \t\n*_`"“”'


@dataclass(frozen=True)
class Letter:
    """One of the given labels; with `none` also "none of these", which is read as `NONE`."""

    labels: tuple[str, ...] = LABELS
    none: bool = False

    def begins(self, stated: str) -> tuple[Value, str] | None:
        label = _label_at_start(stated, self.labels)
        if label is None and self.none and (none := _NONE_OF.match(stated)):
            return NONE, stated[none.end() :]
        return label

    def labels_in_prose(self) -> re.Pattern[str] | None:
        return _prose_labels(self.labels, "none" if self.none else "")

    def is_stated(self, value: Value, label: str) -> bool:
        return label == value or label.upper() == value or (value == NONE and label.casefold() == NONE)


@dataclass(frozen=True)
class Letters:
    """A set of the given labels, in any order: "A, C", "A and C", "none", "all". Numbers can be labels."""

    labels: tuple[str, ...] = LABELS

    def begins(self, stated: str) -> tuple[Value, str] | None:
        exact = _label_at_start(stated, self.labels)
        for words, value in ((_NONE_OF, ()), (_ALL_OF, self.labels)):
            match = words.match(stated)
            if match and not (exact and stated.lstrip().startswith(exact[0])):
                return frozenset(value), stated[match.end() :]
        labels, remaining = set[str](), stated
        while label := _label_at_start(remaining, self.labels):
            labels.add(label[0])
            remaining = label[1]
            separator = _BETWEEN.match(remaining)
            if not separator or _label_at_start(remaining[separator.end() :], self.labels) is None:
                break
            remaining = remaining[separator.end() :]
        goes_on = re.match(rf"\s*,(?!\s*(?:{_REASON}|\Z))", remaining)  # "A, F" is no set of labels
        return (frozenset(labels), remaining) if labels and not goes_on else None

    def labels_in_prose(self) -> re.Pattern[str] | None:
        return _prose_labels(self.labels, NONE)

    def is_stated(self, value: Value, label: str) -> bool:
        if not isinstance(value, frozenset):
            return False
        return label in value or label.upper() in value or (not value and label.casefold() == NONE)


@dataclass(frozen=True)
class Number:
    """A number in digits; commas between thousands are allowed."""

    def begins(self, stated: str) -> tuple[Value, str] | None:
        match = _NUMBER.match(stated)
        if match is None:
            return None
        integer, _, part = match[1].replace("−", "-").replace(",", "").partition(".")
        return float(f"{integer}.{part}") if part.strip("0") else int(integer), stated[match.end() :]

    def labels_in_prose(self) -> re.Pattern[str] | None:
        return _prose_labels((), _ANY_NUMBER)

    def is_stated(self, value: Value, label: str) -> bool:
        return float(label.replace(",", "").replace("−", "-")) == value


@dataclass(frozen=True)
class YesNo:
    """Yes, read as True, or no, read as False.

    With labels in `clash`, "no" is read as the set of those that are named ("no: 2, 5", "no—2", "2 and 5"),
    and as an empty set where none is named.
    """

    clash: tuple[str, ...] = ()

    def begins(self, stated: str) -> tuple[Value, str] | None:
        word = _YES_OR_NO.match(stated)
        if word and (word[1].casefold() == "yes" or not self.clash):
            return word[1].casefold() == "yes", stated[word.end() :]
        remaining = stated[word.end() :] if word else stated
        listed = remaining.lstrip(" :,;(–—") if word else remaining
        named = Letters(self.clash).begins(listed) if self.clash else None
        if named and named[0] and (word or not _ALL_OF.match(remaining)):
            return named
        return (frozenset(), remaining) if word else None

    def labels_in_prose(self) -> re.Pattern[str] | None:
        return _prose_labels(self.clash, "yes|no")

    def is_stated(self, value: Value, label: str) -> bool:
        word = label.casefold()
        return word == ("yes" if value is True else "no") or (isinstance(value, frozenset) and label in value)


@dataclass(frozen=True)
class Text:
    """One line of words, at most 10,000 characters, without the marks around it and without a full stop."""

    def begins(self, stated: str) -> tuple[Value, str] | None:
        text = stated.strip(_MARKS).removesuffix(".").strip(_MARKS)
        return None if "\n" in text or len(text) > 10_000 or not text else (text, "")

    def labels_in_prose(self) -> None:
        return None

    def is_stated(self, value: Value, label: str) -> bool:
        return True


_LONGEST: Final = 200_000
"""The number of characters that are read, from the end, without thinking (5 MB of bad text took minutes)."""
_LEAD_WORDS: Final = frozenset(LEAD_WORDS.split())
_LED: Final = re.compile(
    "(?i)^(?:[\\W_]*(?:i conclude|"
    + "|".join(sorted({*LEAD_WORDS.split()} - {"i"}, key=lambda word: (-len(word), word)))
    + ")\\b(?=[\\W_]))*"
)
_LEAD: Final = 300
"""The number of characters before a statement that are looked at: a longer sentence is no lead-in."""
_CONNECTED: Final = 4
"""The number of connecting words before a closed form, at the most."""


def read_answer(completion: str, shape: Shape | None = None) -> Reading:
    """Reads the answer that a completion states. No text raises an error.

    Args:
        completion: the text that a model wrote.
        shape: what an answer looks like; None for a letter from A to E.

    Returns:
        The answer, or why none can be read.
    """
    shape = shape or Letter()
    text = _visible(completion)[-_LONGEST:]
    if not text.strip(" \n\t*_`~#>-"):
        return Reading(failure="empty")
    block = _block(text)
    statement = _last_statement(text[block[1] :] if block else text, shape)
    if statement is None and block:
        inner = _last_statement(block[0], shape) or _Statement(block[0].strip(), failure=block[2])
        statement = _Statement(
            inner.stated, f"{inner.after} {text[block[1] :]}", inner.failure, inner.boxed or not inner.after
        )
    statement = statement or _last_claim(text, shape)
    if statement is None:
        bare_text = (
            re.sub(r"(?i)^(?:[\s*_]*(?:so|thus|therefore|hence|final(?:ly)?)\b[\s*_:,]+)+", "", text)
            if shape.labels_in_prose()
            else text
        )
        is_answer = _is_answer(bare_text.strip(), shape)
        return _judged(_Statement(bare_text.strip()), shape) if is_answer else Reading(failure="unstated")
    return Reading(failure=statement.failure) if statement.failure else _judged(statement, shape)


@dataclass(frozen=True)
class _Statement:
    """A position at which something is stated as the answer."""

    stated: str
    """The text that begins with the answer, to the end of its line, block or box."""
    after: str = ""
    """The text behind that, to the end of the completion."""
    failure: Failure | None = None
    """Why the statement does not count, by the text before it; None where it counts."""
    boxed: bool = False
    r"""Whether the text behind it may continue its sentence, as in "\boxed{B} is wrong"."""


# --- 1. The text that counts

_STRUCK_OUT: Final = r"(?i)~~[^~\n]{1,400}~~|<(?:s|del|strike)>[^<\n]{0,400}</(?:s|del|strike)>"
_THOUGHT: Final = r"(?:think(?:ing)?|thoughts?|reasoning|scratchpad)\s{0,9}[>\]▷]"
_THINKING: Final = (
    rf"(?i)[<\[◁](?:{_THOUGHT}|(?<=<)\|channel\|>analysis|(?P<ends>/{_THOUGHT}|(?<=<)\|channel\|>final))"
)
_TAGS: Final = (
    r"(?i)<(?:\|[^<>|\n]{1,40}\|>|/?(?:s|b|i|u|p|em|strong|code|br)\s?/?>)|(?<!\w)_+|(?<!_)_+(?!\w)"
)
_QUOTES: Final = r"['’](?:(?!\w)|(?<=')(?<!\w'))"
"""Quotation marks that are not apostrophes within a word."""
_MARKDOWN: Final = re.compile(rf"[*_`$\"“”„«»‘✅✓✔]|{_QUOTES}")
_BLANKS: Final = re.compile(r"[^\S\n]+")


def _visible(completion: str) -> str:
    """Returns the text outside of thinking, in common characters, without tags and what is struck out."""
    text = completion.replace("\r\n", "\n")
    for end in "\r\u2028\u2029\x85":
        text = text.replace(end, "\n")
    text = _common_characters(text)
    visible_parts, start, thinking = [""], 0, False
    for mark in re.finditer(_THINKING, text):
        if not thinking:
            visible_parts.append(text[start : mark.start()])
            if mark["ends"]:  # what ends here began in the prompt
                visible_parts.clear()
        start, thinking = mark.end(), not mark["ends"]
    shown = "".join(visible_parts) + ("" if thinking else text[start:])
    return re.sub(_TAGS, "", re.sub(_STRUCK_OUT, " ", shown))


def _common_characters(text: str) -> str:
    """Returns the text with wide, narrow and styled characters as common ones, and without hidden ones."""
    if text.isascii():
        return text
    kinds = re.compile("<(?:wide|narrow|font|noBreak)>")
    strange = set("".join(re.findall(r"[^\x00-\x7f]+", text)))
    signs = {char: normalize("NFKC", char) for char in strange if kinds.match(decomposition(char))}
    signs |= {char: "" for char in strange if category(char) == "Cf"}
    return text.translate({ord(char): sign for char, sign in signs.items()}) if signs else text


def _block(text: str) -> tuple[str, int, Failure | None] | None:
    """Returns the content of the last block that is marked as the answer, its end, and why it does not count.

    A block is marked by a tag or is JSON. The end is the position behind it.
    """
    begin, stated, end, at = -1, "", 0, 0
    failure: Failure | None = None
    for tag in re.finditer(r"(?i)<(?:final_)?answer>", text):
        begin = tag.end()
    if begin >= 0 and (close := re.compile(r"(?i)</(?:final_)?answer>|\Z").search(text, begin)):
        stated, end = text[begin : close.start()], close.end()
    decoder = json.JSONDecoder(parse_int=str, parse_float=str, parse_constant=str)
    while (brace := text.find("{", at)) >= 0:
        line = text.rfind("\n", 0, brace) + 1 if "\n" in text[max(0, brace - 59) : brace] else 0
        if line < at or not re.fullmatch(
            r"(?i)[ \t>*`]{0,20}(?:<(?:final_)?answer>[ \t>*`]{0,20})?", text[line:brace][:60]
        ):
            at = text.find("\n", brace) + 1 or len(text)  # of a line the first brace counts, or none
            continue
        try:
            members, at = decoder.raw_decode(text, brace)
        except (json.JSONDecodeError, RecursionError) as error:  # what was parsed is not parsed again
            at = max(getattr(error, "pos", len(text)), brace + 1)
            continue
        alone = re.compile(r"(?i)[ \t>`*]{0,20}(?:(?=\n)|\Z|</(?:final_)?answer>)").match(text, at)
        values = {
            _written(value)
            for key, value in members.items()
            if key.casefold().replace(" ", "_") in JSON_KEYS.split()
        }
        if values and alone and brace >= begin:
            begin, end = brace + 1, alone.end()
            stated, failure = (values.pop(), None) if len(values) == 1 else ("", "several")
    return None if begin < 0 else (stated, end, failure)


def _written(part: Any) -> str:
    """Returns a value of JSON as an answer would be written; empty for an object, or a list within a list."""
    if isinstance(part, list):
        return (
            ", ".join("" if isinstance(element, list) else _written(element) for element in part)
            if part
            else NONE
        )
    return (
        part if isinstance(part, str) else {True: "yes", False: "no"}[part] if isinstance(part, bool) else ""
    )


# --- 2. and 3. The last statement

_NEGATED: Final = rf"(?i)\b(?:{NEGATING.replace(' ', '|')})\b|n['’]t\b"
_CONDITIONAL: Final = rf"(?i)\b(?:{SUPPOSING.replace(' ', '|')})\b"
_HEDGED: Final = rf"(?i)\b(?:{HEDGING.replace(' ', '|')})\b|[?%]|(?<![\d$€£])0?\.\d"
_CONCLUDING: Final = (
    r"(?:so|thus|therefore|hence|then|and|now|finally|consequently|overall|(?:in )?conclusion)\b"
)
_INTERJECTION: Final = (
    r"(?i)^(?:[\W_]{0,9}(?:oh|wait|no|hmm+|sorry|actually|correction|edit)\s{0,3}[,.:;!–—-])+"
)
_IS: Final = (
    r"(?:is|are|must be|would be)\b(?: (?:therefore|thus|clearly|then|indeed|simply)\b)?(?:[\s*_`]{0,8}:)?"
    r"|['’]s\b|[:=→➜]|->|=>"
)
_MAY_BE: Final = r"(?:isn|aren|was|wasn|were|can|cannot|could|may|might|would|should|seems?|appears?|must)\b"
_ANSWER_IS: Final = re.compile(
    r"(?i)(?<![^\W_])answers?\b(?: (?:choice|option|letter)\b)?"
    r"(?: to (?:the|your|this) (?:question|request|problem)\b)?"
    rf"[\s*_`)\]]{{0,8}}(?:{_IS}|(?={_MAY_BE})|(?P<dash>[-–—]\s))"
)
_CHOICE_IS: Final = re.compile(
    rf"(?i)(?<![^\W_])(?:{CHOICE_WORDS.replace(' ', '|')}"
    r"|(?:(?<=final )|(?<=correct )|(?<=right )|(?<=best )|(?<=chosen )|(?<=selected ))option)\b"
    r"[\s*_`]{0,8}[:=→➜]"
)
_OF_AN_ANSWER: Final = re.compile(
    r"(?i)[\s*_]*(?:correct|right|final|based|supported|wrong|incorrect|false|mistaken)\b"
)
"""What is said about an answer and states none ("this answer is correct")."""
_HEADING: Final = re.compile(
    r"(?i)[\s*_#>:-]{0,9}(?:(?:the|my|final|correct)\s{1,3}){0,3}answer[\s*_#:-]{0,9}"
)
_BOX: Final = re.compile(r"\\(?:boxed|fbox)\s{0,9}\{")
_TRIGGERS: Final = ("answer", "\\boxed", "\\fbox", "option", *CHOICE_WORDS.split())
"""One of these is in each statement that is neither a block nor a claim."""
_BEST: Final = r"(?:correct|right|best|final|chosen|selected|only|valid|winning|matching|broken|violated)"
_OPTION: Final = r"(?:answer|option|choice|one|pick|letter|selection|match|candidate|condition|number)s?"
_THAT_FITS: Final = r"(?: (?:that|which) [^.!?\n]{1,60}?)?"
_CLAIM: Final = re.compile(
    r"(?i)(?P<before>\bi(?:['’](?:ll|d)\b)?"
    r"(?: (?:will|would|do|shall|must|can|now|therefore|thus|have to|am going to)){0,3}"
    r" (?:choose|pick|select|go with|recommend|opt for|settle on|decide on|conclude with|suggest|take"
    r"|answer(?: with)?)\b:?"
    rf"|\b(?:the|my|{_BEST})(?: {_BEST}){{0,2}} {_OPTION}{_THAT_FITS} (?:is|are|would be|must be)\b:?"
    r")"
    r"|(?P<behind> (?:is|are)(?: (?:therefore|thus|clearly|all|both))?"
    rf" (?:(?:the|my) (?:{_BEST} ){{0,2}}{_OPTION}{_THAT_FITS}|correct|right|broken|violated)"
    r"(?=[\s*_`]{0,8}(?:[.!,;:(…—\n]|[-–]\s|\b(?:because|since|as)\b|\Z)))"
)
"""A claim before its answer ("I choose", "the correct option is"), or behind it ("is the correct option")."""
_NESTED: Final = re.compile(rf"(?i)\A[\s*_`]*\b(?:{_CLAIM.pattern[4:].partition('|(?P<behind>')[0]})")
"""A claim within what is stated ("Answer: the correct option is B")."""
_CLAIMS_READ: Final = 1_000
"""The number of claims that are looked at, from the end: a text may consist of nothing but claims."""


def _last_statement(text: str, shape: Shape) -> _Statement | None:
    """Returns the last statement that is neither a block nor a claim."""
    folded = _folded(text)
    positions = {trigger: folded.rfind(trigger) for trigger in _TRIGGERS}
    while (position := max(positions.values())) >= 0:
        if statement := _statement_at(text, position, shape):
            return statement
        for trigger, last in positions.items():
            if last >= position:
                positions[trigger] = folded.rfind(trigger, 0, position)
    return None


def _statement_at(text: str, position: int, shape: Shape) -> _Statement | None:
    """Returns the statement whose trigger is at a position; None where there is none."""
    lead = _lead(text, position)
    if text[position] == "\\":
        if (box := _BOX.match(text, position)) is None:
            return None
        content, after = _boxed(text, box.end() - 1)
        sentence = re.split(r"[.!?]\s", lead)[-1]
        failure = _doubted(lead, any_words=True)
        for other in _ANSWER_IS.finditer(sentence):
            beside, answer = _begins(sentence[other.end() :], shape), _begins(content, shape)
            failure = failure or ("several" if beside and answer and beside[0] != answer[0] else None)
        failure = failure or ("several" if _BOX.search(sentence) else None)
        return _Statement(content, after, failure, boxed=True)
    phrase = _ANSWER_IS.match(text, position) or _CHOICE_IS.match(text, position)
    if phrase is None and not _HEADING.fullmatch(lead + text[position : position + 40].partition("\n")[0]):
        return None
    begin = phrase.end() if phrase else position + len("answer")
    window = text[begin : begin + _LEAD].partition("\n")[0]
    if phrase and (phrase.re is _CHOICE_IS or phrase["dash"]) and _begins(window, shape) is None:
        return None
    if _OF_AN_ANSWER.match(window) and _begins(window, shape) is None:
        return None
    failure = _doubted(lead) if phrase else None
    labels = shape.labels_in_prose()
    if failure and labels and not labels.search(re.split(r"[.!?]\s", window)[0]):
        return None
    stated, newline, after = text[begin:].partition("\n")
    if (
        not re.search(r"[^\W_]", stated) and _begins(stated, shape) is None
    ):  # a heading: the answer is below it
        stated, newline, after = after.strip().partition("\n")
        while _is_answer(line := after.partition("\n")[0], shape):  # a list below it
            _, newline, after = after.partition("\n")
            stated = f"{stated}, {line.strip(' -*•')}"
    return _Statement(_NESTED.sub("", stated, count=1).strip(), newline + after, failure)


def _lead(text: str, position: int) -> str:
    """Returns the text before a position in its line: whole words, at most _LEAD characters."""
    lead = text[max(0, position - _LEAD) : position]
    return (re.sub(r"^\w+", "", lead) if position > _LEAD else lead).rpartition("\n")[2]


def _boxed(text: str, begin: int) -> tuple[str, str]:
    """Returns the content of the box whose brace opens at a position, and the text after the box.

    The box ends at the brace that closes it, or else at the end of the line.
    """
    depth, end = 0, begin + 1
    for brace in re.finditer(r"(?<!\\)[{}]|\n|\Z", text[begin : begin + 10_000]):
        depth += {"{": 1, "}": -1}.get(brace[0], 0)
        end = begin + brace.start()
        if depth <= 0 or brace[0] in ("\n", ""):
            break
    return re.sub(_COMMANDS, " ", text[begin + 1 : end]), text[end:].removeprefix("}")


def _folded(text: str) -> str:
    """Returns the text in lower case, with a long s as an s and every character at its position."""
    return text.replace("ſ", "s").replace("İ", "I").lower()


def _doubted(lead: str, *, any_words: bool = False) -> Failure | None:
    """Returns why a statement with this text before it does not count; None where it counts.

    Args:
        lead: the text before the statement, in its line.
        any_words: whether its clause may have other words than LEAD_WORDS.
    """
    sentence = re.sub(_INTERJECTION, "", re.split(r"[.!?]\s", lead)[-1])
    clause = re.split(r"[,;–—]|\s-\s", sentence)[-1]
    if re.search(_NEGATED, clause if re.match(rf"(?i)[\W_]*{_CONCLUDING}", clause) else sentence):
        return "negated"
    if re.search(_CONDITIONAL, sentence[: -len(clause) or None]):
        return "hedged"
    if any_words:
        return "hedged" if re.search(_HEDGED, clause) else None
    words = re.findall(r"[^\W_]+(?:'[^\W_]+)*", clause.lower().replace("’", "'"))
    return None if _LEAD_WORDS.issuperset(words) else "hedged"


def _last_claim(text: str, shape: Shape) -> _Statement | None:
    """Returns the last claim that names an answer and is neither negated nor supposed."""
    if shape.labels_in_prose() is None:
        return None
    for claim in reversed(deque(_CLAIM.finditer(text), maxlen=_CLAIMS_READ)):
        lead = _lead(text, claim.start())
        line, newline, after = text[claim.end() :].partition("\n")
        if claim["before"]:
            answer = _begins(line[:_LEAD].strip(), shape)
            if answer and _TAIL.match(answer[1]) and _doubted(lead) is None:
                return _Statement(line.strip(), newline + after)
            continue
        clause = re.split(r"[.!?]\s|[,;–—:]|\s-\s", lead)[-1]
        subject = _LED.sub("", clause)
        answer = _begins(subject, shape)
        if answer and not answer[1].strip(" )]}") and _doubted(lead.removesuffix(subject)) is None:
            return _Statement(subject.strip(), line + newline + after, boxed=True)
    return None


# --- 4. The answer

_TAIL: Final = re.compile(
    rf"[)\]}}\s]*(?:\Z|\n|[.!…]+(?!\w)|[,;:](?!\d)|[(\[]|—|[-–]\s|{_REASON})|[)\]}}]+\s"
)
_SHARE: Final = r"(?<![\d$€£])0?\.\d+"
_CONFIDENCE: Final = re.compile(
    rf"(?i)% ?(?:sure|certain|confiden\w+|likely|probab\w+|chance)|{_SHARE}(?= ?(?:[),;.!?\n]|\Z))"
)
_VERB: Final = re.compile(r"(?:is|are|was|were|can|could|does|do|would|should|must|violates|breaks|fails)\b")
_COMMANDS: Final = (
    r"\\(?:boxed|fbox|text\w{0,9}|math\w{0,9}|[lL]arge|LARGE|[hH]uge|small|normalsize|bf|it|rm|displaystyle|quad)\b"
    r"|\\[()\[\]{}!,;: ]|[{}~]"
)


def _judged(statement: _Statement, shape: Shape) -> Reading:
    """Returns the reading of a statement, with regard to all the text that follows the answer."""
    answer = _begins(statement.stated, shape)
    if answer is None or not _TAIL.match(answer[1]):
        return Reading(failure=_why_unread(statement.stated, shape))
    value, tail = answer
    following = _plain(_without_latex(tail + ("" if statement.boxed else "\n") + statement.after))
    behind = following.lstrip(" \n)]}")
    if behind.startswith("?"):
        return Reading(failure="hedged")
    sentence = re.split(r"[.!?](?=\s)|\n", following, maxsplit=1)[0]
    if _CONFIDENCE.search(sentence) or _compiled("", SUPPOSED, "").search(_clauses(sentence, value, shape)):
        return Reading(failure="hedged")
    if statement.boxed and _VERB.match(behind):
        following += "\n\x01 " + behind.partition("\n")[0]
    failure = _contradicted(_clauses(following, value, shape), value, shape)
    return Reading(failure=failure) if failure else Reading(value)


def _why_unread(stated: str, shape: Shape) -> Failure:
    if re.search(_NEGATED, stated):
        return "negated"
    if re.search(_HEDGED, stated):
        return "hedged"
    labels = shape.labels_in_prose()
    return "several" if labels and len(set(labels.findall(stated))) > 1 else "unknown"


def _begins(text: str, shape: Shape) -> tuple[Value, str] | None:
    """Returns the answer that a text begins with, and the text after it, both without markdown and LaTeX."""
    text = _without_latex(text)
    return shape.begins(text if shape.labels_in_prose() is None else _plain(text))


def _without_latex(text: str) -> str:
    """Returns the text without commands of LaTeX, and, where it has a backslash, without braces and ~."""
    return re.sub(_COMMANDS, " ", text) if "\\" in text else text


def _is_answer(text: str, shape: Shape) -> bool:
    """Returns whether a text is an answer and nothing else."""
    answer = _begins(text, shape)
    return answer is not None and not re.search(r"[^\W_]", answer[1])


def _plain(text: str) -> str:
    """Returns the text without markdown and quotation marks, with one blank where there were several."""
    return _BLANKS.sub(" ", _MARKDOWN.sub(" ", text))


def _name(label: str) -> str:
    """Returns a label as it would be in a text that was read."""
    return _plain(_common_characters(label)).strip()


def _label_at_start(stated: str, labels: tuple[str, ...]) -> tuple[str, str] | None:
    """Returns the label that a text begins with, and the text after it; None unless it is exactly one."""
    pattern, names = _labels_at_start(labels)
    match = pattern.match(stated)
    if match is None:
        return None
    name = next(filter(None, match.groups()))
    matches = [label for label in labels if names[label] == name] or [
        label for label in labels if names[label].casefold() == name.casefold()
    ]
    return (matches[0], stated[match.end() :]) if len(matches) == 1 else None


@lru_cache(maxsize=256)
def _labels_at_start(labels: tuple[str, ...]) -> tuple[re.Pattern[str], dict[str, str]]:
    """Returns a pattern for a label at the start of a text, the longest first, and the names in it."""
    name_of = {label: _name(label) for label in labels}
    names = sorted({*name_of.values()} - {""}, key=lambda name: (-len(name), name))
    ends = (r"(?![\w'’])" if name[-1].isalnum() else "" for name in names)
    label = "|".join(re.escape(name) + end for name, end in zip(names, ends, strict=True)) or "(?!)"
    return re.compile("(?i)" + "|".join(f"{before}({label})" for before in _BEFORE)), name_of


# --- 5. What follows it

_LISTED_NOUN: Final = (
    r"(?:(?<!\w)(?i:(?:the )?(?:options?|choices?|letters?|conditions?|numbers?|answers?)) )?"
)
_CONTRACTIONS: Final = {
    "can't": "can not", "won't": "will not", "n't": " not", "let's": "let us", "'s ": " is ", "'re": " are",
    "'m": " am", "'ve": " have", "'ll": " will", "'d": " would", "cannot": "can not",
}  # fmt: skip
_WITHOUT_APOSTROPHE: Final = {
    "dont": "do not", "isnt": "is not", "doesnt": "does not", "thats": "that is", "im": "i am",
}  # fmt: skip
_NUMBER_OF_A_LIST: Final = r"(?<=\n)[ >#]*(?:[•-] )?(?:[A-Z]|\d{1,2})[.)] (?=\w)"
_CLAUSE_END: Final = (
    r"(?:^|\s)[-–•]+\s|[!…,;()\[\]{}]|[.](?!\d)|—|–|->|→"
    rf"|\s(?!(?:(?<=\banything\s)|(?<=\beverything\s))but)(?:{CLAUSES_BEGIN.replace(' ', '|')})(?=\s)"
)


def _contradicted(clauses: str, value: Value, shape: Shape) -> Failure | None:
    """Returns why an answer does not count, by the first clause after it that has one of the closed forms."""
    of_options = isinstance(shape, (Letter, Letters)) and not any(
        label[:1].isdecimal() for label in shape.labels
    )
    denied = DENIED + OPTION_DENIED * (of_options and value not in (NONE, frozenset()))
    claimed = CLAIMED + OPTION_CLAIMED * of_options + BOTH_CLAIMED * isinstance(shape, Letter)
    first = _compiled(denied, TAKEN_BACK + DOUBTED, claimed).search(clauses)
    return first.lastgroup if first else None  # type: ignore[return-value]


def _clauses(text: str, value: Value, shape: Shape) -> str:
    r"""Returns the clauses of a text, one a line, in small letters, with a blank behind each word.

    Labels become signs: \x01 where all labels of a list are stated, \x02 where some are not.
    """
    text = _BLANKS.sub(" ", re.sub(_SHARE, " ", re.sub(_NUMBER_OF_A_LIST, "", text)))
    if labels := shape.labels_in_prose():

        def sign(match: re.Match[str]) -> str:
            same = all(shape.is_stated(value, label) for label in labels.findall(match[0]))
            return ("\x01" if same else "\x02") + (":" if match["colon"] else "")

        text = _listed(labels).sub(sign, text)
    text = re.sub("[✗✘❌🚫]", " wrong ", text).lower().replace("’", "'")
    text = re.sub(r"[?]|(?<![\x01\x02]):", r" \g<0> \n ", re.sub(_CLAUSE_END, " \n ", text)) + " \n"
    text = re.sub(r"[\x01\x02:\n]", r" \g<0> ", re.sub(r"[^\w\s'?:\x01\x02]", " ", text))
    for contraction, words in _CONTRACTIONS.items():
        text = text.replace(contraction, words)
    text = re.sub(
        rf"\b(?:{'|'.join(_WITHOUT_APOSTROPHE)})\b", lambda word: _WITHOUT_APOSTROPHE[word[0]], text
    )
    return "\n" + re.sub(r" ?\n\s*", " \n", re.sub(r"[^\S\n]+", " ", text)).lstrip()


@lru_cache(maxsize=256)
def _listed(labels: re.Pattern[str]) -> re.Pattern[str]:
    """Returns a pattern for labels in running text, with several of them as one list."""
    label = rf"{_LISTED_NOUN}(?:(?:{labels.pattern})|(?<!\w)[(\[](?:{labels.pattern})[)\]])"
    return re.compile(rf"{label}(?:(?:-| ?[,&/+] ?| )(?:(?i:and|or) )?{label})*(?P<colon> ?:)?")


@lru_cache(maxsize=16)
def _compiled(negated: str, hedged: str, several: str) -> re.Pattern[str]:
    """Returns a pattern for the first clause that begins with a form; its group is named for the failure."""
    tables = {"negated": negated, "hedged": hedged, "several": several}
    forms = [
        f"(?P<{name}>{'|'.join(map(_pattern, forms_of(table)))})" for name, table in tables.items() if table
    ]
    return re.compile(rf"\n(?:{_pattern('CONNECTING')}){{0,{_CONNECTED}}}(?:{'|'.join(forms)})")


def forms_of(table: str) -> list[str]:
    """Returns the forms of a table, without their examples."""
    forms = re.split(r"\n {4}(?=\S)", table.rstrip())
    return [" ".join(form.partition("#")[0].split()) for form in forms if form]


def _pattern(form: str) -> str:
    """Returns a form as a regular expression over words with a blank behind each."""
    signs = {
        "(": "(?:",
        "[": "(?:",
        ")": ")",
        "]": ")?",
        "|": "|",
        "$": "(?=(?:[?:] )?\n)",
        "SAME": "\x01 ",
        "OTHER": "\x02 ",
    }
    parts = re.findall(r"[()\[\]|$]|[^\s()\[\]|$]+", form)
    words = (
        _pattern(WORDS[part]) if part in WORDS else signs.get(part, f"{re.escape(part)} ") for part in parts
    )
    return "".join(words)


# --- 6. Labels in what follows


@lru_cache(maxsize=256)
def _prose_labels(labels: tuple[str, ...], words: str = "") -> re.Pattern[str]:
    """Returns a pattern for labels in running text.

    Args:
        labels: the labels.
        words: a pattern for words that count as labels where they end a clause; _ANY_NUMBER for all numbers.
    """
    noun = r"(?:(?<=[oO]ption )|(?<=[cC]hoice )|(?<=[lL]etter )|(?<=[aA]nswer ))"
    number = r"(?<![\w.,$€£'’-]){}(?![\w%'’]|[.,]\d)"
    patterns = []
    for label in sorted(labels, key=lambda label: (-len(label), label)):
        name = re.escape(_name(label))
        start = r"(?<![\w'’])" if label[:1].isalnum() else ""
        end = r"(?!\w|['’](?!s\b))" if label[-1:].isalnum() else ""
        if len(label) == 1 and label.isalpha():
            patterns.append(f"{noun}(?i:{name}){end}")
        if label in WORDS_AFTER_LABEL:
            behind = WORDS_AFTER_LABEL[label].replace(" ", "|")
            patterns.append(rf"{start}{name}{end}(?! (?!(?:{behind})\b)[a-z])")
        elif name:
            patterns.append(number.format(name) if label.isdecimal() else f"{start}{name}{end}")
    if words == _ANY_NUMBER:
        patterns.append(number.format(words))
    elif words:
        next_clause = rf" ?(?:[.,;:!?…()\[\]{{}}\n—–→]|->|- |(?i:{CLAUSES_BEGIN.replace(' ', '|')})\s|\Z)"
        patterns.append(rf"(?<![\w'’])(?i:{words})(?!\w|['’](?!s\b))(?={next_clause})")
    return re.compile("|".join(patterns) or "(?!)")
