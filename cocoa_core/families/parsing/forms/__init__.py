"""Logical forms as typed values, with one parser and one printer for each notation."""

from cocoa_core.families.parsing.forms.cogs import COGS, RM_X, RM_X_P, RM_X_PC, Cogs, CogsText
from cocoa_core.families.parsing.forms.recogs import RECOGS, RECOGS_POS, Recogs, RecogsText
from cocoa_core.families.parsing.forms.tokens import FormError, is_word
from cocoa_core.families.parsing.forms.trees import (
    ROLES,
    Abstract,
    Abstraction,
    BareName,
    CogsForm,
    EventTerm,
    Form,
    Modifier,
    NounTerm,
    RecogsForm,
    RoleTerm,
    Tree,
    variables,
)
from cocoa_core.families.parsing.forms.variable_free import VARIABLE_FREE, VariableFree, VariableFreeText

__all__ = [
    "COGS",
    "RECOGS",
    "RECOGS_POS",
    "RM_X",
    "RM_X_P",
    "RM_X_PC",
    "ROLES",
    "VARIABLE_FREE",
    "Abstract",
    "Abstraction",
    "BareName",
    "Cogs",
    "CogsForm",
    "CogsText",
    "EventTerm",
    "Form",
    "FormError",
    "Modifier",
    "NounTerm",
    "Recogs",
    "RecogsForm",
    "RecogsText",
    "RoleTerm",
    "Tree",
    "VariableFree",
    "VariableFreeText",
    "is_word",
    "variables",
]
