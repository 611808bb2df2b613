"""HTML pages that stand alone: one frame with one style, every value escaped, nothing from elsewhere.

The frame is ``templates/base.html.j2``; a page of a site links to its siblings by their names alone.
"""

import re
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import Any

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

__all__ = ["HISTORY", "PageLink", "history_name", "render"]

HISTORY = "history.html"  # of a site: the page that leads to the history of each row
FRAME = "scoring.report"  # where the frame is
SLUG = 60  # characters of a row's name in the name of its page


@dataclass(frozen=True)
class PageLink:
    """A sibling of a page in its site; the page itself has no address."""

    text: str
    href: str | None


@cache
def environment(package: str) -> Environment:
    """The templates of a room, beside the frame; every value is escaped, and one that is missing is an error."""
    return Environment(
        loader=ChoiceLoader([PackageLoader(name) for name in dict.fromkeys((package, FRAME))]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def render(template: str, package: str = FRAME, **values: Any) -> str:  # noqa: ANN401 - whatever the template shows
    """The page as text, from a template of that room: the same values always make the same page."""
    return environment(package).get_template(template).render(**{"links": (), **values})


def history_name(key: str) -> str:
    """The file of a row's history in a site: the row's name in letters that every system takes, and its digest.

    >>> history_name("tagger/en/ewt/LAS")
    'history-tagger-en-ewt-las-a2a34258.html'
    """
    slug = re.sub(r"[^a-z0-9]+", "-", key.lower()).strip("-")[:SLUG].strip("-")
    return f"history-{slug}-{sha256(key.encode(errors='backslashreplace')).hexdigest()[:8]}.html"
