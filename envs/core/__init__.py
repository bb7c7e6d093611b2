"""What knows no game: batches of matches, the environments over them, tables, conformance.

Axes, used in every docstring of the project: M matches, P seats, A actions,
H x W cells, L layers, N cube size, F features.
"""
