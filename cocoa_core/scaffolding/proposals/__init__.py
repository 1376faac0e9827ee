"""Proposes groups, rules, draws and wordings for a table, and tries them before they are shown."""
