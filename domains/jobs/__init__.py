"""The jobs domain: schema, rules, tables and catalogue, and beside them the simulator that wrote the catalogue."""
