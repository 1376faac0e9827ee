"""The slot kinds as the verifier understands them; shares no code with `cocoa_core.domain.kinds`.

A kind is a module here whose constant `KIND` is it. Nothing else lists the kinds.
"""

from cocoa_core.independent.kinds.base import LONGEST_WORD as LONGEST_WORD
from cocoa_core.independent.kinds.base import NO_ITEMS as NO_ITEMS
from cocoa_core.independent.kinds.base import NOT_GIVEN as NOT_GIVEN
from cocoa_core.independent.kinds.base import kind_named as kind_named
from cocoa_core.independent.kinds.base import number_kind as number_kind
