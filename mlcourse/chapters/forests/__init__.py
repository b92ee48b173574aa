"""The chapter on random forests."""
