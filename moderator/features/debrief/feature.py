"""What the debrief adds to what all features share."""

from moderator.core.feature import Feature, Part
from moderator.features.debrief.forgetting import forget_name, forget_person
from moderator.features.debrief.questions.part import shown_questions
from moderator.features.debrief.releases.part import shown_debrief
from moderator.features.debrief.releases.read import RELEASES

FEATURE = Feature(
    books=(RELEASES,),
    forget_person=forget_person,
    forget_name=forget_name,
    parts=(Part("debrief", shown_debrief), Part("questions", shown_questions)),
)
