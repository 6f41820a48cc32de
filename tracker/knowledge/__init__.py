"""What events say of the deal: facts, views, and the gathering of the one for the other."""
