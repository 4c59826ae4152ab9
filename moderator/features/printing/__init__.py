"""What people print: the sheets of a game and the packs of a class."""
