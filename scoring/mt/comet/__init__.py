"""COMET, a learned metric that runs as a program of its own; its scores are kept.

Source: MT scoring specification, §2.3; Rei et al. (2020).
"""
