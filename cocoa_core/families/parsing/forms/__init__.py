"""Logical forms: `values` has them as objects, `linear` and `variable_free` parse and print the notations,
and `conversions` turns a form of COGS into one of another notation.
"""

from cocoa_core.families.parsing.forms.conversions import POOL as POOL
from cocoa_core.families.parsing.forms.conversions import joined as joined
from cocoa_core.families.parsing.forms.conversions import recogs_of as recogs_of
from cocoa_core.families.parsing.forms.conversions import renumbered as renumbered
from cocoa_core.families.parsing.forms.conversions import renumbered_together as renumbered_together
from cocoa_core.families.parsing.forms.conversions import tree_of as tree_of
from cocoa_core.families.parsing.forms.linear import COGS as COGS
from cocoa_core.families.parsing.forms.linear import RECOGS as RECOGS
from cocoa_core.families.parsing.forms.linear import RECOGS_POS as RECOGS_POS
from cocoa_core.families.parsing.forms.linear import RM_X as RM_X
from cocoa_core.families.parsing.forms.linear import RM_X_P as RM_X_P
from cocoa_core.families.parsing.forms.linear import RM_X_PC as RM_X_PC
from cocoa_core.families.parsing.forms.linear import Linear as Linear
from cocoa_core.families.parsing.forms.linear import LinearText as LinearText
from cocoa_core.families.parsing.forms.tokens import FormError as FormError
from cocoa_core.families.parsing.forms.values import MODIFIERS as MODIFIERS
from cocoa_core.families.parsing.forms.values import ROLES as ROLES
from cocoa_core.families.parsing.forms.values import Abstraction as Abstraction
from cocoa_core.families.parsing.forms.values import BareName as BareName
from cocoa_core.families.parsing.forms.values import Conjunct as Conjunct
from cocoa_core.families.parsing.forms.values import Form as Form
from cocoa_core.families.parsing.forms.values import Tree as Tree
from cocoa_core.families.parsing.forms.values import variables as variables
from cocoa_core.families.parsing.forms.variable_free import VARIABLE_FREE as VARIABLE_FREE
from cocoa_core.families.parsing.forms.variable_free import VariableFreeText as VariableFreeText
