"""Tests of the values that all parts hand each other."""
