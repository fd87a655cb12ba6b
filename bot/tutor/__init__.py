"""What the tutor does, one file a flow: plain functions over an open transaction."""
