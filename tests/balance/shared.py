"""A report for the tests of all features, and what they send to its pages."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User

from moderator.core.forms import text_of
from moderator.core.games import shipped
from moderator.features.balance.models import BalanceReport
from moderator.features.balance.playing import Balanced
from moderator.features.balance.write import report_request
from moderator.rules.reading import Wire, toml
from moderator.rules.registry import GAMES

# For `tests/support/web/access_table.py`.
ACCESS = """\
balance         GET  302      302   302      302    302   302    200   200   200
balance         POST 302      302   302      302    302   302    303   303   303
balance-report  GET  302      302   302      302    302   302    200   404   404
balance-report  POST 302      302   302      302    302   302    303   404   404
balance-pdf     GET  302      302   302      302    302   302    200   404   404
"""
RULES = GAMES["age-of-iron"]


def wire_of(scenario: str) -> Any:
    return RULES.scenario_wire(shipped()[RULES.id][scenario])


def asked(wire: Any, seed: int = 1, **options: Any) -> Balanced:
    """A report is asked for with all options, as the page has them."""
    effective = RULES.effective_options(RULES.read_scenario(wire), options)
    return Balanced(RULES.id, wire, effective, seed)


def fields(wire: Any, seed: int = 1) -> dict[str, str]:
    """The form of a new report."""
    options = {name: text_of(value) for name, value in asked(wire).options.items()}
    return {"rules": RULES.id, "text": toml.dump(wire), "seed": str(seed), **options}


def report_made(owner: User, wire: Wire) -> BalanceReport:
    """A report for which a few games have been played."""
    about = asked(wire)
    report = report_request(owner, about, "A title")
    tally = about.balance.tally(about.start, "mixed", range(4), about.seed)
    played = {"mixed": (4, tally)}
    BalanceReport.objects.filter(pk=report.pk).update(
        played=played, state=BalanceReport.State.STOPPED
    )
    report.refresh_from_db()
    return report


SENT = {"balance": fields(wire_of("1800-bc")), "balance-report": {"do": "delete"}}
