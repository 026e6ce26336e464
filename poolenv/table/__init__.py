"""Equipment: tables, cloths, balls, cues, racks, and the marks of a table."""
