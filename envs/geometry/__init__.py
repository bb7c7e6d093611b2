"""Polyforms (polyominoes and polycubes) and exact cover, for every game that lays pieces."""
