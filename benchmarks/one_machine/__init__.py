"""When one machine is not enough: what grows how fast, two workers, other tools.

``python -m benchmarks.one_machine`` measures; the book's page shows what is kept.
"""
