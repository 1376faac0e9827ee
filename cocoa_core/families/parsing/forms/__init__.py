"""Logical forms as typed values, with one parser and one printer for each notation."""

from cocoa_core.families.parsing.forms.cogs import COGS as COGS
from cocoa_core.families.parsing.forms.cogs import RM_X as RM_X
from cocoa_core.families.parsing.forms.cogs import RM_X_P as RM_X_P
from cocoa_core.families.parsing.forms.cogs import RM_X_PC as RM_X_PC
from cocoa_core.families.parsing.forms.cogs import Cogs as Cogs
from cocoa_core.families.parsing.forms.cogs import CogsText as CogsText
from cocoa_core.families.parsing.forms.recogs import RECOGS as RECOGS
from cocoa_core.families.parsing.forms.recogs import RECOGS_POS as RECOGS_POS
from cocoa_core.families.parsing.forms.recogs import RecogsText as RecogsText
from cocoa_core.families.parsing.forms.tokens import FormError as FormError
from cocoa_core.families.parsing.forms.trees import Abstract as Abstract
from cocoa_core.families.parsing.forms.trees import Abstraction as Abstraction
from cocoa_core.families.parsing.forms.trees import BareName as BareName
from cocoa_core.families.parsing.forms.trees import CogsForm as CogsForm
from cocoa_core.families.parsing.forms.trees import EventTerm as EventTerm
from cocoa_core.families.parsing.forms.trees import Modifier as Modifier
from cocoa_core.families.parsing.forms.trees import NounTerm as NounTerm
from cocoa_core.families.parsing.forms.trees import RecogsForm as RecogsForm
from cocoa_core.families.parsing.forms.trees import RoleTerm as RoleTerm
from cocoa_core.families.parsing.forms.trees import Tree as Tree
from cocoa_core.families.parsing.forms.trees import variables as variables
from cocoa_core.families.parsing.forms.variable_free import VARIABLE_FREE as VARIABLE_FREE
from cocoa_core.families.parsing.forms.variable_free import VariableFreeText as VariableFreeText
