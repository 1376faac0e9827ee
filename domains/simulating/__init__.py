"""What the simulators of shipped domains share; none is run when a domain is loaded."""
