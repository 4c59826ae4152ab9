"""SQLite as Django has it, and connections that know when their file is another one."""
