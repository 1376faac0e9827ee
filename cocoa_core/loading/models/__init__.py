"""One model for each YAML file of a domain: what it may say, for the reader and for editors."""
