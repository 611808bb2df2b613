"""What is needed beyond the package itself, by the extra that has it, and the line that installs it.

The packages are named, not the extra: an extra of a package that is not published cannot be installed by name.
"""

import shlex

__all__ = ["PACKAGES", "install_line"]

PACKAGES = {
    "snapshot": ("syrupy>=7,<8",),
    "ja": ("sacrebleu[ja]",),
    "embeddings": ("sentence-transformers",),
    "comet": ("unbabel-comet>=2.2", "setuptools<81"),
    "parquet": ("pyarrow",),
    "store": ("SQLAlchemy>=2.0.36,<3", "alembic>=1.13", "psycopg[binary]>=3.2.2"),
    "wordlists": ("wordfreq>=3",),
    "crosscheck": ("seqeval", "scikit-learn", "udtools", "pyhfst"),
}


def install_line(extra: str, pip: str = "pip") -> str:
    """The command that installs what an extra has.

    >>> install_line("snapshot")
    "pip install 'syrupy>=7,<8'"
    """
    return f"{pip} install {shlex.join(PACKAGES[extra])}"
