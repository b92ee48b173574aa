"""Tests of the chapter on margin ranking."""
