"""Lets people review items: writes a page on which they do, and reads what the reviews say.

`subjects` says what is shown of an item of any family; `plan` draws which items are reviewed, in whose order,
which are answered blind and which show a changed meaning; `page` lists what is asked and makes one HTML file
of it; `reviews` reads what people sent back. `ratings` has the statistics, and is about sentences from
graphs: texts of models, and single relations.
"""

from cocoa_core.reviewing.page import review_page as review_page
from cocoa_core.reviewing.plan import Planned as Planned
from cocoa_core.reviewing.plan import ReviewPlan as ReviewPlan
from cocoa_core.reviewing.ratings import ModelText as ModelText
from cocoa_core.reviewing.ratings import RatingPlan as RatingPlan
from cocoa_core.reviewing.ratings import RatingReport as RatingReport
from cocoa_core.reviewing.ratings import krippendorff_alpha as krippendorff_alpha
from cocoa_core.reviewing.ratings import model_texts as model_texts
from cocoa_core.reviewing.reviews import ReviewReport as ReviewReport
from cocoa_core.reviewing.reviews import read_reviews as read_reviews
from cocoa_core.reviewing.reviews import report_on as report_on
