"""What pages need that are no chapter."""
