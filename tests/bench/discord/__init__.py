"""Clicks on Discord, beside a button that does nothing."""
