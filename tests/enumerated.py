"""The theory's oracles: what options make of a requirement, by looking at every option."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cocoa_core.domain import GroundedLiteral, Requirement, Schema, Value
from cocoa_core.proof import Theory

Option = Mapping[str, Value]
Truth = bool | None


def truth(schema: Schema, literal: GroundedLiteral, option: Option) -> Truth:
    primitive = literal.primitive
    found = schema.slot(primitive.slot).kind.evaluate(primitive.test, option[primitive.slot])
    return None if found is None else found == literal.positive


def label(schema: Schema, requirement: Requirement, option: Option) -> Truth:
    """Strong Kleene: true where every sum term has a true literal, false where one has only false ones."""
    terms = [[truth(schema, literal, option) for literal in term] for term in requirement]
    if any(all(value is False for value in term) for term in terms):
        return False
    return True if all(any(term) for term in terms) else None


def vectors(
    schema: Schema, requirement: Requirement, literals: Sequence[GroundedLiteral]
) -> list[tuple[Truth, ...]]:
    """The truth values of the literals in every model of the theory; one that comes twice stands twice."""
    found = []
    theory = Theory(schema, (requirement,))
    with theory.solver() as solver:
        while solver.solve():
            model = set(solver.model())
            found.append(
                tuple(
                    True
                    if theory.holds(literal) in model
                    else False
                    if theory.fails(literal) in model
                    else None
                    for literal in literals
                )
            )
            names = [name for literal in literals for name in (theory.holds(literal), theory.fails(literal))]
            solver.add([-name if name in model else name for name in names])
    return found


def first_redundant_part(schema: Schema, requirement: Requirement, options: Sequence[Option]) -> str | None:
    """The first part that can go without any settled label changing, as `Proofs.redundant_part` names it."""
    settled = [label(schema, requirement, option) for option in options]
    for name, smaller in _parts(requirement):
        if not any(
            {before, label(schema, smaller, option)} == {True, False}
            for before, option in zip(settled, options, strict=True)
        ):
            return name
    return None


def _parts(requirement: Requirement) -> Iterator[tuple[str, Requirement]]:
    """The requirement without each sum term and, of terms with several, without each literal."""
    for index, term in enumerate(requirement):
        before, after = requirement[:index], requirement[index + 1 :]
        yield f"term {index + 1}", before + after
        for number in range(len(term) if len(term) > 1 else 0):
            smaller = term[:number] + term[number + 1 :]
            yield f"literal {number + 1} of term {index + 1}", (*before, smaller, *after)
