"""Reading a model's answer as a person would: which option it commits to, if any."""
