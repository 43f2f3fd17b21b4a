"""Observations without their zeros: nine in ten numbers of an observation are 0.

``VectorEnv(..., obs="sparse")`` returns each observation as a :class:`CSR`, and :func:`csr` makes one of any dense rows.

>>> import holotable as ht
>>> envs = ht.VectorEnv("conflict", 4, obs="sparse")
>>> obs, info = envs.reset(seed=1)
>>> obs.shape == (4, envs.game.observation_size)
True
>>> bool((obs.dense() == ht.VectorEnv("conflict", 4).reset(seed=1)[0]).all())
True
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from . import _native

__all__ = ["CSR", "csr"]


class CSR(NamedTuple):
    """A matrix in compressed rows, as SciPy and torch have them: ``scipy.sparse.csr_array(obs[:3], shape=obs.shape)``.

    Row ``i`` has the numbers ``values[indptr[i]:indptr[i + 1]]`` in the columns ``indices[indptr[i]:indptr[i + 1]]``,
    which ascend. All other numbers are 0.
    """

    values: npt.NDArray[np.float32]
    """The numbers that are not 0: float32."""
    indices: npt.NDArray[np.int32]
    """Their columns: int32."""
    indptr: npt.NDArray[np.int32]
    """Where each row begins in the two others, and where the last one ends: int32 of shape ``(rows + 1,)``."""
    shape: tuple[int, int]
    """Rows and columns."""

    def dense(self) -> npt.NDArray[np.float32]:
        """All numbers: float32 of shape ``shape``."""
        rows = np.zeros(self.shape, np.float32)
        rows[np.repeat(np.arange(self.shape[0]), np.diff(self.indptr)), self.indices] = self.values
        return rows


def csr(rows: npt.NDArray[np.float32]) -> CSR:
    """Compressed rows of a dense matrix, float32 of shape ``(rows, columns)``.

    Raises:
        TypeError: not a float32 array of two dimensions.
        ValueError: more than 65,535 columns, or more than 2**31 - 1 numbers in all.
    """
    if not isinstance(rows, np.ndarray) or rows.dtype != np.float32 or rows.ndim != 2:
        given = f"{rows.dtype} of shape {rows.shape}" if isinstance(rows, np.ndarray) else type(rows).__name__
        raise TypeError(f"rows must be a float32 array of two dimensions, not {given}")
    return CSR(*_native.csr(np.ascontiguousarray(rows)), (rows.shape[0], rows.shape[1]))
