"""The role sheet: one page with two folds, or pages without folds for long texts."""
