"""Rule 1, slowly: the text of a completion that counts, and words in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from unicodedata import category, decomposition, normalize

LONGEST: Final = 200_000

THOUGHTS: Final = ("think", "thinking", "thought", "thoughts", "reasoning", "scratchpad")

EMPHASIS_TAGS: Final = ("s", "b", "i", "u", "p", "em", "strong", "code", "br")

QUOTES: Final = '"“”„«»‘✅✓✔'

COMMANDS: Final = "boxed fbox large Large LARGE huge Huge small normalsize bf it rm displaystyle quad"


def visible(completion: str) -> str:
    text = unwidened(completion)
    text = without_thoughts(text)
    text = without_struck_out(text)
    text = without_tags(text)
    return text[-LONGEST:]


def unwidened(text: str) -> str:
    letters = []
    for letter in text.replace("\r\n", "\n").replace("\r", "\n"):
        if letter.isascii():
            letters.append(letter)
            continue
        if (category(letter) in ("Cf", "Mn") and letter != "\ufe0f") or category(letter) == "Cf":
            continue
        if decomposition(letter).startswith(("<wide>", "<font>", "<narrow>")):
            letter = normalize("NFKC", letter)
        letters.append(" " if category(letter) == "Zs" else letter)
    return "".join(letters)


def without_struck_out(text: str) -> str:
    for opening, closings in (
        ("~~", ("~~",)),
        ("<s>", ("</s>",)),
        ("<del>", ("</del>",)),
        ("<strike>", ("</strike>",)),
    ):
        start = 0
        while (start := text.lower().find(opening, start)) >= 0:
            inner = start + len(opening)
            end = text.lower().find(closings[0], inner)
            stop = "~" if opening == "~~" else "<"
            if (
                end > inner
                and "\n" not in text[inner:end]
                and stop not in text[inner:end]
                and end - inner <= 400
            ):
                text = f"{text[:start]} {text[end + len(closings[0]) :]}"
            else:
                start += 1
    return text


def without_thoughts(text: str) -> str:
    kept, thinking, position = "", False, 0
    while position < len(text):
        length, ends = thought_mark(text, position)
        if not length:
            if not thinking:
                kept += text[position]
            position += 1
            continue
        if ends and not thinking:
            kept = ""  # its beginning stood in the prompt
        thinking = not ends
        position += length
    return kept


def thought_mark(text: str, position: int) -> tuple[int, bool]:
    """The length of a mark of thinking at a position, or 0, and whether thinking ends with it."""
    if text[position] not in "<[◁":
        return 0, False
    for mark, ends in (("<|channel|>analysis", False), ("<|channel|>final", True)):
        if text[position : position + len(mark)].lower() == mark:
            return len(mark), ends
    for slash in ("", "/"):
        for name in THOUGHTS:
            end = position + 1 + len(slash) + len(name)
            if text[position + 1 : end].lower() == slash + name:
                blanks = 0
                while blanks < 9 and text[end : end + 1].isspace():
                    end, blanks = end + 1, blanks + 1
                if text[end : end + 1] in (">", "]", "▷"):
                    return end + 1 - position, slash == "/"
    return 0, False


def without_tags(text: str) -> str:
    kept, position = "", 0
    while position < len(text):
        length = tag_length(text, position)
        if length:
            position += length
        elif text[position] == "_":
            end = position
            while text[end : end + 1] == "_":
                end += 1
            inside = position > 0 and text[position - 1].isalnum() and text[end : end + 1].isalnum()
            kept += text[position:end] if inside else ""
            position = end
        else:
            kept += text[position]
            position += 1
    return kept


def tag_length(text: str, position: int) -> int:
    if text[position] != "<":
        return 0
    end = text.find(">", position)
    if end < 0 or end - position > 43:
        return 0
    inner = text[position + 1 : end]
    if len(inner) >= 3 and inner[0] == inner[-1] == "|" and not set("<|\n") & set(inner[1:-1]):
        return end + 1 - position
    name = inner.removeprefix("/").removesuffix("/")
    name = name[:-1] if name[-1:].isspace() else name
    return end + 1 - position if name.lower() in EMPHASIS_TAGS else 0


def plain(text: str) -> str:
    """Text with markdown and quotation marks as blanks, and one blank where there were several."""
    kept = []
    for position, letter in enumerate(text):
        if letter in "*`$_" or letter in QUOTES:
            kept.append(" ")
            continue
        if letter in "'’":
            before, after = text[position - 1 : position], text[position + 1 : position + 2]
            if not is_word(after) or (letter == "'" and not is_word(before)):
                kept.append(" ")
                continue
        kept.append(" " if letter in "\t\xa0 " else letter)
    text = "".join(kept)
    while "  " in text:
        text = text.replace("  ", " ")
    return text


def without_latex(text: str) -> str:
    return without_commands(text) if "\\" in text else text


def without_commands(text: str) -> str:
    kept, position = "", 0
    while position < len(text):
        letter = text[position]
        if letter in "{}~":
            kept, position = kept + " ", position + 1
        elif letter == "\\" and text[position + 1 : position + 2] in tuple("()[]{}!,;: "):
            kept, position = kept + " ", position + 2
        elif letter == "\\":
            end = position + 1
            while is_word(text[end : end + 1]):
                end += 1
            name = text[position + 1 : end]
            if name in COMMANDS.split() or name.startswith(("text", "math")):
                kept, position = kept + " ", end
            else:
                kept, position = kept + letter, position + 1
        else:
            kept, position = kept + letter, position + 1
    return kept


def is_word(letter: str) -> bool:
    return letter != "" and (letter.isalnum() or letter == "_")


def words_from(text: str, position: int) -> tuple[str, int]:
    end = position
    while end < len(text) and (text[end].isalnum() or text[end] == "_"):
        end += 1
    return text[position:end].lower(), end


def phrase_end(text: str, position: int, phrases: Sequence[str]) -> int | None:
    rest = text[position : position + 40].lower()
    for phrase in phrases:
        end = position + len(phrase)
        if rest.startswith(phrase) and not is_word(text[end : end + 1]):
            return end
    return None


def word_list(text: str) -> list[str]:
    """Words in small letters: runs of letters and digits, with apostrophes inside of them."""
    words, word = [], ""
    for index, letter in enumerate(text + " "):
        inside = letter in "'’" and word and is_word(text[index + 1 : index + 2])
        if letter.isalnum() or inside:
            word += letter.lower()
        elif word:
            words.append(word)
            word = ""
    return words


def skip(text: str, start: int, letters: str, most: int) -> int:
    end = start
    while end < len(text) and text[end] in letters and end - start < most:
        end += 1
    return end


def spaced(text: str, letters: str) -> str:
    return "".join(" " if letter in letters else letter for letter in text)
