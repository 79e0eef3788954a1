"""Best responses: opponents trained against `hard` alone, to find what can be exploited."""
