"""Tests of what pages need that are no chapter."""
