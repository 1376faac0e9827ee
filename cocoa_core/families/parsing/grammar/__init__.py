"""Draws sentences with their forms from cocoa's own grammar, with or without what is held out."""

from cocoa_core.families.parsing.grammar.drawing import CASES as CASES
from cocoa_core.families.parsing.grammar.drawing import Drawn as Drawn
from cocoa_core.families.parsing.grammar.drawing import draw_primitive as draw_primitive
from cocoa_core.families.parsing.grammar.drawing import draw_sentence as draw_sentence
from cocoa_core.families.parsing.grammar.drawing import draw_tested as draw_tested
