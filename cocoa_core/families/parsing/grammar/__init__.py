"""Draws sentences with their forms from cocoa's own grammar, with or without what is held out."""

from cocoa_core.families.parsing.grammar.drawing import Drawn, draw_primitive, draw_sentence, draw_tested
from cocoa_core.families.parsing.grammar.permitted import CASES

__all__ = ["CASES", "Drawn", "draw_primitive", "draw_sentence", "draw_tested"]
