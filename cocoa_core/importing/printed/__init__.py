"""Values as people and other systems print them, read with care: what can be taken in two ways is refused."""
