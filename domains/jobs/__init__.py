"""The jobs domain: schema, rules, tables and catalogue, and the simulator that wrote the catalogue."""
