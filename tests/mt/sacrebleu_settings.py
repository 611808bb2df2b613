"""The settings that a signature of sacrebleu names, as arguments of our functions."""

from scoring import mt


def score(signature, outputs, references):
    """Our score with the settings of sacrebleu's signature."""
    name, settings = call(signature)
    return getattr(mt, name)(outputs, references, **settings)


def call(signature):
    """The name of our function and its arguments."""
    said = dict(part.split(":", 1) for part in signature.split("|"))
    yes = {key: value == "yes" for key, value in said.items()}
    if "nc" in said:
        return "chrf", {
            "char_order": int(said["nc"]),
            "word_order": int(said["nw"]),
            "lowercase": said["case"] == "lc",
            "whitespace": yes["space"],
            "eps_smoothing": not yes["eff"],
        }
    if "norm" in said:
        return "ter", {
            "normalized": yes["norm"],
            "punct": yes["punct"],
            "asian": yes["asian"],
            "case_sensitive": said["case"] == "mixed",
        }
    smooth, _, value = said["smooth"].rstrip("]").partition("[")
    return "bleu", {
        "tokenize": said["tok"],
        "smooth": smooth,
        "smooth_value": float(value) if value else None,
        "effective_order": yes["eff"],
        "lowercase": said["case"] == "lc",
    }


def segments(streams):
    """References by segment, of streams: reference j of segment i is ``streams[j][i]``, None where there is none."""
    return [[text for text in texts if text is not None] for texts in zip(*streams, strict=False)]
