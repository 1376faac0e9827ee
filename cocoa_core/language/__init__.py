"""Requirements as English, and English as requirements."""

from cocoa_core.language.axiom_words import axiom_words
from cocoa_core.language.frames import Frame, frames_of
from cocoa_core.language.grammar import Grammar, grammar_of
from cocoa_core.language.openings import openings
from cocoa_core.language.parser import Parser
from cocoa_core.language.plan import Allowed
from cocoa_core.language.realizer import Realizer, Request, Sentence, TextSpec
from cocoa_core.language.spoken_values import article, bounded_phrases, can_shift, joined, say
from cocoa_core.language.tokenizer import tokenize, tokenized
from cocoa_core.language.value_readers import reader_of as spoken_reader
from cocoa_core.language.verb_phrases import ROLES, beginnings
from cocoa_core.language.wordings import Wordings

__all__ = [
    "ROLES",
    "Allowed",
    "Frame",
    "Grammar",
    "Parser",
    "Realizer",
    "Request",
    "Sentence",
    "TextSpec",
    "Wordings",
    "article",
    "axiom_words",
    "beginnings",
    "bounded_phrases",
    "can_shift",
    "frames_of",
    "grammar_of",
    "joined",
    "openings",
    "say",
    "spoken_reader",
    "tokenize",
    "tokenized",
]
