"""Reads NATURAL PLAN (Zheng et al., 2024): trips, calendars and meetings, stated in fixed sentences.

The form is that of the repository google-deepmind/natural-plan: an object of rows by id, with the request in
`prompt_0shot` and the published answer in `golden_plan`. Its scorers accept only the published trip or time,
so that a second right one is a fault of the question; of meetings they compare the number of friends.
"""
