"""What people and programs read of rows: table, one-line reason, Markdown, JSON."""

from scoring.report.registry import report_types, reporter
from scoring.report.reporter import Report, Reporter

__all__ = ["Report", "Reporter", "report_types", "reporter"]
