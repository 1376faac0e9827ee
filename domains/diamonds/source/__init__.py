"""Takes the diamonds catalogue from the table of diamonds that comes with the Python package plotnine."""
