"""What the documentation shows, written by programs, so that it can be written anew and checked."""
