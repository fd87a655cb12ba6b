"""Question banks: files on disk to and from the values of core."""
