"""The list of broken environments, which the files of them fill when they are imported."""

BROKEN: dict[str, list[type]] = {}
"""The environments that a check must fail, by the check's name."""


def fails(*names):
    """Enter the decorated environment under the checks that must fail it."""

    def enter(broken):
        for name in names:
            BROKEN.setdefault(name, []).append(broken)
        return broken

    return enter
