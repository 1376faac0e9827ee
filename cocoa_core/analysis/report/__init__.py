"""The page report.html: what the tables and figures show, and the questions that models got wrong."""
