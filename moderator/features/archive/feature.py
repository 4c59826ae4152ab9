"""What the archive of a class adds to what all features share."""

from django.urls import path

from moderator.core.feature import Feature
from moderator.features.archive import pages

OF_PERSON = "classes/<int:pk>/people/<int:number>/"

FEATURE = Feature(
    urls=(
        path("classes/archive/", pages.bring_back, name="class-bring-back"),
        path("classes/<int:pk>/archive/", pages.archive, name="class-archive"),
        path("classes/<int:pk>/archive.zip", pages.archive_zip, name="class-archive-zip"),
        path(f"{OF_PERSON}data/", pages.person_data, name="person-data"),
        path(f"{OF_PERSON}data.zip", pages.person_data_zip, name="person-data-zip"),
        path("play/<code:code>/my-data.zip", pages.own_data_zip, name="own-data-zip"),
    ),
)
