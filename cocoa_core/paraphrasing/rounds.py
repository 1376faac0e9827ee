"""Computes how far a rewrite has come: a function of the question and of the replies so far.

So nothing is stored between calls, and any stage can be resumed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from attrs import asdict, field, frozen

from cocoa_core.domain import Domain
from cocoa_core.paraphrasing.judging import SAME, Judgement, judge_parts, locked_spans, text_problem
from cocoa_core.paraphrasing.messages import Messages, reader_messages, repair, stated_texts, writer_messages
from cocoa_core.paraphrasing.subjects import ParaphraseSubject
from cocoa_core.seeds import digest_of

MOST_ROUNDS: Final = 3
"""A first rewrite and at most two repairs."""
READERS: Final = 2


@frozen
class Task:
    """The messages for one model."""

    id: str
    role: str
    """"writer" or "reader"."""
    number: int
    """The number of the round or the reader, from 1."""
    messages: Messages
    subject: ParaphraseSubject = field(eq=False, repr=False)
    """The subject, which is never written with the task: a task does not say where its text comes from."""

    def to_json(self) -> dict[str, Any]:
        """Returns the object of a line in a file of tasks."""
        return {"id": self.id, "role": self.role, "number": self.number, "messages": list(self.messages)}


@frozen
class TaskReply:
    """A model's reply to a task."""

    model: str
    text: str


@frozen
class Round:
    """A rewrite and how it was read."""

    text: str
    """The rewrite; its parts are lines."""
    readings: tuple[str, ...]
    """What each reader wrote, a line for each part; empty where the text was refused before."""
    verdicts: tuple[str, ...]
    """The verdicts, one for each reader; the one on the text where nobody read it."""

    @property
    def passed(self) -> bool:
        """Whether every reader understood the requirement."""
        return bool(self.readings) and all(verdict == SAME for verdict in self.verdicts)


@frozen
class Rewrite:
    """How far the rewrite of a subject has come."""

    subject: ParaphraseSubject
    locked: tuple[str, ...]
    """The texts that must be kept word for word."""
    rounds: tuple[Round, ...]
    open: tuple[Task, ...]
    """The tasks to be answered next; empty where the outcome is decided."""
    writer: str = ""
    """The model that wrote in the last round."""
    readers: tuple[str, ...] = ()
    """The models that read in the last round."""
    answered: tuple[str, ...] = ()
    """The ids of the tasks that were answered."""
    problem: str = ""
    """What was wrong in the last round, as a writer is told; empty where the rewrite passed."""

    @property
    def passed(self) -> bool:
        """Whether all readers of the last round understood the requirement."""
        return bool(self.rounds) and self.rounds[-1].passed

    def to_json(self) -> dict[str, Any]:
        """Returns the record of a rewrite that passed."""
        return {
            **({"parts": list(self.subject.parts)} if self.subject.for_turns else {}),
            "text": self.rounds[-1].text,
            "writer": self.writer,
            "readers": list(self.readers),
            "locked": list(self.locked),
            "rounds": [asdict(rewrite_round) for rewrite_round in self.rounds],
        }


def reader_tasks(subject: ParaphraseSubject, domain: Domain, texts: Sequence[str]) -> tuple[Task, ...]:
    """Returns the tasks of two models that read a text; they are the same for a rewrite and for a mutant.

    Args:
        texts: the text in place of the subject's parts.
    """
    messages = reader_messages(domain, subject, texts)
    return tuple(_task(subject, "reader", number, messages) for number in range(1, READERS + 1))


def judged_reply(subject: ParaphraseSubject, domain: Domain, reply: str) -> Judgement:
    """Returns the judgement on whether a reader's reply means what each part of the subject says."""
    return judge_parts(domain.schema, subject.wanted, stated_texts(reply, "reader", apart=subject.apart))


def rewrite_of(subject: ParaphraseSubject, domain: Domain, replies: Mapping[str, TaskReply]) -> Rewrite:
    """Returns how far the rewrite has come.

    Args:
        replies: all replies by the ids of their tasks.
    """
    locked = locked_spans(subject, domain)
    messages = writer_messages(domain, subject, locked)
    rounds: list[Round] = []
    answered: list[str] = []
    writer = ""
    readers: tuple[str, ...] = ()
    lines: list[str] = []
    for number in range(1, MOST_ROUNDS + 1):
        writer_task = _task(subject, "writer", number, messages)
        reply = replies.get(writer_task.id)
        if reply is None:
            return Rewrite(subject, locked, tuple(rounds), (writer_task,), answered=tuple(answered))
        answered.append(writer_task.id)
        writer, texts = reply.model, stated_texts(reply.text, "writer", apart=subject.apart)
        problem = text_problem(locked, subject.parts, texts)
        if problem is not None:
            rounds.append(Round("\n".join(texts), (), (problem.verdict,)))
            lines = [problem.line]
            messages = repair(messages, reply.text, lines, apart=subject.apart)
            continue
        tasks = reader_tasks(subject, domain, texts)
        answered += [task.id for task in tasks if task.id in replies]
        open_tasks = tuple(task for task in tasks if task.id not in replies)
        if open_tasks:
            return Rewrite(subject, locked, tuple(rounds), open_tasks, answered=tuple(answered))
        answers = [replies[task.id] for task in tasks]
        readers = tuple(answer.model for answer in answers)
        stated = [stated_texts(answer.text, "reader", apart=subject.apart) for answer in answers]
        readings = tuple(map("\n".join, stated))
        judged = [judge_parts(domain.schema, subject.wanted, notations) for notations in stated]
        verdicts = tuple(judgement.verdict for judgement in judged)
        rounds.append(Round("\n".join(texts), readings, verdicts))
        lines = [
            f"reader {number}: {judgement.line}"
            for number, judgement in enumerate(judged, 1)
            if judgement.line
        ]
        if rounds[-1].passed:
            break
        messages = repair(messages, reply.text, lines, apart=subject.apart)
    return Rewrite(subject, locked, tuple(rounds), (), writer, readers, tuple(answered), "; ".join(lines))


def _task(subject: ParaphraseSubject, role: str, number: int, messages: Messages) -> Task:
    """Returns a task whose id depends on the messages, so that no reply is taken for one to another text."""
    texts = [part for message in messages for part in (message["role"], message["content"])]
    name = digest_of("paraphrase", role, subject.question.id, number, *texts).hex()[:16]
    return Task(name, role, number, messages, subject)
