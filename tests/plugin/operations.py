"""What changes reference files: recording, accepting and pruning, each as a suite that one run changes."""

from dataclasses import dataclass

from tests.plugin.data import conllu, gate, module, read_rows, refs, row

REFERENCE = ("--onenlp-reference", "refs.json")
PAST = {"score": 99.0, "date": "2026-11-01", "reason": "new tokenizer"}


def accept(glob, reason="smaller model"):
    """The options that accept what matches."""
    return (*REFERENCE, "--onenlp-accept", glob, "--onenlp-reason", reason)


def text(result):
    """All that was printed, errors too."""
    return result.stdout.str() + result.stderr.str()


@dataclass(frozen=True)
class Operation:
    """Options, what gate ``a`` has as its reference before, and what the file says of it after: UPOS is 92."""

    name: str
    options: tuple[str, ...]
    before: float
    says: str  # what the section says when it is done
    narrow: bool  # whether it also works where not all gates ran

    @property
    def rows(self):
        """The reference rows: ``b`` is within noise, no gate claims ``old``."""
        return row("a", self.before), row("b", 92.0), row("old", 50.0)

    def done(self, folder, name="refs.json"):
        """Whether the file is as it is to become; all other rows have to be as they were."""
        rows = read_rows(folder / name)
        a, b, old = self.rows
        if self.name == "prune":
            return rows == {"a/UPOS": a, "b/UPOS": b}
        changed = rows.pop("a/UPOS")
        past = [one["reason"] for one in changed.get("history", ())]
        accepted = ["smaller model"] * (self.name == "accept")
        return (changed["score"], past, rows) == (92.0, accepted, {"b/UPOS": b, "old/UPOS": old})


OPERATIONS = (
    Operation("update", ("--onenlp-update",), 80.0, "recorded 1 row in refs.json", narrow=True),
    Operation("accept", ("--onenlp-accept", "a/*", "--onenlp-reason", "smaller model"), 98.0,
              "recorded 1 row in refs.json", narrow=True),
    Operation("prune", ("--onenlp-prune",), 92.0, "removed 1 row from refs.json: old/en/demo/UPOS", narrow=False),
)  # fmt: skip


def prepared(suite, operation, **files):
    """The suite with its reference file and two gates, ``a`` and ``b``, in modules of their own."""
    suite.write(
        refs__json=refs(*operation.rows), test_a__py=module(gate("a")), test_b__py=module(gate("b")), **files
    )
    return suite


def measured(suite, operation):
    """The suite with reference rows that were measured, so that they have units which may fit them or not."""
    before = {"update": 80, "accept": 10, "prune": 40}[operation.name]
    suite.write(test_a__py=module(gate("a")), test_b__py=module(gate("b")), test_old__py=module(gate("old")))
    suite.alone(*REFERENCE, "--onenlp-update", "-k", "test_b or test_old")
    suite.write(pred__conllu=conllu(before))
    suite.alone(*REFERENCE, "--onenlp-update", "-k", "test_a and not test_b and not test_old")
    suite.write(pred__conllu=conllu(40))
    (suite.path / "test_old.py").unlink()
    return suite
