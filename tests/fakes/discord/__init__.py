"""A Discord on loopback: it keeps Discord's limits, refuses what Discord refuses, and fails on command."""
