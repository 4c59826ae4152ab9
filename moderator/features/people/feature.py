"""What people and seats add to what all features share."""

from moderator.core.feature import Feature
from moderator.features.people.forgetting import forget_asked

FEATURE = Feature(forget_name=forget_asked)
