"""Run cards and rows kept in a database, SQLite in a file or PostgreSQL by URL; with the extra ``store``.

``database`` opens one and brings it to the latest version, ``publish`` writes into it, ``rows`` and ``cards`` read it.
"""
