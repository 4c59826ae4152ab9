"""What classes and groups add to what all features share."""

from django.urls import path

from moderator.core.feature import Feature
from moderator.features.classes import groups, pages
from moderator.features.classes.pages import change, classes, classroom, new

FEATURE = Feature(
    urls=(
        path("classes/", classes, name="classes"),
        path("classes/new/", new, name="class-new"),
        path("classes/<int:pk>/", classroom, name="classroom"),
        path("classes/<int:pk>/change/", change, name="class-change"),
        path("classes/<int:pk>/delete/", groups.class_delete, name="class-delete"),
        path("classes/<int:pk>/restore/", groups.class_restore, name="class-restore"),
        path("classes/<int:pk>/groups/", groups.make, name="groups-make"),
        path("classes/<int:pk>/groups/<int:number>/", groups.group, name="group"),
        path(
            "classes/<int:pk>/groups/<int:number>/withdraw/", groups.withdraw, name="group-withdraw"
        ),
        path("classes/<int:pk>/groups/<int:number>/record/", groups.upload, name="record-upload"),
        path(
            "classes/<int:pk>/groups/<int:number>/delete/", groups.group_delete, name="group-delete"
        ),
        path(
            "classes/<int:pk>/groups/<int:number>/games/<int:game>/delete/",
            groups.game_delete,
            name="game-delete",
        ),
        path("classes/<int:pk>/copy/", groups.class_copy, name="class-copy"),
        path("classes/<int:pk>/pseudonyms/", groups.class_pseudonyms, name="class-pseudonyms"),
        path("classes/<int:pk>/notes/", pages.of_class, name="notes"),
        path("g/<code:code>/notes/", pages.of_group, name="group-notes"),
    ),
)
