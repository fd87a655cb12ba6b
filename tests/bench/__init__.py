"""What Trapwise promises of its speed, measured: one module a row, and nothing of it in the suite."""
