"""Tests of the chapter on logistic regression."""
