"""Drawing a sheet's pages: fonts, marks, icons, and the PDF itself."""
