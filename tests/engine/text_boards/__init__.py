"""Boards as symbols: what stands where, and that nothing looks like anything else."""
