"""Where in a JSON document the options are: a path of keys, lists on the way gone through item by item."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from attrs import define, field

from cocoa_core.counts import counted
from cocoa_core.domain.printed.json_records import Located, json_objects
from cocoa_core.domain.printed.keys import folded_key
from cocoa_core.domain.suggestions import closest, listed, quoted
from cocoa_core.errors import DomainError, Place

__all__ = ["Score", "objects_at"]

Score: TypeAlias = Callable[[tuple[str, ...]], int]
"""How many of a record's keys are known."""

_LOOKED_AT: Final = 3
_DEEPEST: Final = 12
_PROPOSED: Final = 5


@define
class _Walk:
    """One walk along a path: what it found, and how often a key on the way was not there."""

    place: Place
    found: list[Located] = field(factory=list)
    lacking: dict[str, int] = field(factory=dict)
    seen: dict[str, tuple[str, ...]] = field(factory=dict)

    def go(self, node: Any, steps: tuple[str, ...], path: str) -> None:
        if isinstance(node, list):
            for number, item in enumerate(node):
                self.go(item, steps, f"{path}[{number}]")
        elif not isinstance(node, dict):
            self.stop(node, steps, path)
        elif not steps:
            named = path.strip("[]").isdecimal()  # an item of the whole file: its number says it
            self.found.append(Located("" if named else path.lstrip("."), node))
        else:
            step, rest = steps[0], steps[1:]
            names = [name for name in node if name == step] or [
                name for name in node if folded_key(name) == folded_key(step)
            ]
            if not names or node[names[0]] is None:
                self.lacking[step] = self.lacking.get(step, 0) + 1
                self.seen.setdefault(step, tuple(node))
                return
            self.go(node[names[0]], rest, f"{path}.{names[0]}")

    def stop(self, node: Any, steps: tuple[str, ...], path: str) -> None:
        raise DomainError(
            "an option is not an object",
            got=f"{quoted(str(node))} at {path.lstrip('.') or 'the top'}",
            expected=f"an object with the key {steps[0]!r}" if steps else "keys with values for each option",
            fix="give the path to the options with --at KEY.KEY",
            place=self.place,
        )


def objects_at(root: Any, at: str, place: Place, score: Score) -> tuple[list[Located], tuple[str, ...]]:
    """The objects at a path of keys with "." between, and notes on what the path passed over.

    Without a path the root has to be a list of objects. DomainError where it is not, with the path that leads
    to the most known keys; where a key of the path is nowhere; and where the path leads to no objects.
    """
    if not at and isinstance(root, dict):
        raise _unlocated(root, place, score)
    walk = _Walk(place)
    walk.go(root, tuple(filter(None, at.split("."))), "")
    if not walk.found and walk.lacking:
        step, names = next(reversed(walk.seen.items()))
        like = closest(step, names)
        raise DomainError(
            f"the path {quoted(at)} leads to no options",
            got=f"no key {step!r} among {listed(names)}",
            fix=f"did you mean {like!r}?" if like else _proposal(root, score),
            place=place,
        )
    notes = tuple(
        f"{counted(count, 'object')} on the path {at} had no {step!r}" for step, count in walk.lacking.items()
    )
    return walk.found, notes


def _unlocated(root: Any, place: Place, score: Score) -> DomainError:
    return DomainError(
        "the file is no list of options",
        got=f"an object with the keys {listed(root)}",
        expected="a list of objects, or the path of keys that leads to them",
        fix=_proposal(root, score),
        place=place,
    )


def _proposal(root: Any, score: Score) -> str:
    """The flag with the path to the objects that have the most known keys."""
    scores: dict[str, int] = {}
    for path, value in _objects(root, "", 0):
        known = score(tuple(json_objects(value)))
        scores[path] = max(scores.get(path, 0), known)
    ranked = sorted((path for path in scores if path), key=lambda path: (-scores[path], len(path), path))
    if ranked and scores[ranked[0]]:
        return f"--at {ranked[0]}"
    if ranked:
        return f"--at KEY.KEY, such as {' or '.join(ranked[:_PROPOSED])}"
    return "put the options into a list"


def _objects(node: Any, path: str, depth: int) -> Iterator[tuple[str, Mapping[str, Any]]]:
    if depth > _DEEPEST:
        return
    if isinstance(node, list):
        for item in node[:_LOOKED_AT]:
            yield from _objects(item, path, depth + 1)
    elif isinstance(node, dict):
        yield path, node
        for key, value in node.items():
            yield from _objects(value, f"{path}.{key}".lstrip("."), depth + 1)
