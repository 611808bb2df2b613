"""What is a gate without Python: gate files, collected as tests."""
