"""Slack: the tutor in channels of one workspace or of many."""
