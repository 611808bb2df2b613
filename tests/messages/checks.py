"""The scenario of tests that make more or fewer checks than they say."""

from tests.messages.room import produces
from tests.plugin.data import gate, gate_file, marker, module, refs, row

REFERENCE = ("--onenlp-reference", "refs.json")


def check_of(name):
    return f"onenlp.check_ud('gold.conllu', 'pred.conllu', component={name!r})"


@produces("The number of checks")
def miscounted(room):
    room.write(
        refs__json=refs(row("a", 92.0), row("b", 92.0)),
        test_a__py=module(
            f"{marker(None)}\ndef test_more(onenlp):\n    {check_of('a')}\n    {check_of('c')}",
            f"{marker(None, checks=2)}\ndef test_fewer(onenlp): {check_of('b')}",
            gate("d", checks=0), gate("e", call=", checks=2"),
        ),
        onenlp__toml=gate_file({"component": "f", "checks": 2}),
    )  # fmt: skip
    yield room.pytest(*REFERENCE, "test_a.py")
    yield room.pytest(*REFERENCE, "onenlp.toml")
