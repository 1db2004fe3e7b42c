"""Files of any bytes, opened and saved: what nobody edited stays. `python -m tests.round_trip --files 10000`."""
