"""Two walks over the site's URLs compared: everything in a response but what is random."""

from __future__ import annotations

import re

from tests.support.web.visits import Visit

# What differs in any two responses: masked tokens, new keys of forms, a cookie's end. The console's
# command line has the versions of all slips (`slips`), so that a late line is refused.
CHANCE = re.compile(
    r'(name="(?:csrfmiddlewaretoken|key|once|slips)" value="|csrftoken=|expires=)[^;"]*'
)
# The instructor learns of a reported message in a line of the console.
REPORT_LINE = re.compile(r'<div\s[^>]*id="reports".*?</div>', re.DOTALL)
INSTRUCTORS = ("instructor", "administrator")
Answer = tuple[int, dict[str, str], bytes | str]
Seen = dict[tuple[str, str, str], Answer]


def answer(visit: Visit) -> Answer:
    """Everything in a response but what is random."""
    headers = {name: CHANCE.sub(r"\1", value) for name, value in visit.headers.items()}
    if "text/html" not in headers.get("Content-Type", "text/html"):
        return visit.status, headers, visit.body
    text = CHANCE.sub(r"\1", visit.text)
    if REPORT_LINE.search(text) and visit.role in INSTRUCTORS:
        return visit.status, headers | {"Content-Length": ""}, REPORT_LINE.sub("", text)
    return visit.status, headers, text


def differing(first: Seen, second: Seen) -> set[tuple[str, str]]:
    """Who gets something else, and where."""
    return {(role, url) for role, _, url in first if first[role, _, url] != second[role, _, url]}
