"""Tests of what several chapters share."""
