"""One file a step; each suits the code that still runs while it is applied."""
