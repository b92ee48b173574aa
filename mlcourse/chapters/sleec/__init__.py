"""The chapter on SLEEC."""
