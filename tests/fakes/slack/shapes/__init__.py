"""What Slack takes as a block, an element, a view: one table each, in the words of checks."""
