"""The exams that the tests of this folder read."""

from __future__ import annotations

from small_exams import flights_exam as flights_exam
from small_exams import hotels_exam as hotels_exam
from small_exams import knowledge_exam as knowledge_exam
