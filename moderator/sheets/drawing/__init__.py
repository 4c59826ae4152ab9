"""What a page of a sheet is drawn with: fonts, marks, icons, the PDF itself."""
