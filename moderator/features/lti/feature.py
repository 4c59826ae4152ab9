"""What LTI adds to what all features share."""

from django.urls import path

from moderator.core.feature import Feature
from moderator.features.lti import pages

FEATURE = Feature(
    urls=(
        path("lti/keys/", pages.keys, name="lti-keys"),
        path("lti/config.json", pages.config, name="lti-config"),
        path("lti/login/", pages.login, name="lti-login"),
        path("lti/launch/", pages.launch, name="lti-launch"),
        path("lti/launched/", pages.launched, name="lti-launched"),
        path("classes/<int:pk>/lti/", pages.course_page, name="lti-course"),
    )
)
