"""A grammar of our own: sentences with their forms, with or without what is held out."""

from cocoa_core.families.parsing.grammar.drawing import Drawn, draw_primitive, draw_sentence, draw_tested
from cocoa_core.families.parsing.grammar.permitted import CASES

__all__ = ["CASES", "Drawn", "draw_primitive", "draw_sentence", "draw_tested"]
