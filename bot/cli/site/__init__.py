"""`dealer site`: the archive of finished matches as pages that any web host serves."""
