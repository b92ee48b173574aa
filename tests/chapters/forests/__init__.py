"""Tests of the chapter on random forests."""
