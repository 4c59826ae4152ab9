"""A schematic map: where places lie, the shapes of their areas, and room for what stands there."""
