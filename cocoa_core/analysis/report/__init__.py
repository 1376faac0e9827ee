"""The page report.html: what the tables and figures say, and the questions that models got wrong."""
