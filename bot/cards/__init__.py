"""What the tutor says, as data that every platform renders in its own way."""
