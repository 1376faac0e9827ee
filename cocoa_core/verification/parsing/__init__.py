"""What is checked of the items of the parsing family."""

from cocoa_core.verification.parsing.checker import ParsingChecker

__all__ = ["ParsingChecker"]
