"""The chapter on margin ranking."""
