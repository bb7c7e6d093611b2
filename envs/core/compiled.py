"""The `compiled` decorator: Numba with a disk cache that can never be stale.

Numba keys its cache on one function's own file, so an edited callee in another
file would leave its callers as they were. Here the cache folder carries a hash
of every source file that compiled code can come from.
"""

import contextlib
import functools
import hashlib
import types
from pathlib import Path

import numba
from numba.core import caching, config

__all__ = ["JIT", "bind", "compiled"]

JIT = not config.DISABLE_JIT  # type: ignore[attr-defined]
"""False when `NUMBA_DISABLE_JIT=1` runs the rules as plain Python."""

ENVS = Path(__file__).resolve().parents[1]
KERNEL_FOLDERS = (ENVS, ENVS.parent / "agents")
PREFIX = "parlour-"


@functools.cache
def source_stamp(folder):
    """Hash of all sources that a function in `folder` may have been compiled from.

    Parameters
    ----------
    folder : Path
        Folder of the function's own file; it counts too where it lies outside Parlour.

    Returns
    -------
    str
        16 hexadecimal digits.
    """
    digest = hashlib.sha256(numba.__version__.encode())
    roots = [root for root in KERNEL_FOLDERS if root.is_dir()]
    files = {path for root in roots for path in root.rglob("*.py")}
    files |= set(folder.glob("*.py"))
    for path in sorted(files):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


class StampedLocator(caching._SourceFileBackedLocatorMixin, caching._CacheLocator):
    """Where a function's machine code lies: a folder named after the sources' hash."""

    def __init__(self, py_func, py_file):
        self._py_file = py_file
        self._lineno = py_func.__code__.co_firstlineno
        self._folder = Path(py_file).resolve().parent
        self._path = self.base(py_file) / (PREFIX + source_stamp(self._folder))

    def base(self, py_file):
        """Folder that holds the stamped folders; None is never returned."""
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

    def base(self, py_file):
        """Numba's folder for this user and this source folder."""
        root = config.CACHE_DIR or caching.AppDirs("parlour", appauthor=False).user_cache_dir
        return Path(root) / self.get_suitable_cache_subpath(py_file)


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


def compiled(function=None, **options):
    """Compile a function with Numba on its first call and keep the machine code on disk.

    Parameters
    ----------
    function : callable
        A function of numbers, arrays and records. Bounds are not checked.
    **options
        Passed on to `numba.njit`, for example `inline="always"`.

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
        with contextlib.suppress(RuntimeError, OSError):
            dispatcher._cache = StampedCache(function)
    return dispatcher


def bind(template, name, **functions):
    """Compile a template in which some global names stand for a game's own functions.

    A closure would do the same, but closures over compiled functions are never
    found again in the disk cache.

    Parameters
    ----------
    template : function
        Plain Python, not compiled; calls the names in `functions`.
    name : str
        Tells the copies apart in the cache and in tracebacks.
    **functions : callable
        The compiled functions behind the names.

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
    return compiled(copy)


def is_compiled(dispatcher):
    """True when calling `dispatcher` will not compile: done before, or on disk, or no JIT."""
    if not JIT or dispatcher.signatures:
        return True
    cache = getattr(dispatcher, "_cache", None)
    return isinstance(cache, StampedCache) and bool(cache._cache_file._load_index())
