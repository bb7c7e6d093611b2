"""A slow cube in plain Python, from the rules alone: coloured cubies that move in space.

A cubie sits at (x, y, z), each -(N - 1) to N - 1 in steps of 2, x to the right, y up, z to the
front; its stickers look along an axis. Nothing here comes from the package.
"""

FACES = "URFDLB"
OUTWARDS = {
    "U": (0, 1, 0),
    "R": (1, 0, 0),
    "F": (0, 0, 1),
    "D": (0, -1, 0),
    "L": (-1, 0, 0),
    "B": (0, 0, -1),
}
QUARTER = {  # clockwise for who looks straight at the face
    "U": lambda x, y, z: (-z, y, x),  # back, right, front, left
    "D": lambda x, y, z: (z, y, -x),
    "R": lambda x, y, z: (x, z, -y),  # up, back, down, front
    "L": lambda x, y, z: (x, -z, y),
    "F": lambda x, y, z: (y, -x, z),  # up, right, down, left
    "B": lambda x, y, z: (-y, x, z),
}


def grid_places(face, size):
    """Places of a face's cubies, row by row from the top left as one looks at it."""
    up = list(range(-(size - 1), size, 2))
    down = up[::-1]
    most = size - 1
    return {
        "U": [[(x, most, z) for x in up] for z in up],  # back row first
        "D": [[(x, -most, z) for x in up] for z in down],  # front row first
        "F": [[(x, y, most) for x in up] for y in down],
        "B": [[(x, y, -most) for x in down] for y in down],  # right column first
        "R": [[(most, y, z) for z in down] for y in down],  # front column first
        "L": [[(-most, y, z) for z in up] for y in down],  # back column first
    }[face]


class ReferenceCube:
    """A cube of size N, solved at first."""

    def __init__(self, size):
        self.size = size
        self.stickers = {
            (place, OUTWARDS[face]): colour
            for colour, face in enumerate(FACES)
            for row in grid_places(face, size)
            for place in row
        }

    def turn(self, face, layer, turns):
        """Turn one layer, counted from the face."""
        for _ in range(turns):
            moved = {}
            for (place, looks), colour in self.stickers.items():
                depth = sum(a * b for a, b in zip(place, OUTWARDS[face], strict=True))
                if depth == self.size - 1 - 2 * (layer - 1):
                    place, looks = QUARTER[face](*place), QUARTER[face](*looks)
                moved[place, looks] = colour
            self.stickers = moved
        return self

    def grids(self):
        """Six N x N lists of colours, as the rules read them."""
        return [
            [
                [self.stickers[place, OUTWARDS[face]] for place in row]
                for row in grid_places(face, self.size)
            ]
            for face in FACES
        ]

    def score(self):
        """Stickers that match the centre of their face."""
        middle = self.size // 2
        return sum(
            colour == grid[middle][middle]
            for grid in self.grids()
            for row in grid
            for colour in row
        )


def every_turn(size):
    """All turns in the order of their action numbers."""
    return [
        (face, layer, turns) for face in FACES for layer in range(1, size) for turns in (1, 2, 3)
    ]
