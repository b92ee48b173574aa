"""What the chapter on choosing features needs and no other."""
