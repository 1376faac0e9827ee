"""The diamonds domain: schema, rules and catalogue, and beside them the program that took the catalogue from its source."""
