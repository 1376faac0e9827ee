"""The command line of cocoa: each command parses its arguments, calls cocoa_core and prints."""
