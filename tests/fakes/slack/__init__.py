"""A Slack on loopback: real slack-bolt and slack-sdk run against it, and it refuses what Slack refuses."""
