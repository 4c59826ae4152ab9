"""A class as one file, and a class made again from it.

`tables.py` says what an archive has, `making.py` writes it, `reading.py` unpacks and checks what
was uploaded, and `write.py` stores it.
"""
