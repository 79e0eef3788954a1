"""What can be told apart, and read, in every theme."""
