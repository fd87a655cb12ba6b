"""The chat platforms, one folder each with the same file names; none knows another."""
