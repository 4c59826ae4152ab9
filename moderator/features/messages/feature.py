"""What messages add to what all features share."""

from django.urls import path

from moderator.core.feature import Feature, Part
from moderator.features.messages import console, student
from moderator.features.messages.demo import read_all, write_note
from moderator.features.messages.forgetting import forget_name, forget_person
from moderator.features.messages.part import REPORTS, reports_html, shown_messages
from moderator.features.messages.read import MESSAGES
from moderator.features.messages.reports import reports
from moderator.features.messages.writing import section_of

FEATURE = Feature(
    urls=(
        path("classes/<int:pk>/reports/", reports, name="message-reports"),
        path("play/<code:code>/message/", student.message, name="play-message"),
        path("play/<code:code>/messages/", student.messages, name="play-messages"),
        path("play/<code:code>/report/", student.report, name="play-report"),
        path("g/<code:code>/messages/", console.messages, name="messages"),
    ),
    books=(MESSAGES,),
    parts=(Part("messages", shown_messages),),
    said=lambda look: MESSAGES.of(look).messages,
    section=section_of,
    class_lines={REPORTS: reports_html},
    forget_person=forget_person,
    forget_name=forget_name,
    demo_writes={"message": write_note},
    demo_end=read_all,
)
