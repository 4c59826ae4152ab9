"""The layout of a sheet: kinds of sheets, header, footer, columns, tables."""
