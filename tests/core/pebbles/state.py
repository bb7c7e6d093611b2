"""Pebbles' state: a pile, from which the player and the house take in turn."""

from parlour.envs.core.records import match_dtype, seat_dtype

MOST = 50
"""Largest pile that can be chosen."""

MOST_TAKEN = 3
"""Pebbles that may be taken at once."""

MATCH = match_dtype(
    [
        ("full_pile", "i2"),  # pebbles at the start, 1-50: an option of the game
        ("pile", "i2"),  # pebbles that lie there, 0-50
        ("house", "i2"),  # pebbles that the house took last, 0-3
    ]
)
SEAT = seat_dtype(
    [
        ("taken", "i2"),  # pebbles taken by the player so far, 0-50
    ]
)

ILLEGAL = ("none", "not_on_move", "fewer pebbles left", "game over")
TOO_MANY, GAME_OVER = 2, 3

END_REASONS = ("none", "player took the last", "house took the last", "resigned")
PLAYER_LAST, HOUSE_LAST, RESIGNED = 1, 2, 3
