"""YAML of a domain file: bounded, without surprises, every node with its place."""
