"""Two faults on one node, of which the first hides the second."""

from gym.fault import Fault, Scope
from gym.place import Place


def hidden_behind(first: Fault, second: Fault, *, title: str) -> Fault:
    """Both at once: the first, where the start stops, has to be named, and the second shows once it is gone."""

    def inject(place: Place) -> None:
        # In this order the second is never alone, and nothing shows it beforehand.
        first.inject(place)
        second.inject(place)

    def heal(place: Place) -> None:
        first.heal(place)
        seen = f"{second.title}: shows once the other is gone"
        place.cluster.await_true(lambda: second.bites(place), seen, second.seconds)
        second.heal(place)

    return Fault(
        title=title,
        cause=first.cause,
        inject=inject,
        bites=first.bites,
        heal=heal,
        live=first.live,
        text=first.text,
        host=first.host,
        also=first.also,
        scope=Scope.CLUSTER if Scope.CLUSTER in (first.scope, second.scope) else Scope.NODE,
        install=first.install,
        seconds=first.seconds,
    )
