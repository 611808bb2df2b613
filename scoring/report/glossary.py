"""What verdicts and flags mean, in a sentence each, for pages that people read without the manual."""

__all__ = ["FLAGS", "VERDICTS"]

VERDICTS = {
    "within": "the score is within the noise of its reference; the only verdict that always passes",
    "better": "the score is better than noise explains; the reference is out of date",
    "worse": "the score is worse than noise explains, or beyond its absolute floor",
    "missing": "there is no reference to judge by",
    "stale": "the reference was measured on other data, or with another definition of the metric",
    "error": "the row could not be judged; its reason says why",
    "inconclusive": "a loss as large as the gate's margin is not excluded, and none is shown; more units would tell",
    "not judged": "nothing was asked to judge the row",
}
FLAGS = {
    "one_unit": "a single unit: every resample is the same, so the published rule decides",
    "zero_width": "the interval has no width, as at exactly 100 points, so the published rule decides",
    "sparse": "undefined in more than 2.5 % of the resamples, so the published rule decides",
    "small_sample": "fewer than 50 units, or fewer than 10 with an error: the interval covers less than it says",
    "dominated": "a few units hold most of the data",
    "undefined": "the score is undefined on the full set, and 0 stands for it",
    "one_class": "labels whose documents are all of one class are left out of the mean",
    "few_runs": "two runs of a system: too few to be drawn, so the interval holds the spread of units alone",
    "no_units": "the reference has an interval but no stored units, so the overlap of intervals decides",
    "same_as_gold": "the prediction is a copy of gold",
    "same_as_ref_pred": "the prediction is a copy of the reference system's output",
    "foreign_relations": "the prediction has relations of another scheme than gold",
    "foreign_tags": "the prediction has tags of another scheme than gold",
    "biased": "resamples hold units twice and so agree more than the test set: the interval lies above the score",
    "…_skipped": "so many rows have an empty cell and are left out",
    "…_as_zero": "so many rows have an empty cell and count as 0",
}
