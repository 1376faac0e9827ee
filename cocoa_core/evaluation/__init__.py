"""Runs models on data sets through inspect, and scores their answers.

`running` begins a run with `models`, which `retry_policy` asks again and `spending` caps; `task` makes
inspect's task of `samples`, and `scoring` scores the replies; `run_scores` sums up the logs. `providers` has
the reference models. `interrupts` passes Ctrl-C on; `unanswered` and `provider_messages` word what failed.
"""
