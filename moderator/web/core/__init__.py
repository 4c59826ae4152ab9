"""What all pages share: access, codes, forms, errors, rate limits."""
