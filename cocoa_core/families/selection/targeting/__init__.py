"""Draws requests without options, for somebody's own assistant to answer with rows of its catalogue."""
