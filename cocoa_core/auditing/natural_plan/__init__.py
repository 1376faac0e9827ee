"""NATURAL PLAN (Zheng et al., 2024): trips, calendars and meetings, whose constraints are fixed sentences.

The form is that of the repository google-deepmind/natural-plan: an object of rows by id, the request in
`prompt_0shot`, the published answer in `golden_plan`. Its scorers accept the published trip or time alone, so
that a second right one is a fault of the question; of meetings they compare the number of friends.
"""
