"""PostgreSQL as Django has it, and connections that are not waited for without end."""
