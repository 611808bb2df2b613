"""The metrics of text classification, one module each: one label a document, then several."""

__all__ = ["ORDER"]

ORDER = (
    "accuracy",
    "label_macro_f1",
    "label_micro_f1",
    "multilabel_micro_f1",
    "multilabel_macro_f1",
    "roc_auc",
)
