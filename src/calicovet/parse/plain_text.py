"""Text of no known form: messages, and what kubectl answers where there are no objects."""

from collections.abc import Iterator

from calicovet.model.evidence import Evidence
from calicovet.model.facts import Fact, NoInstallation, Unreadable
from calicovet.parse.calico.installation import no_installation
from calicovet.parse.messages.scan import read_messages
from calicovet.parse.parser import Parser


def read_plain_text(evidence: Evidence) -> Iterator[Fact | Unreadable]:
    """The messages of the text; of an answer without objects also which there are none of."""
    yield from read_messages(evidence)
    yield from no_installation(evidence)


PARSER = Parser(
    read_plain_text, gives=(NoInstallation,), in_passing=(NoInstallation,), messages=False
)
