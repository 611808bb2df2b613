"""The metrics of machine translation, one module each."""

ORDER = (
    "exact_match_rate", "equivalent_match_rate", "chrf_plus_plus", "bleu", "ter", "length_ratio",
    "fst_acceptance_rate", "morphological_accuracy", "orthographic_accuracy", "semantic_score", "comet_score",
    "code_switching_rate", "hallucination_rate", "terminology_adherence", "consistency_score",
    "compliance_index", "raw_compliance_index", "repair_effectiveness", "composite",
    "avg_latency_seconds", "median_latency_seconds", "p95_latency_seconds",
    "cost_per_entry_usd", "tokens_per_entry",
)  # fmt: skip
