"""Typed commands, what they change, and what they answer."""
