"""The tests of what single chapters need."""
