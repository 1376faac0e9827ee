"""What is checked of the items of the parsing family."""

from cocoa_core.verification.parsing.checker import ParsingChecker
from cocoa_core.verification.parsing.file_rows import parsing_checker_of

__all__ = ["ParsingChecker", "parsing_checker_of"]
