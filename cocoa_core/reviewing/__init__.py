"""Lets people review items: writes a page on which they do, and reads what the reviews say.

`subjects` says what is shown of an item of any family; `plan` draws which items are reviewed, in whose order,
which are answered blind and which show a changed meaning; `page` makes one HTML file of it; `reviews` reads
what people sent back; `agreement` has the statistics. `questions` lists what is asked, and `ratings` is about
sentences from graphs: texts of models, and single relations.
"""

from cocoa_core.reviewing.agreement import krippendorff_alpha
from cocoa_core.reviewing.page import review_page
from cocoa_core.reviewing.plan import Planned, ReviewPlan
from cocoa_core.reviewing.ratings import ModelText, RatingPlan, RatingReport, model_texts
from cocoa_core.reviewing.reviews import ReviewReport, read_reviews, report_on

__all__ = [
    "ModelText",
    "Planned",
    "RatingPlan",
    "RatingReport",
    "ReviewPlan",
    "ReviewReport",
    "krippendorff_alpha",
    "model_texts",
    "read_reviews",
    "report_on",
    "review_page",
]
