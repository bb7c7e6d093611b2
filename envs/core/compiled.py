"""The `compiled` decorator: Numba with a disk cache that can never be stale.

Numba keys its cache on one function's own file, so an edited callee in another
file would leave its callers as they were. Here the cache folder carries a hash
of every source file that compiled code can come from. What has to be compiled
is said once a process, on stderr.
"""

import contextlib
import functools
import hashlib
import sys
import types
from pathlib import Path

import numba
from numba.core import caching, config

from .sources import source_files

__all__ = ["JIT", "bind", "compiled"]

JIT = not config.DISABLE_JIT  # type: ignore[attr-defined]
"""False when `NUMBA_DISABLE_JIT=1` runs the rules as plain Python."""

CORE = Path(__file__).resolve().parent
PREFIX = "parlour-"


@functools.cache
def source_stamp(folder):
    """Hash of all sources that a function in `folder` may have been compiled from.

    Parameters
    ----------
    folder : Path
        That of the function's `home`, inside Parlour or not.

    Returns
    -------
    str
        16 hexadecimal digits.
    """
    digest = hashlib.sha256(numba.__version__.encode())
    for path in source_files(folder):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def home(function):
    """File beside which a function's machine code is kept: its own, or its game's (`bind`)."""
    plain = getattr(function, "py_func", function)
    return Path(vars(plain).get("home", plain.__code__.co_filename)).resolve()


class StampedLocator(caching._SourceFileBackedLocatorMixin, caching._CacheLocator):
    """Where a function's machine code lies: a folder named after the sources' hash."""

    def __init__(self, py_func, py_file):
        self._py_file = py_file
        self._lineno = py_func.__code__.co_firstlineno
        self._folder = home(py_func).parent
        self._path = self.base() / (PREFIX + source_stamp(self._folder))

    def base(self):
        """Folder that holds the stamped folders."""
        return self._folder / "__pycache__"

    def get_cache_path(self):
        """Path of the stamped folder, as text."""
        return str(self._path)

    def get_source_stamp(self):
        """The same hash again, inside the index file."""
        return source_stamp(self._folder)

    def ensure_cache_path(self):
        """Make the folder; on first use of new sources, drop those of older ones."""
        if not self._path.is_dir():
            for old in self._path.parent.glob(PREFIX + "*"):
                for file in old.glob("*.nb?"):
                    file.unlink(missing_ok=True)
        super().ensure_cache_path()


class StampedUserLocator(StampedLocator):
    """The same in the user's cache folder, for installations that are read-only."""

    def base(self):
        """Numba's folder for this user and this source folder."""
        root = config.CACHE_DIR or caching.AppDirs("parlour", appauthor=False).user_cache_dir
        return Path(root) / self.get_suitable_cache_subpath(str(self._folder / "__init__.py"))


class StampedProvidedLocator(StampedUserLocator):
    """First choice where `NUMBA_CACHE_DIR` is set."""

    @classmethod
    def from_function(cls, py_func, py_file):
        """None unless the variable is set."""
        return super().from_function(py_func, py_file) if config.CACHE_DIR else None


class StampedImpl(caching.CompileResultCacheImpl):
    """Numba's cache of compile results with the locators above."""

    _locator_classes = [  # noqa: RUF012
        StampedProvidedLocator,
        StampedLocator,
        StampedUserLocator,
    ]


class StampedCache(caching.FunctionCache):
    """What a dispatcher asks for machine code on disk."""

    _impl_class = StampedImpl

    def load_overload(self, sig, target_context):
        """Machine code from disk, or None, after which the dispatcher compiles."""
        found = super().load_overload(sig, target_context)
        if found is None:
            announce("once (10 to 40 seconds a game)")
        return found

    def _index_key(self, sig, codegen):
        return (*super()._index_key(sig, codegen), vars(self._py_func).get("bound", ()))


class NoCache(caching.NullCache):
    """Stands where no folder can be written."""

    def load_overload(self, sig, target_context):
        """None: the dispatcher compiles."""
        announce("anew in every process, since no cache folder can be written")


@functools.cache
def announce(how):
    """Say on stderr, once a process, that rules are being compiled."""
    print(f"parlour: compiling rules, {how}", file=sys.stderr, flush=True)


def compiled(function=None, **options):
    """Compile a function with Numba on its first call and keep the machine code on disk.

    Parameters
    ----------
    function : callable
        A function of numbers, arrays and records. Bounds are not checked.
    **options
        Passed on to `numba.njit`. `inline="always"` makes the function part of each caller
        and spares machine code of its own: for the thin ones through which a game's largest
        ones are called, since all that a function calls is optimised with it once more.

    Returns
    -------
    callable
        The dispatcher; the plain function under `NUMBA_DISABLE_JIT=1`. Where no
        folder can be written, it compiles anew in every process.
    """
    if function is None:
        return functools.partial(compiled, **options)
    dispatcher = numba.njit(**{"error_model": "numpy", **options})(function)
    if JIT:
        dispatcher._cache = NoCache()
        with contextlib.suppress(RuntimeError, OSError):
            dispatcher._cache = StampedCache(function)
    return dispatcher


def bind(template, name, options=None, **functions):
    """Compile a template in which some global names stand for a game's own functions.

    A closure would do the same, but closures over compiled functions are never
    found again in the disk cache.

    Parameters
    ----------
    template : function
        Plain Python, not compiled; calls the names in `functions`.
    name : str
        Tells the copies apart in the cache and in tracebacks.
    options : dict, optional
        As those of `compiled`.
    **functions : callable
        The compiled functions behind the names. Machine code is kept beside the first
        one that is not the core's, and told apart by their modules, names and lines.

    Returns
    -------
    callable
        As `compiled` returns it.
    """
    copy = types.FunctionType(
        template.__code__, {**template.__globals__, **functions}, f"{template.__name__}_{name}"
    )
    copy.__qualname__ = copy.__name__
    copy.__module__ = template.__module__
    copy.__doc__ = template.__doc__
    if JIT:
        homes = [home(function) for function in functions.values()]
        outside = [file for file in homes if file.parent != CORE]
        vars(copy).update(
            home=(outside or homes)[0],
            bound=tuple(identity(function.py_func) for function in functions.values()),
        )
    return compiled(copy, **(options or {}))


def identity(function):
    """What tells a bound function from others: where it stands, and what is bound in it."""
    place = function.__module__, function.__qualname__, function.__code__.co_firstlineno
    return (*place, vars(function).get("bound", ()))
