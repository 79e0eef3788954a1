"""What hosts are told, and what is told of their seasons and rulings."""
