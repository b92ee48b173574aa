"""What the chapters need beside the algorithms: a folder each."""
