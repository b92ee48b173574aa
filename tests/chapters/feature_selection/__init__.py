"""Tests of the chapter on choosing features."""
