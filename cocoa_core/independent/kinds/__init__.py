"""The slot kinds as the verifier understands them; shares no code with `cocoa_core.domain.kinds`.

A kind is a module here whose constant `KIND` is it. Nothing else lists the kinds.
"""

from cocoa_core.independent.kinds.base import (
    LONGEST_WORD,
    NO_ITEMS,
    NOT_GIVEN,
    NumberKind,
    VerifierKind,
    kind_named,
    number_kind,
)

__all__ = ["LONGEST_WORD", "NOT_GIVEN", "NO_ITEMS", "NumberKind", "VerifierKind", "kind_named", "number_kind"]
