"""Requirements as English, and English as requirements."""

from cocoa_core.language.axiom_words import axiom_words as axiom_words
from cocoa_core.language.frames import Frame as Frame
from cocoa_core.language.frames import frames_of as frames_of
from cocoa_core.language.grammar import Grammar as Grammar
from cocoa_core.language.grammar import grammar_of as grammar_of
from cocoa_core.language.openings import openings as openings
from cocoa_core.language.parser import Parser as Parser
from cocoa_core.language.plan import Allowed as Allowed
from cocoa_core.language.realizer import Realizer as Realizer
from cocoa_core.language.realizer import Request as Request
from cocoa_core.language.realizer import Sentence as Sentence
from cocoa_core.language.realizer import TextSpec as TextSpec
from cocoa_core.language.realizer import realizer_of as realizer_of
from cocoa_core.language.spoken_values import article as article
from cocoa_core.language.spoken_values import bounded_phrases as bounded_phrases
from cocoa_core.language.spoken_values import can_shift as can_shift
from cocoa_core.language.spoken_values import joined as joined
from cocoa_core.language.spoken_values import say as say
from cocoa_core.language.tokenizer import tokenize as tokenize
from cocoa_core.language.tokenizer import tokenized as tokenized
from cocoa_core.language.value_readers import spoken_reader as spoken_reader
from cocoa_core.language.verb_phrases import ROLES as ROLES
from cocoa_core.language.verb_phrases import beginnings as beginnings
from cocoa_core.language.wordings import Wordings as Wordings
