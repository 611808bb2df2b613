"""Keys of gates for translations that say what is known of the target language, and where COMET runs.

Each has the name of the option of ``onenlp mt``.
"""

import os
from collections.abc import Mapping

from scoring.metrics.key import Key, Kind

__all__ = ["ENGINE_KEYS"]

NEEDED = "the path of a folder, or a list of them,"


def are_paths(value: object) -> bool:
    """Whether a value is a list of paths."""
    paths = value if isinstance(value, list | tuple) else ()
    return bool(paths) and all(isinstance(one, str | os.PathLike) and bool(os.fspath(one)) for one in paths)


def are_standards(value: object) -> bool:
    """Whether a value is a list of paths, or has standards by name, as Python may give them."""
    return isinstance(value, Mapping) or are_paths(value)


ENGINE_KEYS = (
    Key("standards", Kind.FILES, "a folder with CODE/analyser.hfstol, CODE/glosses.json and so on for language "
        "standards (repeatable)", "FOLDER", needed=NEEDED, example='["standards", "more"]', accepts=are_standards),
    Key("language_cards", Kind.FILES, "a folder of language cards, which go before those that come with the product "
        "(repeatable)", "FOLDER", needed=NEEDED, example='["cards", "more"]', accepts=are_paths),
    Key("accept_err", Kind.FLAG, "whether analyses with +Err tags count (default: they do not)"),
    Key("derived_morphology", Kind.FLAG, "whether the analyses of the references serve where no entry has morphology"),
    Key("comet_python", Kind.MODEL, "the Python that has unbabel-comet (default: ONENLP_COMET_PYTHON, else this one)",
        "FILE"),
    Key("comet_cache", Kind.FILE, "where COMET's scores are kept, so that none is predicted twice; off keeps none "
        "(default: ONENLP_COMET_CACHE, else the user's cache)", "FOLDER", words=("off",)),
)  # fmt: skip
