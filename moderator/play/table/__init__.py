"""What lies on the table beside the log, as one snapshot: order slips, and what else is added."""
