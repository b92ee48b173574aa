"""Tests of the chapter on SLEEC."""
