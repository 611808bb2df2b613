"""Gates of task ``ud`` on a tagger's output, which has no trees."""

from tests.cli.files import treebank
from tests.plugin.operations import REFERENCE

GATE = """
[[gate]]
component = "tagger"
language = "en"
dataset = "demo"
task = "ud"
gold = "gold.conllu"
pred = "out.conllu"
"""
BARE = treebank((0, 1)).replace("\t2\t", "\t_\t").replace("\t0\t", "\t_\t")


def test_a_gate_takes_the_metrics_that_a_tagger_has_and_judges_them(both):
    both.write(onenlp_gates__toml=GATE, gold__conllu=treebank(), out__conllu=BARE)
    both.run(*REFERENCE, "--onenlp-update").assert_outcomes(passed=1)

    result = both.run(*REFERENCE)

    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["tagger/en/demo/UPOS * within*", "*8 within noise*"])
    result.stdout.fnmatch_lines(
        ["*LAS is not available and left out: *out.conllu has no trees (HEAD is _ in every word)"]
    )


def test_a_gate_that_names_a_metric_of_trees_is_an_error(both):
    both.write(
        onenlp_gates__toml=f'{GATE}metrics = ["UPOS", "LAS"]\n', gold__conllu=treebank(), out__conllu=BARE
    )

    result = both.run(*REFERENCE, "--onenlp-update")

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["*tagger/en/demo/LAS: error: not available: *out.conllu has no trees*run a parser*"]
    )
