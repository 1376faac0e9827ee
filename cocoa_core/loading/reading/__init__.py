"""From the files of a domain to its schema, rules and catalogue."""
