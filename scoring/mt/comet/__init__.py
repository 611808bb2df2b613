"""COMET, a learned metric that runs as a program of its own: which model, its scores kept, the program asked for the rest.

Source: MT scoring specification, §2.3; Rei et al. (2020).
"""
