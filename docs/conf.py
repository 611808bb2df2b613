"""How Sphinx builds these pages."""

import logging
import tomllib
from pathlib import Path

_pyproject = Path(__file__).parent.parent / "pyproject.toml"
_project = tomllib.loads(_pyproject.read_text(encoding="utf-8"))["project"]

project = _project["name"]
version = release = _project["version"]
copyright = "the pytest-onenlp authors"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
myst_enable_extensions = ["deflist", "dollarmath"]
myst_heading_anchors = 3
autodoc_member_order = "bysource"

html_theme = "furo"
html_title = f"{project} {version}"
exclude_patterns = ["_build"]

# A section of the table of contents may be empty while it is being written; any other warning ends the build.
logging.getLogger("sphinx.sphinx.directives.other").addFilter(
    lambda record: getattr(record, "subtype", None) != "empty_glob"
)
