"""What the guided game asks for: the steps of `scenarios/age_of_iron/guided/first-steps.toml`."""

from moderator.rules.shown import GuideStep

GUIDE = (
    GuideStep(
        "You are Egypt. Whoever has the most Victory Points at the end wins. You have 10 "
        "Resource Factors (RFs). Place 5 in Canaan: 5 RFs in a region are a Presence, and one "
        "in Canaan is your first objective.",
        "You have a Presence in Canaan: 6 Victory Points, if it is still there at the end.",
        {"type": "deploy", "region": "canaan", "rfs": 5},
    ),
    GuideStep(
        "Build with the other 5: they complete Level I of your civilization, which nobody can "
        "attack.",
        "Level I is complete: 4 Victory Points that stay.",
        {"type": "build", "rfs": 5},
    ),
    GuideStep(
        "Offer Babylon a trade, 1 Grain for 1 Tin: you need one unit of each good for a set.",
        "Babylon has accepted, as it needs Grain for its own set.",
        {"type": "trade", "partner": "babylon", "give": {"G": 1}, "get": {"T": 1}},
    ),
    GuideStep(
        "End your turn: the others place and trade now, one after the other.",
        "It was the others’ turn.",
        {"type": "end-turn", "player": "egypt"},
    ),
    GuideStep(
        "Hatti offers you Silver, the last good for your set. Accept.",
        "Your set of goods is complete: 6 Victory Points.",
        {"type": "trade", "player": "hatti", "partner": "egypt"},
    ),
    GuideStep(
        "Hatti has taken Syria, which you want, too. Place all 10 RFs there: you need enough "
        "for an attack, and 5 that are left afterwards.",
        "You have 10 RFs in Syria, Hatti has 5.",
        {"type": "deploy", "region": "syria", "rfs": 10},
    ),
    GuideStep(
        "Attack Hatti in Syria with 5: both of you remove 5, so Hatti’s Presence ends, and "
        "yours stays.",
        "Syria is yours: 5 Victory Points, and 4 more because Hatti has no Presence there.",
        {"type": "attack", "defender": "hatti", "region": "syria", "rfs": 5},
    ),
    GuideStep(
        "End your turn. It is the last one: the others play, and then the points are counted.",
        "The game is over. What counts is what is on the chart now. In class, a game is "
        "longer, and you negotiate with people.",
        {"type": "end-turn", "player": "egypt"},
    ),
)
