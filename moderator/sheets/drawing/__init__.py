"""Drawing a sheet's pages: fonts, marks, icons, plots, and the PDF itself."""
