"""The metrics of labelled spans, one module each (Tjong Kim Sang and De Meulder 2003, §2)."""

__all__ = ["ORDER"]

ORDER = ("span_f1", "span_precision", "span_recall", "span_macro_f1")
