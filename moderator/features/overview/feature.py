"""What the overview adds to what all features share."""

from moderator.core.databases.pubsub import OVERVIEW
from moderator.core.feature import Feature
from moderator.features.overview.part import overview_html
from moderator.features.overview.wall import wall_html
from moderator.live.channel import PUBLIC

FEATURE = Feature(class_pages={OVERVIEW: overview_html, PUBLIC: wall_html})
