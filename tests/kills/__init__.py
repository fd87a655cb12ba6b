"""A process of the bot that is killed at every step, and the one that is started after it."""
