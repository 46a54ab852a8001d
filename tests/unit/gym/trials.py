"""A fault and a twin that touch nothing, and outcomes of them."""

from gym.fault import Fault, Said, Twin
from gym.judge import Judged, Mark
from gym.place import Place
from gym.trial import Trial
from gym.view import View


def nothing(place: Place) -> None:
    """Breaks nothing."""


def never(place: Place) -> bool:
    return False


FAULT = Trial(
    "nerdctl0-bridge",
    Fault(
        title="a bridge",
        cause="ip-wrong-bridge",
        also=("ip-conflict",),
        inject=nothing,
        bites=never,
        heal=nothing,
        text=Said.LIKELY,
    ),
)
TWIN = Trial(
    "excluded-bridge",
    Twin(title="another", of="nerdctl0-bridge", inject=nothing, holds=never, heal=nothing),
)


def said(
    mark: Mark, said: Said, named: str = "", expected: Said = Said.PROVEN
) -> tuple[Judged, ...]:
    """The same from every side."""
    return tuple(
        Judged(view=view, mark=mark, said=said, named=named, expected=expected, seconds=1.25)
        for view in View
    )
