"""What reports on scenarios add to what all features share."""

from django.urls import path

from moderator.core.feature import Feature
from moderator.features.balance import pages

FEATURE = Feature(
    urls=(
        path("balance/", pages.reports, name="balance"),
        path("balance/<int:pk>/", pages.report, name="balance-report"),
        path("balance/<int:pk>/report.pdf", pages.report_pdf, name="balance-pdf"),
    ),
)
