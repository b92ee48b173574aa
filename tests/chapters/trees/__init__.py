"""Tests of the chapter on trees."""
