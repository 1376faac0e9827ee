"""Runs models on data sets: prompts, worked examples, the inspect task, reference models."""
