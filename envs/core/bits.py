"""Counting bits of a word: one machine instruction each, plain Python without the JIT."""

import numpy as np
from numba import types
from numba.extending import intrinsic

from .compiled import JIT, compiled

__all__ = ["bit_count", "lowest_bit"]


@intrinsic
def population(typing, word):
    """The processor's population count of a uint64."""

    def build(context, builder, signature, arguments):
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), build


@intrinsic
def trailing(typing, word):
    """The processor's count of trailing zeros of a uint64; 64 if it is 0."""

    def build(context, builder, signature, arguments):
        is_undefined = context.get_constant(types.boolean, False)
        return builder.cttz(arguments[0], is_undefined)

    return types.uint64(types.uint64), build


@compiled
def bit_count(word):
    """Set bits of a uint64, an int."""
    return np.int64(population(word))


@compiled
def lowest_bit(word):
    """Place of the lowest set bit of a uint64 that is not 0, an int."""
    return np.int64(trailing(word))


if not JIT:

    def bit_count(word):
        """Set bits of a uint64, an int."""
        return int(word).bit_count()

    def lowest_bit(word):
        """Place of the lowest set bit of a uint64 that is not 0, an int."""
        return (int(word) & -int(word)).bit_length() - 1
