"""YAML text that is safe to print on a terminal."""

from calicovet.report.machine.json_text import json_text


def yaml_text(value: object) -> str:
    """One document with its mark of a beginning; keys keep their order."""
    from json import loads

    import yaml

    class Dumper(getattr(yaml, "CSafeDumper", yaml.SafeDumper)):  # type: ignore[misc]
        """Without anchors: a reader need not look elsewhere."""

        def ignore_aliases(self, data: object) -> bool:
            return True

    text: str = yaml.dump(
        loads(json_text(value, indent=0)),
        Dumper=Dumper,
        allow_unicode=True,
        explicit_start=True,
        sort_keys=False,
        width=10_000,
    )
    return text
