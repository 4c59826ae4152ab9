"""What people and seats add to what all features share."""

from django.urls import path

from moderator.core.class_page import Step
from moderator.core.feature import Feature
from moderator.core.publishing import SEATS
from moderator.features.people import join, rehearsal, seats
from moderator.features.people.dividing_pages import divide, groups
from moderator.features.people.pages import erase, joined_since, people, person
from moderator.features.people.roster import roster

FEATURE = Feature(
    urls=(
        path("", join.home, name="home"),
        path("join/", join.join_home, name="join-home"),
        path("join/back/<str:token>/", join.back, name="back"),
        path("join/<str:code>/", join.join, name="join"),
        path("join/<str:code>/seats/", seats.seats, name="seats"),
        path("m/", seats.pin, name="pin"),
        path("m/<str:token>/", seats.link, name="console-link"),
        path("classes/<int:pk>/people/erase/", erase, name="people-erase"),
        path("classes/<int:pk>/people/<int:number>/", person, name="person"),
        path("classes/<int:pk>/people/", people, name="people"),
        path("classes/<int:pk>/rehearsal/", rehearsal.rehearsal, name="rehearsal"),
        path("classes/<int:pk>/divide/", divide, name="divide"),
        path(
            "classes/<int:pk>/groups/<int:number>/hand-over/",
            seats.give_console,
            name="give-console",
        ),
        path("classes/<int:pk>/roster/", roster, name="roster"),
        path("classes/<int:pk>/joining/", join.joining, name="joining"),
        path("classes/<int:pk>/joining/since/", joined_since, name="joined-since"),
        path("g/<code:code>/people/", seats.group_people, name="helping"),
        path("play/<code:code>/return/", seats.give_back, name="play-return"),
        path("play/<code:code>/leave/", seats.leave, name="play-leave"),
    ),
    class_steps={Step.HERE: join.here, Step.GROUPS: groups},
    class_pages={
        SEATS: seats.seats_html,
        join.HERE: join.here_html,
        join.WALL: join.wall_names_html,
    },
)
