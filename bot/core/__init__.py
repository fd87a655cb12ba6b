"""The rules: values in, values out; no clock, no dice, no input or output."""
