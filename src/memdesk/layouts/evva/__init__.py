"""evva: a profile and one memory per project, section files that its tools merge into."""
