"""What runs as long as a block, and is taken down whole if it does not come up whole."""

from abc import ABC, abstractmethod
from contextlib import ExitStack
from types import TracebackType
from typing import Self


class Block(ABC):
    """Begins with the block; what it has put on the stack ends with it, last first."""

    def __init__(self) -> None:
        self._stack = ExitStack()

    @abstractmethod
    def _begin(self, stack: ExitStack) -> None: ...

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            self._begin(stack)
            self._stack = stack.pop_all()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.close()
