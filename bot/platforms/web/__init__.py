"""The built-in chat page of `trapwise demo`."""
