"""What the chapter on trees needs and no other."""
