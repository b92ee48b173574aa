"""What one chapter needs, a folder each: its figures, runs, exercises and hero."""
