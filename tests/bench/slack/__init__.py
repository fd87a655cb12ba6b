"""The way of a click through Slack, measured: the load, the bots under it, and what they have in common."""
