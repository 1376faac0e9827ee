"""Checks that every index and option letter in a record refers to something in the record.

Code that follows an index relies on this. Whether the statements are true is for the verifier.
"""

from __future__ import annotations

from collections.abc import Sequence

from cocoa_core.families.selection.record import LiteralRecord, Question

_Terms = Sequence[Sequence[LiteralRecord]]


def check_references(question: Question) -> None:
    """Checks the indices of sum terms and literals, and the letters, in a record.

    Raises:
        ValueError: one refers to nothing; the message begins with its path.
    """
    terms = question.requirement.terms
    _check_literals("requirement.demands", question.requirement.demands, terms)
    for number, sentence in enumerate(question.sentences):
        _check_indices(f"sentences.{number}.terms", sentence.terms, terms)
    proof = question.certificate
    if proof.terms:  # a record that goes to a trainer with its prompt has no proof
        if not question.sentences:
            raise ValueError("sentences: the list is empty; it needs the opening at least")
        for label, indices in proof.satisfied.items():
            _check_literals(f"certificate.satisfied.{label}", indices, terms)
        for label, broken in proof.broken.items():
            path = f"certificate.broken.{label}"
            if not broken:
                raise ValueError(f"{path}: it names no broken sum term")
            _check_indices(path, [violation.term for violation in broken], terms)
            if any(len(violation.literals) != len(terms[violation.term]) for violation in broken):
                raise ValueError(f"{path}: a violation does not list as many literals as its sum term has")
    _check_conversation(question)
    if question.paraphrase:
        text, parts = question.paraphrase.get("text"), question.paraphrase.get("parts", question.history)
        if not isinstance(text, str) or not isinstance(parts, list | tuple):
            raise ValueError("paraphrase: no text, or no list of parts")
        if parts and len(parts) != len(text.split("\n")):
            raise ValueError("paraphrase.text: not one line for each part or turn")


def _check_conversation(question: Question) -> None:
    turns = question.history
    if not len(turns) == len(question.states) == len(question.keys):
        raise ValueError("history, states, keys: their lengths differ; each has one entry for each turn")
    if bool(turns) != (question.delivery is not None):
        raise ValueError("delivery: it must be there exactly when there is a history")
    if question.delivery is not None:
        for number, (state, key) in enumerate(zip(question.states, question.keys, strict=True)):
            _check_indices(f"states.{number}", state, question.delivery.terms)
            if not {*key} <= {*question.labels}:
                raise ValueError(f"keys.{number}: it names a letter that is not among the options")


def _check_indices(path: str, indices: Sequence[int], terms: _Terms) -> None:
    if any(not 0 <= index < len(terms) for index in indices):
        raise ValueError(f"{path}: a sum term is named that does not exist")


def _check_literals(path: str, indices: Sequence[int], terms: _Terms) -> None:
    """Checks that there is one index for each sum term, of a literal in it."""
    if len(indices) != len(terms):
        raise ValueError(f"{path}: not one literal for each sum term")
    if any(not 0 <= index < len(term) for index, term in zip(indices, terms, strict=True)):
        raise ValueError(f"{path}: a literal is named that does not exist")
