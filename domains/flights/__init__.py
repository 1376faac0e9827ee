"""The flights domain: schema, rules and catalogue, and beside them the simulator that wrote the catalogue."""
