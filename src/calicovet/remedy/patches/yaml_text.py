"""Objects as YAML text."""

from calicovet.model.remediation.change import Value


def yaml_of(value: Value) -> str:
    """YAML with every field on its own line, in the given order."""
    # Heavy, and only plans need it.
    import yaml

    text: str = yaml.dump(
        value,
        Dumper=_dumper(),
        sort_keys=False,
        default_flow_style=False,
        allow_unicode=True,
        width=10_000,
    )
    return text


def _dumper() -> type:
    """Texts of several lines as blocks, and no anchors for what occurs twice."""
    import yaml

    class Dumper(yaml.SafeDumper):
        def ignore_aliases(self, data: object) -> bool:
            return True

    def text(dumper: yaml.SafeDumper, told: str) -> yaml.ScalarNode:
        style = "|" if "\n" in told else None
        return dumper.represent_scalar("tag:yaml.org,2002:str", told, style=style)

    Dumper.add_representer(str, text)
    return Dumper
