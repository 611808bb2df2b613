"""What is shown: the terminal's section, results tables, GitHub's summary, report files."""
