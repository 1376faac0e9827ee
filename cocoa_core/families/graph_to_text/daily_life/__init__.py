"""A small graph of daily life, and sentences over it, written for cocoa: their composition is known."""
