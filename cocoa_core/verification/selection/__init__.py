"""What is checked of the questions of the selection family."""

from cocoa_core.verification.selection.checker import QuestionChecker as QuestionChecker
