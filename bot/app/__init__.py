"""The only room that constructs: everything is built here, started in order, and stopped in the reverse one."""
