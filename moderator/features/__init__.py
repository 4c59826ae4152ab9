"""The features: a package for each subject, from its models to its pages.

`models.py` has its tables, `read.py` reads them, `write.py` changes them in one transaction, and
`part.py` is its part of a frame. Only the modules with views know requests and status codes.
`feature.py` says what it adds to what all features share (`moderator/core/feature.py`).
"""

FEATURES = (
    "about",
    "accounts",
    "people",
    "classes",
    "archive",
    "new_game",
    "balance",
    "overview",
    "grades",
    "lti",
    "tournaments",
    "printing",
    "from_paper",
    "chart",
    "clock",
    "moves",
    "slips",
    "bots",
    "debrief",
    "deals",
    "messages",
    "research",
    "practice",
)
"""All of them; what they add to a page comes in this order."""
