"""The doctor: what can be found out about a bot without disturbing it, each finding with what to do."""
