"""A run card, and a comparison of two runs, as Markdown: what has a value, and in one line what has none."""

from collections.abc import Sequence

from scoring.card.comparison import RunComparison
from scoring.card.fields import COVERED, card_metrics
from scoring.card.schema import Ends, RunCard
from scoring.metrics.metric import Scale
from scoring.report.figures import figure, interval, signed
from scoring.report.markdown import escaped

__all__ = ["card_markdown", "comparison_markdown"]

DETAILS = "onenlp mt … --json -"  # metric_availability says why


def card_markdown(card: RunCard, details: str = DETAILS) -> str:
    """The card as a Markdown page; ``details`` is the command that says why what is missing is missing."""
    scores = card.scores
    named = " ".join(part for part in (card.model_slug, card.condition) if part) or "run"
    lines = [
        f"# {escaped(named)} on {escaped(card.dataset.id)} ({escaped(card.dataset.pair)})",
        "",
        verdict(card),
        "",
    ]
    if card.caveats or card.comet_warning:
        told = [*card.caveats, *([card.comet_warning] if card.comet_warning else [])]
        lines += [*(f"> **Caveat:** {escaped(caveat)}" for caveat in told), ""]
    rows = []
    for name, one in card_metrics().items():
        value = getattr(scores, name, scores.added.get(name))
        if value is not None and name != "composite":
            rows.append([
                one.label, figure(value, one.scale), ends(scores.confidence_intervals.get(name), one.scale),
                str(one.better), str(one.validation),
            ])  # fmt: skip
    lines += table(("Metric", "Score", "95% CI", "Better", "Validation"), rows)
    judged = {name: share for name, share in card.coverage.items() if name in COVERED}
    reported = {name: share for name, share in card.coverage.items() if name not in COVERED and share < 1}
    for said, found in (("Words that could be judged", judged), ("Entries that report it", reported)):
        shares = [f"{card_metrics()[name].label} {share:.0%}" for name, share in found.items()]
        lines += ["", f"{said}: {', '.join(shares)}."] if shares else []
    if card.sacrebleu_signatures:
        cited = [
            [card_metrics()[name].label, escaped(said)] for name, said in card.sacrebleu_signatures.items()
        ]
        lines += ["", *table(("As sacrebleu signs it", "Signature"), cited)]
    for name, said in card.self_judgements.items():
        lines += ["", f"{card_metrics()[name].label} tried on this run's own sources and references: {said}."]
    lines += ["", *spending(card)]
    lines += missing(card, details)
    return "\n".join(lines) + "\n"


def missing(card: RunCard, details: str) -> list[str]:
    """What has no value, in one line with the command that says why."""
    lacking = card.metric_availability
    named = [one.label for name, one in card_metrics().items() if name in lacking]
    others = sum(name not in card_metrics() for name in lacking)
    said = [*named, *([f"{others} other field{'' if others == 1 else 's'}"] if others else [])]
    return ["", f"Without a value: {', '.join(said)}.  Why: {escaped(details)}"] if said else []


def verdict(card: RunCard) -> str:
    """Composite, tier and counts in one paragraph."""
    scores = card.scores
    return (
        f"Composite **{figure(scores.composite, Scale.RATIO)}**, tier **{scores.quality_tier}** ({card.tier_note}), "
        f"profile {card.profile}.  {scores.total} entries, {scores.errors} with an error or no prediction."
    )


def spending(card: RunCard) -> list[str]:
    """Cost and speed as a table."""
    fields = [(name, getattr(card.totals, name)) for name in card.totals.__struct_fields__] + [
        ("elapsed_seconds", card.elapsed_seconds)
    ]
    fields += [
        (name, getattr(card.scores, name))
        for name in ("cost_adjusted", "tokens_per_second", "entries_per_minute")
    ]
    rows = [[f"`{name}`", f"{value:.6g}" if isinstance(value, float) else str(value)]
            for name, value in fields if value is not None]  # fmt: skip
    return table(("Cost and speed", "Value"), rows) if rows else []


def comparison_markdown(comparison: RunComparison) -> str:
    """The comparison as a Markdown page."""
    first, second = escaped(comparison.first), escaped(comparison.second)
    lines = [f"# {first} against {second}", "", f"{comparison.entries} entries that both runs have.", ""]
    lines += [f"> **Warning:** {escaped(warning)}" for warning in comparison.warnings]
    lines += [""] if comparison.warnings else []
    rows = []
    for name, one in comparison.metrics.items():
        found = card_metrics()[name]
        low, high = (signed(end, found.scale) for end in one.ci) if one.ci else ("-", "-")
        favours = {"first": first, "second": second, None: "-"}[one.better]
        rows.append([
            found.label, figure(one.first, found.scale), figure(one.second, found.scale),
            f"{signed(one.difference, found.scale)} [{low}, {high}]", "-" if one.p is None else f"{one.p:.3g}",
            "yes" if one.significant else "no", favours,
        ])  # fmt: skip
    lines += table(("Metric", "First", "Second", "Difference", "p", "Significant", "Better"), rows)
    if comparison.composite_of:
        lines += ["", f"The composites are made of {', '.join(comparison.composite_of)}."]
    return "\n".join(lines) + "\n"


def ends(found: Ends | None, scale: Scale) -> str:
    """An interval, ``-`` where there is none."""
    return interval((found.ci_lower, found.ci_upper) if found else None, scale)


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """The lines of a Markdown table."""
    return [f"| {' | '.join(cells)} |" for cells in (header, ["---"] * len(header), *rows)]
