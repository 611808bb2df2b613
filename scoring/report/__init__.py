"""What people and programs read of rows: table, one-line reason, Markdown, JSON."""

from scoring.report.registry import REPORTERS, reporter
from scoring.report.reporter import Report, Reporter

__all__ = ["REPORTERS", "Report", "Reporter", "reporter"]
