"""`key=value` on the command line, and words that are near one."""

from difflib import get_close_matches

__all__ = ["near", "read_assignment", "read_options"]


def near(word, known):
    """`; did you mean ...?` with the words near one, or nothing."""
    close = get_close_matches(word, list(known), n=3)
    return f"; did you mean {' or '.join(close)}?" if close else ""


def read_assignment(text):
    """(key, value) of `key=value`.

    The value is YAML, so `3`, `0.5`, `true`, `null`, `[64, 64]` and words are what they
    seem to be, and so is `1e6`, a whole number.

    Raises
    ------
    ValueError
        No `=`, or a value that is no YAML.
    """
    import yaml

    key, is_set, word = text.partition("=")
    if not (key and is_set):
        raise ValueError(f"expected key=value, got {text!r}")
    try:
        value = yaml.safe_load(word)
    except yaml.YAMLError as error:
        raise ValueError(f"{key} must have a value in YAML, got {word!r}") from error
    return key, as_number(value)


def as_number(value):
    """The number that a word such as `1e6` means, whole if it is; other values as they are."""
    if not isinstance(value, str):
        return value
    try:
        number = float(value)
    except ValueError:
        return value
    return int(number) if number.is_integer() else number


def read_options(assignments):
    """A dict of `key=value` words; none for None."""
    return dict(read_assignment(text) for text in assignments or ())
