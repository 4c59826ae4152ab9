"""What all pages share: who asks and may what, codes, forms, errors, limits."""
