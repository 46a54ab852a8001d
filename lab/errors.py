"""What keeps the lab from working, in two lines: what, and the next move."""


class LabError(Exception):
    """The lab cannot go on."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(f"{message}\n  {hint}" if hint else message)
        self.message = message
        self.hint = hint
