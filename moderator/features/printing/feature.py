"""What printing adds to what all features share."""

from moderator.core.feature import Feature
from moderator.features.printing.write import packs_forget

FEATURE = Feature(forget_person=lambda person: packs_forget(person.classroom))
