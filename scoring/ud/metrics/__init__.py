"""The metrics of Universal Dependencies, those of the CoNLL 2018 shared task as one table (Zeman et al. 2018, §5)."""

__all__ = ["ORDER"]

ORDER = (
    "tokens", "sentences", "words", "upos", "xpos", "ufeats", "alltags", "lemmas", "uas", "las", "clas", "mlas", "blex",
)  # fmt: skip
