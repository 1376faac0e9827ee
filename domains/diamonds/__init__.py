"""The diamonds domain: schema, rules, tables and catalogue, and the program that took it from its source."""
