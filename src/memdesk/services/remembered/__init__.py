"""What documents remember, unit by unit, now and in earlier versions."""
