"""General pages."""
