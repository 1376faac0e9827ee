"""The symbolic core: minterm tables, products of sums, minimization, SAT. Knows no domain."""

from cocoa_core.logic.complexity import DependencyGraph as DependencyGraph
from cocoa_core.logic.complexity import ProductComplexity as ProductComplexity
from cocoa_core.logic.complexity import complexity_of as complexity_of
from cocoa_core.logic.complexity import entropy as entropy
from cocoa_core.logic.minimization import EXACT_MINTERMS as EXACT_MINTERMS
from cocoa_core.logic.minimization import EXACT_SLOTS as EXACT_SLOTS
from cocoa_core.logic.minimization import Minimality as Minimality
from cocoa_core.logic.minimization import Minimized as Minimized
from cocoa_core.logic.minimization import equal_to_table as equal_to_table
from cocoa_core.logic.minimization import forget as forget
from cocoa_core.logic.minimization import minimize as minimize
from cocoa_core.logic.minterms import MintermTable as MintermTable
from cocoa_core.logic.minterms import draw_table as draw_table
from cocoa_core.logic.primes import prime_terms as prime_terms
from cocoa_core.logic.product import Literal as Literal
from cocoa_core.logic.product import Product as Product
from cocoa_core.logic.product import SumTerm as SumTerm
from cocoa_core.logic.solver import Solver as Solver
