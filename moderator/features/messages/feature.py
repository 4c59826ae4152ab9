"""What messages add to what all features share."""

from django.urls import path

from moderator.core.feature import Feature, Part, Typed
from moderator.core.models import TEXT_LETTERS
from moderator.core.written import MESSAGE_LETTERS
from moderator.features.messages import console, student
from moderator.features.messages.models import Message, MessageReport
from moderator.features.messages.part import REPORTS, reports_html, section_of, shown_messages
from moderator.features.messages.read import MESSAGES
from moderator.features.messages.write import (
    demo_read,
    demo_write,
    name_forget_messages,
    person_forget_messages,
)

FEATURE = Feature(
    urls=(
        path("classes/<int:pk>/reports/", console.reports, name="message-reports"),
        path("play/<code:code>/message/", student.message, name="play-message"),
        path("play/<code:code>/messages/", student.messages, name="play-messages"),
        path("play/<code:code>/report/", student.report, name="play-report"),
        path("g/<code:code>/messages/", console.messages, name="messages"),
    ),
    books=(MESSAGES,),
    parts=(Part("messages", shown_messages, is_private=True),),
    said=lambda look: MESSAGES.of(look).messages,
    section=section_of,
    class_lines={REPORTS: reports_html},
    typed=(
        Typed(Message, "text", MESSAGE_LETTERS, by="person", seat="sender"),
        Typed(MessageReport, "reason", TEXT_LETTERS, "message__game__group__classroom", "person"),
    ),
    forget_person=person_forget_messages,
    forget_name=name_forget_messages,
    demo_writes={"message": demo_write},
    demo_end=demo_read,
)
