"""What messages add to what all features share."""

from django.urls import path

from moderator.core.feature import Feature, Part
from moderator.features.messages import pages
from moderator.features.messages.part import (
    MESSAGES,
    REPORTS,
    reports_html,
    section_of,
    shown_messages,
)
from moderator.features.messages.write import (
    demo_read,
    demo_write,
    name_forget_messages,
    person_forget_messages,
)

FEATURE = Feature(
    urls=(
        path("classes/<int:pk>/reports/", pages.reports, name="message-reports"),
        path("play/<code:code>/message/", pages.message, name="play-message"),
        path("play/<code:code>/messages/", pages.own_messages, name="play-messages"),
        path("play/<code:code>/report/", pages.report, name="play-report"),
        path("g/<code:code>/messages/", pages.messages, name="messages"),
    ),
    books=(MESSAGES,),
    parts=(Part("messages", shown_messages, is_private=True),),
    said=lambda look: MESSAGES.of(look).messages,
    section=section_of,
    class_lines={REPORTS: reports_html},
    forget_person=person_forget_messages,
    forget_name=name_forget_messages,
    demo_writes={"message": demo_write},
    demo_end=demo_read,
)
