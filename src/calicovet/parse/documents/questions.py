"""Lists of questions with their answers: interviews, FAQs."""

import re
from collections.abc import Sequence

_QUESTION = re.compile(
    r"^\W{0,6}(?:Q|question|问题?|面试题?|题目?) ?\d{0,3} ?[:：.、)].{4}", re.IGNORECASE
)
_ANSWER = re.compile(
    r"^\W{0,6}(?:A|answer|答案?|参考答案|解答|回答) ?\d{0,3} ?[:：.、)]", re.IGNORECASE
)


def is_questions_with_answers(lines: Sequence[str]) -> bool:
    """Whether each question of the text has its answer: it says what happens, not what happened."""
    asked = answered = 0
    for line in lines:
        asked += _QUESTION.match(line[:80]) is not None
        answered += _ANSWER.match(line[:80]) is not None
    return 0 < asked <= answered + 1 and answered > 0
