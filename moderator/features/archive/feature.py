"""What the archive of a class adds to what all features share."""

from django.urls import path

from moderator.core.feature import Feature
from moderator.features.archive import pages

FEATURE = Feature(
    urls=(
        path("classes/archive/", pages.bring_back, name="class-bring-back"),
        path("classes/<int:pk>/archive/", pages.archive, name="class-archive"),
        path("classes/<int:pk>/archive.zip", pages.archive_zip, name="class-archive-zip"),
        path("classes/<int:pk>/people/<int:number>/data/", pages.person_data, name="person-data"),
        path(
            "classes/<int:pk>/people/<int:number>/data.zip",
            pages.person_data_zip,
            name="person-data-zip",
        ),
        path("play/<code:code>/my-data.zip", pages.own_data_zip, name="own-data-zip"),
    ),
)
