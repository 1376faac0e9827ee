"""The answer stated in another language than the question's: "Die Antwort ist B", "答案是B".

Only plain statements are read, whatever else the text says: a noun for the answer, or a verb of choosing,
right before the label, or "is the right answer" right behind it, in a clause without negation or condition.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from attrs import frozen

__all__ = ["CJK", "stated_abroad"]

CJK: Final = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"
"""Kana, Han and Hangul, for a class of a regular expression: no space parts them from a Latin letter."""

_REACH: Final = 80

_GERMAN: Final = (
    r"(?:(?:end)?antwort|antwoord|lösung|(?:richtige|korrekte|beste|passende|einzige)[rs]? [\w-]{1,20})"
    r"(?::| (?:ist|is|lautet|wäre)(?: (?:also|daher|somit|damit|folglich))?:?(?: die)?)"
    r"|(?:ist|lautet) (?:die|meine) (?:(?:richtige|korrekte|beste|endgültige) )?(?:antwort|lösung|wahl):?"
    r"|ich (?:wähle|nehme|würde|empfehle|buche)(?: die)?"
)
_ROMANCE: Final = (
    r"(?:(?:réponse|respuesta|risposta|soluzione|resposta)"
    r"(?: (?:correcte|exacte|finale|correcta|final|corretta|correta|certa))?"
    r"|(?:option|choix|opción|opzione|scelta|opção|alternativa)"
    r" (?:correcte|finale|correcta|adecuada|corretta|giusta|correta|certa)"
    r"|(?:meilleur\w{0,2}|mejor|miglior\w?|melhor) [\w-]{1,20})"
    r"(?: ?:| (?:est|es|sería|è|é|seria)(?: (?:donc|pues|quindi|portanto))?:?(?: (?:la|a|l'))?)"
    r"|(?:je choisis|elijo|escojo|scelgo|escolho)(?: (?:la|a|l'))?"
)
_SLAVIC: Final = (
    r"(?:ответ|правильный вариант)(?::| ?[-–—]| это)|[bв]ыбираю|(?:odpowiedź|odpověď)(?::| (?:to|je))"
)
_FURTHER: Final = (
    r"(?:đáp án|cevap|yanıt|jawaban\w{0,3}|svaret|svar|vastaus|الإجابة|الجواب|उत्तर)"
    r"(?: ?:| (?:là|adalah|är|er|هي|هو))"
)
_CJK: Final = (
    r"(?:答案|正确选项|正確選項|最佳选项|最佳选择|最終選擇|结论)(?:应该|应当|應該|就|应)?(?:是|为|為|选|選)?:?"
    r"|(?:我|故|应|应该|所以|因此)(?:会|將|将)?(?:选择|選擇|选|選):?|\A(?:选择|選擇|选|選):?"
    r"|(?:正解|答え|回答|解答|正しい選択肢|最終回答)(?:は|:)"
    r"|(?:정답|답|답변|최종 답)(?:은|는|:)"
)
_OPTION: Final = (
    r"(?:option|opción|opzione|opção|letra|lettera|lettre|variante|[bв]ариант|选项|選項|選択肢|선택지|옵션)"
)
_RESERVED: Final = (
    r"\b(?:nicht|kein\w{0,2}|wenn|falls|ob|vielleicht|si|no|ne|pas|non|se|não|talvez|quizás|peut-être|forse"
    r"|если|не|может)\b|\bn'|不|非|未|没|如果|假如|若|可能|或许|でな|もし|만약|아니"
)
_ENDED: Final = (
    r"[\"')\]}>]{0,4}(?: ?\([^()\n]{0,60}\))? ?(?:\Z|[.,;!)\n(]|[-–—] "
    r"|(?:选项|選項|项|です|だ|である|となり|입니다|이다|번|因为|因為)"
    r"|(?:weil|da|denn|wählen|nehmen|empfehlen|buchen|car|parce|puisque|porque|ya que|perché|poiché|pois"
    r"|потому|так как|поскольку)\b)"
)
_RIGHT: Final = (
    r"[\"')\]}>]{0,4}(?: ?\([^()\n]{0,60}\))?(?:"
    r"(?: (?:ist|wäre))?(?: (?:also|daher|somit))? (?:die|der|das) (?:einzig )?"
    r"(?:richtige|korrekte|beste|passende) (?:antwort|option|wahl|lösung|auswahl)\b"
    r"| est (?:donc )?la (?:bonne|meilleure) (?:réponse|option|solution)\b"
    r"| es la (?:respuesta|opción) correcta\b| es la mejor opción\b"
    r"| è la (?:risposta|scelta|opzione) (?:corretta|giusta)\b"
    r"| é a (?:resposta|opção|alternativa) (?:correta|certa)\b"
    r"| (?:选项|選項)?(?:是|为|為)(?:唯一)?(?:的)?(?:正确|正確|最佳|最终)的?(?:答案|选项|選項|选择)"
    r"| ?(?:が|は)(?:正解|正しい(?:答え|選択肢))(?!では|じゃ)| ?[이가] 정답(?![이은]))"
)


@frozen
class _Grammar:
    before: re.Pattern[str]
    reserved: re.Pattern[str]
    ended: re.Pattern[str]
    right: re.Pattern[str]


def stated_abroad(before: str, after: str) -> bool:
    """Whether the words right before a label, or right behind it, name it as the answer in another language.

    before, after: plain text in lower case; of more than 80 characters before a label the last are read.
    """
    grammar = _grammar()
    right = grammar.right.match(after) is not None
    if not right and grammar.ended.match(after) is None:
        return False
    tail = before[-_REACH:]
    until = len(tail) if right else len(tail.rstrip())
    tail = tail[max(tail.rfind(mark, 0, until) + 1 for mark in ".,;!?\n") :]
    if not right and grammar.before.search(tail) is None:
        return False
    return grammar.reserved.search(tail) is None


@cache
def _grammar() -> _Grammar:
    spaced = rf"\b(?:{_GERMAN}|{_ROMANCE}|{_SLAVIC}|{_FURTHER})"
    return _Grammar(
        before=re.compile(rf"(?:{spaced}|{_CJK})[ \"'(\[{{<]{{0,4}}(?:{_OPTION}[ \"'(\[{{<]{{0,3}})?\Z"),
        reserved=re.compile(_RESERVED),
        ended=re.compile(_ENDED),
        right=re.compile(_RIGHT),
    )
