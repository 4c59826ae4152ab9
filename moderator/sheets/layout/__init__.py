"""How a sheet is laid out: header, footer, columns, tables."""
