"""What the session does: gather the gates of all processes, record, prune, and judge whether the run was whole."""
