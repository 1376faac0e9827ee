"""The net: what `cocoa` gives, held from outside, so that the code can be rebuilt under it."""
