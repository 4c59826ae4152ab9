"""The layout of a sheet: header, footer, columns, tables."""
