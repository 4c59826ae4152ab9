"""What is sent to those who watch: frames, and for whom each is."""
