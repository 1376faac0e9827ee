"""The exams that the tests of this folder read."""

from __future__ import annotations

from small_exams import flights_exam, hotels_exam, knowledge_exam, splittable

__all__ = ["flights_exam", "hotels_exam", "knowledge_exam", "splittable"]
