"""The tests of Memdesk; folders mirror src/memdesk."""
