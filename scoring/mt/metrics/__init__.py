"""The metrics of machine translation, one module each (definitions: the MT scoring specification, §2)."""
