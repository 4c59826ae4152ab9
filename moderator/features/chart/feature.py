"""What a group's public pages add to what all features share."""

from django.urls import path

from moderator.core.feature import Feature
from moderator.features.chart.pages import chart, chart_games, console_games, dice_page, log, rules

FEATURE = Feature(
    urls=(
        path("c/<code:code>/", chart, name="chart"),
        path("c/<code:code>/log/", log, name="log"),
        path("c/<code:code>/games/", chart_games, name="chart-games"),
        path("c/<code:code>/rules/", rules, name="rules"),
        path("c/<code:code>/dice/", dice_page, name="dice"),
        path("g/<code:code>/games/", console_games, name="games"),
    ),
)
