"""Takes compiled regular expressions from earlier starts.

A diagnosis uses some seven hundred patterns, and compiling them takes longer than searching with them. CPython compiles a
pattern to a program, a list of numbers, and passes that to its engine. Such programs are stored and passed to the
engine again, which checks every program that it is given. On other interpreters patterns are compiled as usual.
"""

import re
from typing import Any

from calicovet.model.evidence_kinds.evidence_patterns import is_of_evidence

_COMPILER: Any = vars(re).get("_compiler")
_PARSER: Any = vars(re).get("_parser")
_ENGINE: Any = vars(_COMPILER).get("_sre") if _COMPILER else None
ENGINE_VERSION: int = vars(_ENGINE).get("MAGIC", 0) if _ENGINE else 0
"""Changes with the meaning of programs; 0: this interpreter has none."""
Key = tuple[str | bytes, int]
"""A pattern as it is written, and its flags."""
Program = tuple[int, bytes, int, dict[str, int], tuple[str | None, ...]]
"""All flags, the code, how many groups, the number of each named group, the name of each group."""
_MOST = 5_000
"""The source has about fifteen hundred patterns; beyond that, those of earlier releases are dropped."""
_UNFIT = (AttributeError, TypeError, ValueError, OverflowError, RuntimeError)
"""What an engine raises that takes other programs than these, or finds one to be wrong."""


class PatternCache:
    """Known programs, and the patterns that had to be compiled."""

    def __init__(self, programs: dict[Key, Program]) -> None:
        self.programs = programs
        self._compiled: dict[Key, re.Pattern[Any]] = {}

    def install(self) -> None:
        """Makes `re.compile` take known programs for the rest of the process."""
        if not ENGINE_VERSION or _PARSER is None:
            return
        compile_new = _COMPILER.compile

        def compile_pattern(pattern: Any, flags: int = 0) -> re.Pattern[Any]:
            key = pattern, int(flags)
            program = self.programs.get(key)
            if program is not None:
                try:
                    return _pattern(pattern, program)
                except _UNFIT:
                    del self.programs[key]
            made: re.Pattern[Any] = compile_new(pattern, flags)
            self._compiled[key] = made
            return made

        _COMPILER.compile = compile_pattern

    def learn(self) -> bool:
        """Adds the programs of the patterns that had to be compiled; whether there are any."""
        learnt: dict[Key, Program] = {}
        for key, pattern in self._compiled.items():
            program = None if is_of_evidence(key[0]) else _program(key, pattern)
            if program is not None:
                learnt[key] = program
        self._compiled.clear()
        if len(self.programs) + len(learnt) > _MOST:
            self.programs.clear()
        self.programs.update(learnt)
        return bool(learnt)


def _pattern(text: str | bytes, program: Program) -> re.Pattern[Any]:
    flags, code, groups, numbers, names = program
    words = memoryview(code).cast("I").tolist()
    made: re.Pattern[Any] = _ENGINE.compile(text, flags, words, groups, numbers, names)
    return made


def _program(key: Key, pattern: re.Pattern[Any]) -> Program | None:
    """The program of a pattern; None where the engine does not make an equal pattern of it."""
    from array import array

    text, flags = key
    try:
        tree = _PARSER.parse(text, flags)
        code = array("I", _COMPILER._code(tree, flags)).tobytes()
        numbers = dict(tree.state.groupdict)
        by_number = {number: name for name, number in numbers.items()}
        names = tuple(by_number.get(number) for number in range(tree.state.groups))
        program = int(flags | tree.state.flags), code, tree.state.groups - 1, numbers, names
        again = _pattern(text, program)
    except _UNFIT:
        return None
    return program if again == pattern and again.groupindex == pattern.groupindex else None
