"""The participles of verbs, for clauses such as `painting the boat`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

__all__ = ["PARTICIPLES"]

_REGULAR: Final = """
add afford aid allow announce answer appreciate approach ask assist attach attract avoid bake beat bite
block boil borrow break build burn call carry catch chase check choose clean climb close collect confirm
consider cook count cover crush deliver dent describe discover double draw drag drive drop dust eat enjoy
examine expect explain fear find float follow forward freeze give grip grow hand help hit hold hug hunt
improve inflate juggle jump keep lend like lock love mail mention move need note observe offer open order
paint pass pierce pick plan poke post prefer prove push read recognize rent return ring roll sell send
serve shake shatter shorten show sketch slide smash snap split squeeze stab stretch study support teach
throw toss touch trust use value visit wake watch wash welcome wipe write
"""
_DOUBLED: Final = frozenset(
    {"drag", "drop", "grip", "hit", "hug", "plan", "prefer", "run", "snap", "split", "stab"}
)
"""Verbs that double their last letter."""


def _participle(verb: str) -> str:
    if verb in _DOUBLED:
        return f"{verb}{verb[-1]}ing"
    return f"{verb[:-1]}ing" if verb.endswith("e") and not verb.endswith("ee") else f"{verb}ing"


PARTICIPLES: Final[Mapping[str, str]] = MappingProxyType(
    {verb: _participle(verb) for verb in _REGULAR.split()}
)
"""The participle of each verb; 133 verbs, so that the draw has as many choices as with the published list."""
