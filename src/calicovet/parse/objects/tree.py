"""A tree of named values with line numbers."""

from collections.abc import Iterator


class Tree:
    """A scalar, a mapping or a list; what is not there is the empty tree, so that paths can be asked for."""

    __slots__ = ("block", "fields", "items", "line", "resumed", "text")

    def __init__(self, line: int = 0, text: str = "", *, block: bool = False) -> None:
        self.line = line
        self.text = text
        self.block = block
        """A text of several lines, the first of which stands below `line`."""
        self.resumed = False
        """It is what stands behind a fault in a document: its own head was read before, or never."""
        self.fields: dict[str, Tree] = {}
        self.items: list[Tree] = []

    def __bool__(self) -> bool:
        return self.line > 0

    def at(self, *path: str) -> "Tree":
        """The value below that path, or the empty tree."""
        tree = self
        for name in path:
            tree = tree.fields.get(name, NOTHING)
        return tree

    def said(self, *path: str) -> str:
        """The scalar below that path; empty where there is none."""
        return self.at(*path).text

    def walk(self) -> Iterator["Tree"]:
        """Every mapping in it, itself first."""
        waiting = [self]
        while waiting:
            tree = waiting.pop()
            if tree.fields:
                yield tree
            waiting.extend(reversed((*tree.fields.values(), *tree.items)))

    def scalars(self) -> Iterator[tuple[str, "Tree"]]:
        """Every scalar below a mapping, by its dotted path; lists are left out."""
        waiting = [("", self)]
        while waiting:
            name, tree = waiting.pop()
            if name and tree.text and not tree.fields and not tree.items:
                yield name, tree
            waiting.extend(
                (f"{name}.{key}" if name else key, value)
                for key, value in reversed(tree.fields.items())
            )


NOTHING = Tree()
