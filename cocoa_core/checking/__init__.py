"""What a domain's author should know before anyone draws questions from it."""
