"""The tests of the room in which matches are set up."""
