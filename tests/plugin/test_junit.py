"""JUnit XML: a property for each row, and well-formed whatever names and data hold."""

from xml.etree import ElementTree

from tests.plugin.data import marker, module, refs, row

LABELS = ["<&]]>|", "a\u202e", "b\ud800", "x\n\x00\x1b[31m", "אב", "\ufffe"]
NAMED = ["<&]]>|", "a%E2%80%AE", "b%ED%A0%80", "x%0A%00%1B[31m", "אב", "%EF%BF%BE"]  # as in addresses


def xml_of(suite):
    return ElementTree.fromstring(suite.read("out.xml"))  # noqa: S314 - our own file


def test_names_of_any_text_are_properties(both):
    both.write(
        refs__json=refs(),
        test_a__py=module(
            f"labels = {LABELS!a} * 2",
            marker('a<b>&"]]>', None),
            "def test_a(onenlp): onenlp.check_labels(gold=labels, pred=labels, metrics=['Macro F1'], labels=['*'])",
        ),
    )

    result = both.run("--onenlp-reference", "refs.json", "--onenlp-update", "--junitxml", "out.xml")

    result.assert_outcomes(passed=1)
    names = {one.get("name") for one in xml_of(both).iter("property")}
    key = 'onenlp.a<b>&"]]>/en/demo/Macro F1'
    assert names == {key, *(f"{key}[{name}]" for name in NAMED)}
    assert {one.get("value") for one in xml_of(both).iter("property")} == {"100.00 [100.00, 100.00] missing"}


def test_messages_of_any_text_are_failures_in_well_formed_xml(both):
    tests = []
    for number, label in enumerate(LABELS):
        tests += [
            marker(f"a{number}", ["Accuracy"]),
            f"def test_{number}(onenlp): onenlp.check_labels(gold=['a'], pred=['a'], labels=[{label!a}])",
        ]
    both.write(refs__json=refs(row("a0", 1.0)), test_a__py=module(*tests))

    result = both.run("--onenlp-reference", "refs.json", "--junitxml", "out.xml")

    result.assert_outcomes(failed=len(LABELS))
    messages = [one.get("message") for one in xml_of(both).iter("failure")]
    assert len(messages) == len(LABELS)
    assert all(said.startswith("Failed: there is no label") for said in messages)
