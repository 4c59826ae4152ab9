"""A class as one file, and a class made again from it.

`tables.py` says what an archive has, `making.py` makes it, and the file of one person; `write.py`
unpacks and checks what was uploaded, and stores it.
"""
