"""What the logs of model runs say: accuracy with its interval, where a model breaks, which one is better."""
