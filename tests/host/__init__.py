"""The tests of the host."""
