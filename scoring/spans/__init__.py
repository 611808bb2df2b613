"""Labelled spans: reading tags and character spans, and scoring them by exact match as CoNLL-2003 does."""

from scoring.spans.convert import convert, convert_file
from scoring.spans.docs import from_docs
from scoring.spans.documents import Document, Documents, loads_documents, read_documents
from scoring.spans.read import loads, read
from scoring.spans.score import Score, SpanScores, scores
from scoring.spans.tags import Span, tags_to_spans
from scoring.spans.task import SPANS
from scoring.spans.text import TaggedText

__all__ = [
    "SPANS",
    "Document",
    "Documents",
    "Score",
    "Span",
    "SpanScores",
    "TaggedText",
    "convert",
    "convert_file",
    "from_docs",
    "loads",
    "loads_documents",
    "read",
    "read_documents",
    "scores",
    "tags_to_spans",
]
