"""The forms in which the demos are varied keep what they promise to keep."""

from tests.support.blocks import Block, join_blocks, split_blocks
from tests.support.demos import DEMOS
from tests.support.variations import (
    other_order,
    prompts_stripped,
    prose_stripped,
    quoted,
    renamed,
    table_columns_by_tabs,
)

_TEXT = """# Title

Before.

```
$ uptime
 load
```

Between.

```
[root@node-4 ~]# nproc
4
```
"""


def test_blocks_know_the_prose_before_them() -> None:
    assert split_blocks(_TEXT) == (
        Block(("# Title", "", "Before.", ""), ("$ uptime", " load")),
        Block(("", "Between.", ""), ("[root@node-4 ~]# nproc", "4")),
    )


def test_joining_keeps_every_line_of_code() -> None:
    for demo in DEMOS:
        blocks = split_blocks(demo.text())
        again = split_blocks(join_blocks(blocks))
        assert [block.code for block in again if block.code] == [block.code for block in blocks]


def test_another_order_moves_blocks_with_their_prose() -> None:
    turned = other_order(_TEXT)
    assert turned.startswith("# Title\n")
    assert turned.index("Between.") < turned.index("nproc") < turned.index("Before.")
    assert turned.index("Before.") < turned.index("uptime")


def test_prompts_go_and_commands_stay() -> None:
    assert "\nuptime\n" in prompts_stripped(_TEXT)
    assert "\nnproc\n4\n" in prompts_stripped(_TEXT)


def test_prose_goes_and_code_stays() -> None:
    assert "Before" not in prose_stripped(_TEXT)
    assert "$ uptime" in prose_stripped(_TEXT)


def test_names_change_everywhere_and_keep_their_length() -> None:
    text = "calico-node-x7k2p on node-4, secret calico-node-token-p2kj5"
    changed = renamed(text, {"node-4": "rack-8"})
    assert "x7k2p" not in changed
    assert "rack-8" in changed
    assert changed.endswith("secret calico-node-token-p2kj5")
    assert len(changed) == len(text)


def test_quoting_marks_every_line() -> None:
    assert quoted("a\n\nb\n") == "> a\n> \n> b\n"


def test_tabs_stand_between_columns_of_a_pod_list_only() -> None:
    text = "NAME    READY   STATUS\nweb-1   1/1     Running\n\nkeep   this\n"
    assert table_columns_by_tabs(text) == (
        "NAME\tREADY\tSTATUS\nweb-1\t1/1\tRunning\n\nkeep   this\n"
    )
