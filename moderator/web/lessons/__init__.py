"""The pages of a lesson: the overview, the class wall, and what the instructor does in class."""
