"""A fault or a twin on its way through the loop: both are put in, looked at and taken out again."""

from calicovet.model.record import record
from gym.fault import Fault, Install, Said, Scope, Twin
from gym.place import Place
from gym.view import View


@record
class Trial:
    """What is tried, under the name of its file."""

    name: str
    what: Fault | Twin

    @property
    def is_twin(self) -> bool:
        return isinstance(self.what, Twin)

    @property
    def scope(self) -> Scope:
        return self.what.scope

    @property
    def install(self) -> Install:
        return self.what.install

    @property
    def shows_anywhere(self) -> bool:
        """Whether any node may be named for it."""
        return isinstance(self.what, Fault) and self.what.anywhere

    @property
    def causes(self) -> tuple[str, ...]:
        """Causes that may be named for it; none for a twin where everything is well."""
        return tuple(name for name in (self.what.cause, *self.what.also) if name)

    @property
    def decides(self) -> tuple[str, ...]:
        """Words of commands that decide where no cause is named; none where any question will do."""
        return self.what.decides if isinstance(self.what, Fault) else ()

    def shows(self, place: Place) -> bool:
        """Whether what was put in has come to show."""
        return self.what.holds(place) if isinstance(self.what, Twin) else self.what.bites(place)

    def expected(self, view: View) -> Said:
        """How surely its cause should be named from this view."""
        if isinstance(self.what, Twin):
            return Said.SILENT
        by_view = {View.TEXT: self.what.text, View.HOST: self.what.host}
        return by_view.get(view, self.what.live)
