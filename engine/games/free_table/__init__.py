"""A free table: players' hands move the pieces, and a host judges."""
