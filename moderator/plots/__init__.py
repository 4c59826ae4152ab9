"""QR codes as SVG, and the colours and patterns of seats on pages and sheets."""
