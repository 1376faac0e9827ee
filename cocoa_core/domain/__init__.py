"""Domains: slot kinds, schema, rules, catalogue, loading."""
