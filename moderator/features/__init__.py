"""The features: a package for each subject, from its models to its pages.

`models.py` has its tables, `read.py` reads them, `write.py` changes them in one transaction, and
`part.py` is its part of a frame. Only the modules with views know requests and status codes.
"""
