"""Tests of the same tree as bot/."""
