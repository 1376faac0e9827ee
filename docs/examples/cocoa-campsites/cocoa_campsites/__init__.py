"""Holds the domain `campsites`. cocoa reads the folder and never imports this package."""
