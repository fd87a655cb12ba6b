"""Trapwise: a tutor that lives in chat; README.md beside this file is the map."""
